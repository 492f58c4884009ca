// Package labels has the verbs of labels: few labels of people, many of a model.
package labels

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/silver"
)

// NewLabelsCommand makes the verb labels with all of its own.
func NewLabelsCommand() *cobra.Command {
	return flags.Family("labels", newSampleCommand(), newNextCommand(), newAskCommand(), newJudgeCommand())
}

type sampleOptions struct {
	n           int
	seed        uint64
	by, testSet string
	output      string
	force       bool
}

func newSampleCommand() *cobra.Command {
	var opts sampleOptions
	cmd := flags.Verb("sample SILVER", cobra.ExactArgs(1), opts.draw)
	set := cmd.Flags()
	set.IntVar(&opts.n, "n", 40, "queries that people are to label")
	set.Uint64Var(&opts.seed, "seed", 42, "seed of the order")
	set.StringVar(&opts.by, "by", "", "stratum: each stratum of --test-set has its share of every part of the order")
	set.StringVar(&opts.testSet, "test-set", "", "test set whose strata are meant; wordings of one of its groups stay together")
	set.StringVarP(&opts.output, "output", "o", "", "file to write (required)")
	set.BoolVar(&opts.force, "force", false, "overwrite a file that exists")
	return cmd
}

func (o *sampleOptions) draw(cmd *cobra.Command, args []string) error {
	switch {
	case o.output == "":
		return errors.New("-o FILE is missing: the order has to be written down before the first label")
	case o.by != "" && o.by != "stratum":
		return fmt.Errorf("--by %q, want stratum", o.by)
	case o.by != "" && o.testSet == "":
		return errors.New("--by stratum needs --test-set, which says the stratum of each query")
	}
	if _, err := os.Stat(o.output); err == nil && !o.force {
		return fmt.Errorf("%s is there; an order that is drawn again proves nothing of the labels of the first one (--force overwrites it)", o.output)
	}
	model, err := readQrels(cmd.Context(), args[0])
	if err != nil {
		return err
	}
	var stratum func(id string) string
	if o.testSet != "" {
		set, err := judgments.OpenTestSet(".", o.testSet)
		if err != nil {
			return err
		}
		model.NameAs(set)
		if o.by != "" {
			stratum = func(id string) string {
				at, _ := model.Index([]byte(id))
				return model.Query(at).Stratum
			}
		}
	}
	sample, err := silver.Draw(model, o.n, o.seed, stratum)
	if err != nil {
		return err
	}
	if err := writeJSON("-o "+o.output, o.output, sample); err != nil {
		return err
	}
	for _, id := range sample.Order[:o.n] {
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), id); err != nil {
			return err
		}
	}
	return nil
}
