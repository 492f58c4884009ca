package sets

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/agreement"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/sets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/kappa"
	"github.com/rankduel/rankduel/testsets/label/labelfile"
)

// agreementOptions say what is compared and how it is shown.
type agreementOptions struct {
	output.Report
	scale     scaleFlags
	threshold string
	evidence  string
	pool      string
	queries   string
	worst     int
}

func newTestsetAgreementCommand() *cobra.Command {
	var opts agreementOptions
	cmd := flags.Verb("agreement LABELS_A LABELS_B...", cobra.MinimumNArgs(1), opts.ofFiles)
	flags := cmd.Flags()
	opts.add(cmd)
	opts.scale.add(flags)
	flags.StringVar(&opts.threshold, "threshold", kappa.DefaultThreshold, "what kappa has to exceed; at it is not above it")
	flags.StringVar(&opts.pool, "pool", "", "pool that was labelled, for the texts of disagreements")
	flags.StringVar(&opts.queries, "queries", "", "CSV with query_id, query_text and query_type, for texts and strata")
	return cmd
}

// add declares the flags that agreement and refresh agreement share.
func (o *agreementOptions) add(cmd *cobra.Command) {
	o.AddPlain(cmd.Flags(), reports.Text, reports.JSON, reports.Markdown, reports.CSV)
	o.AddSheet(cmd.Flags())
	cmd.Flags().IntVar(&o.worst, "worst", 5, "disagreements to list")
	addEvidence(cmd.Flags(), &o.evidence)
}

// addEvidence declares the flag of verbs that hold labels against a threshold of kappa.
func addEvidence(flags *pflag.FlagSet, to *string) {
	flags.StringVar(to, "evidence", "", kappa.Required+": pass only where the lower end of kappa is above the threshold, over at least 10 queries")
}

func (o *agreementOptions) ofFiles(cmd *cobra.Command, args []string) error {
	if err := o.check(); err != nil {
		return err
	}
	people, err := readLabels(args)
	if err != nil {
		return err
	}
	q, err := o.question()
	if err != nil {
		return err
	}
	a, err := agreement.Of(people, q)
	if err != nil {
		return err
	}
	return o.Write(cmd.OutOrStdout(), output.Of(a, sets.WriteAgreement))
}

func (o *agreementOptions) check() error {
	err := o.Check()
	if o.worst < 0 {
		err = errors.Join(err, fmt.Errorf("--worst %d, want 0 or more", o.worst))
	}
	return err
}

// readLabels reads files, NAME=FILE or FILE.
func readLabels(args []string) ([]labelfile.Labels, error) {
	var people []labelfile.Labels
	var faults []error
	for _, arg := range args {
		file := inputs.NameFile(arg)
		list, err := labelfile.Read(file.Path)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		if file.Given && len(list) == 1 {
			list[0].Person = file.Name
		}
		people = append(people, list...)
	}
	return people, errors.Join(faults...)
}

func (o *agreementOptions) question() (agreement.Question, error) {
	q := agreement.Question{Threshold: o.threshold, Evidence: o.evidence, Worst: o.worst}
	var err error
	if q.Scale, err = o.scale.read(); err != nil {
		return q, err
	}
	var queries map[string]label.Query
	if o.queries != "" {
		if queries, err = label.OpenQueries(o.queries); err != nil {
			return q, err
		}
	}
	if err := o.strata(&q, queries); err != nil || o.pool == "" {
		return q, err
	}
	if q.Pool, err = label.OpenPool(o.pool); err != nil {
		return q, err
	}
	_ = q.Pool.Describe(queries) // a disagreement may be shown without its query's text
	return q, nil
}

// strata returns those of a table of queries, or of the test set whose scale it is.
func (o *agreementOptions) strata(q *agreement.Question, queries map[string]label.Query) error {
	types := map[string]string{}
	for id, query := range queries {
		types[id] = query.Type
	}
	if o.scale.testSet != "" {
		set, err := judgments.OpenTestSet(".", o.scale.testSet)
		if err != nil {
			return err
		}
		for _, query := range set.Queries {
			types[query.ID] = query.Type
		}
	}
	for _, t := range types {
		if t != "" {
			q.Stratum = func(id string) string { return types[id] }
		}
	}
	return nil
}
