package labels

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/silver"
)

type sampleOptions struct {
	n           int
	seed        uint64
	by, testSet string
	output      string
	force       bool
}

func newSampleCommand() *cobra.Command {
	var opts sampleOptions
	cmd := flags.Verb("sample SILVER", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return drawSample(cmd.Context(), cmd.OutOrStdout(), opts, args[0])
	})
	set := cmd.Flags()
	set.IntVar(&opts.n, "n", 40, "queries that people are to label")
	set.Uint64Var(&opts.seed, "seed", 42, "seed of the order")
	set.StringVar(&opts.by, "by", "", "stratum: each stratum of --test-set has its share of every part of the order")
	set.StringVar(&opts.testSet, "test-set", "", "test set whose strata are meant; wordings of one of its groups stay together")
	set.StringVarP(&opts.output, "output", "o", "", "file to write (required)")
	set.BoolVar(&opts.force, "force", false, "overwrite a file that exists")
	return cmd
}

func drawSample(ctx context.Context, stdout io.Writer, opts sampleOptions, path string) error {
	switch {
	case opts.output == "":
		return errors.New("-o FILE is missing: the order has to be written down before the first label")
	case opts.by != "" && opts.by != "stratum":
		return fmt.Errorf("--by %q, want stratum", opts.by)
	case opts.by != "" && opts.testSet == "":
		return errors.New("--by stratum needs --test-set, which says the stratum of each query")
	}
	if _, err := os.Stat(opts.output); err == nil && !opts.force {
		return fmt.Errorf("%s is there; an order that is drawn again proves nothing of the labels of the first one (--force overwrites it)", opts.output)
	}
	model, err := readQrels(ctx, path)
	if err != nil {
		return err
	}
	var stratum func(id string) string
	if opts.testSet != "" {
		set, err := judgments.OpenTestSet(".", opts.testSet)
		if err != nil {
			return err
		}
		model.NameAs(set)
		if opts.by != "" {
			stratum = func(id string) string {
				at, _ := model.Index([]byte(id))
				return model.Query(at).Stratum
			}
		}
	}
	sample, err := silver.Draw(model, opts.n, opts.seed, stratum)
	if err != nil {
		return err
	}
	if err := writeJSON("-o "+opts.output, opts.output, sample); err != nil {
		return err
	}
	for _, id := range sample.Order[:opts.n] {
		if _, err := fmt.Fprintln(stdout, id); err != nil {
			return err
		}
	}
	return nil
}
