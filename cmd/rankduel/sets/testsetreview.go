package sets

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/review"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
	"github.com/rankduel/rankduel/reports/sets"
)

type reviewOptions struct {
	flags.Judgments
	output.Report
	flags.Store
	measure string
}

func newTestsetReviewCommand() *cobra.Command {
	var opts reviewOptions
	cmd := opts.Verb("review SET [RUN...]", cobra.MinimumNArgs(1), opts.run)
	set := cmd.Flags()
	opts.Flags = set
	opts.Request.Judgments.Gains, opts.Request.Judgments.Duplicates = request.GainsGrades, "error"
	set.StringVarP(&opts.measure, "measure", "m", "", "measure of past scores (default: the profile's first)")
	set.StringVar(&opts.Measures.Profile, "profile", "", "conventions (default: the test set's, or default)")
	opts.Looks.Add(set, &opts.Store)
	opts.Store.Add(set)
	opts.AddPlain(set, reports.Text, reports.JSON, reports.Markdown)
	opts.Page.Written = true
	set.BoolVar(&opts.Page.NoText, "html-no-text", false, "leave the texts of queries out of -o FILE.html")
	return cmd
}

func (o *reviewOptions) run(cmd *cobra.Command, args []string) error {
	o.Stderr = cmd.ErrOrStderr()
	o.TestSet, o.Request.Judgments.Part = args[0], judgments.PartEvaluation
	profile, _, err := o.Conventions(&o.Request)
	if err != nil {
		return err
	}
	primary, err := pastMeasure(profile, o.measure)
	if err != nil {
		return err
	}
	past, err := o.past(cmd.Context(), cmd.ErrOrStderr(), args[1:], profile, primary)
	if err != nil {
		return err
	}
	looks, err := o.List(cmd.Context(), o.Set, ".", args[0])
	if err != nil {
		return err
	}
	r, err := review.Of(o.Set, judgments.Describe(o.Set, false), past, looks, time.Now())
	if err != nil {
		return err
	}
	return o.Write(cmd.OutOrStdout(), func(w io.Writer, f reports.Format, options reports.Options) error {
		if f == reports.HTML {
			return html.WriteReview(w, r, &reports.Data{Command: "rankduel testset review " + args[0], Version: output.Version + output.Revision()}, html.Options{NoText: o.Page.NoText, Glossary: output.Meaning})
		}
		return sets.WriteReview(w, r, f, options)
	})
}

// past returns what run files, or the stored runs of the set, scored on the evaluation queries.
func (o *reviewOptions) past(ctx context.Context, stderr io.Writer, runs []string, profile metrics.Profile, measure metrics.Measure) (review.Past, error) {
	past := review.Past{Measure: measure.String()}
	if len(runs) == 0 {
		return past, o.stored(ctx, stderr, &past)
	}
	files, err := inputs.NameFiles(runs)
	if err != nil {
		return past, err
	}
	tables, err := o.ScoreFiles(ctx, &o.Request, files, []metrics.Measure{measure}, profile, scoring.Options{})
	for _, t := range tables {
		past.Systems = append(past.Systems, review.System{Name: t.Name, Rows: t.Rows()})
	}
	return past, err
}

// stored adds the runs that the store has of this content, components and
// held-out parts left out. A store that was not asked for may be missing.
func (o *reviewOptions) stored(ctx context.Context, stderr io.Writer, past *review.Past) error {
	if !o.IsThere() && !o.Flags.Changed("store") {
		return nil
	}
	runs, without, err := o.History(ctx, o.Set.SHA256(), func(run result.StoredRun) bool { return flags.HasScore(run.Rows, past.Measure) })
	if err != nil {
		return err
	}
	for _, run := range runs {
		past.Systems = append(past.Systems, review.System{Name: run.Name, Rows: run.Rows})
	}
	if without > 0 {
		fmt.Fprintf(stderr, "warning: %s of %s without %s left out\n", prose.Plural(without, "stored run"), o.Name(), past.Measure)
	}
	return nil
}
