package score

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/execution"
	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/power"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/html"
)

type powerOptions struct {
	flags.Judgments
	output.Report
	execution.Experiment
	alpha, margin  float64
	power          float64
	effects        []float64
	gate           float64
	sd             float64
	queries, tests int
	plot           string
	ungrouped      bool
}

// NewPowerCommand makes the verb power.
func NewPowerCommand() *cobra.Command {
	var opts powerOptions
	cmd := flags.Verb("power [EXPERIMENT | COMPARISON | A B | --test-set T | --sd S]", cobra.MaximumNArgs(2), opts.run)
	flags := cmd.Flags()
	opts.Judgments.Add(flags, compare.OfScoring|compare.OfPilot)
	opts.AddPlain(flags, reports.Text, reports.JSON, reports.Markdown, reports.CSV)
	opts.AddSheet(flags)
	opts.Experiment.Add(flags, "power")
	flags.Float64Var(&opts.alpha, "alpha", compare.DefaultAlpha, "significance level, above 0 and below 0.5")
	flags.Float64Var(&opts.power, "power", 0.8, "share of repeats in which the difference is to be found")
	flags.Float64Var(&opts.margin, "margin", compare.DefaultMargin, "largest difference that does not matter, in the measure's unit")
	flags.Float64SliceVar(&opts.effects, "effect", nil, "true difference to plan for, repeatable (default: half the margin, the margin and twice it)")
	flags.Float64Var(&opts.gate, "gate", 0.05, "drop that a gate allows, as a share of the baseline")
	flags.Float64Var(&opts.sd, "sd", 0, "assume this standard deviation of the differences")
	flags.IntVar(&opts.queries, "queries", 0, "with --sd: queries whose smallest detectable difference is wanted")
	flags.IntVar(&opts.tests, "candidates", 1, "candidates that are compared with one baseline, and corrected for")
	flags.BoolVar(&opts.ungrouped, "ungrouped", false, "every query is a unit of its own")
	flags.StringVar(&opts.plot, "plot", "", "draw the chance of a verdict by the number of queries, as SVG")
	return cmd
}

func (o *powerOptions) run(cmd *cobra.Command, args []string) error {
	if err := errors.Join(o.Check(), o.checkQuestion(args), o.checkUse(args), o.checkPlot()); err != nil {
		return err
	}
	q := power.Question{Alpha: o.alpha, Power: o.power, Margin: o.margin, Tests: o.tests, Effects: o.effects, Gate: o.gate}
	p, err := o.plan(cmd.Context(), cmd.ErrOrStderr(), args, q)
	if err != nil {
		return err
	}
	err = o.Write(cmd.OutOrStdout(), output.Of(p, reports.Power))
	if o.plot == "" {
		return err
	}
	return errors.Join(err, output.WriteFile("--plot "+o.plot, o.plot, func(w io.Writer) error { return html.PowerPlot(w, p) }))
}

// checkUse refuses flags that would be ignored.
func (o *powerOptions) checkUse(args []string) error {
	switch {
	case len(args) == 0 && o.sd == 0:
		return errors.Join(o.RefuseOthers(0, "for stored runs, which are scored", "test-set", "measure", "profile"), flags.RefuseUnused(o.Flags, "for stored runs, which have groups or not", "ungrouped", "gate", "cache-dir"))
	case len(args) == 0:
		return errors.Join(o.RefuseOthers(0, "with --sd, which is of no run", "measure"), flags.RefuseUnused(o.Flags, "with --sd, which is of no run", "ungrouped", "gate", "cache-dir", "store"))
	case o.Systems.Scores:
		const why = "with --scores, which are not scored again"
		return errors.Join(o.RefuseOthers(compare.OfPilot, why), flags.RefuseUnused(o.Flags, why, "cache-dir", "store"))
	case execution.IsExperiment(args[0]):
		return o.RefuseOthers(compare.OfExperiment, "for an experiment, whose file says it")
	case len(args) == 1 && (o.Qrels != "" || o.TestSet != ""):
		return fmt.Errorf("%s: one run has no differences that could spread; name the one to compare it with, too", args[0])
	case len(args) == 1:
		return errors.Join(o.RefuseOthers(0, "for a comparison, which is there already"), flags.RefuseUnused(o.Flags, "for a comparison, which is there already", "ungrouped", "cache-dir"))
	case o.Qrels == "" && o.TestSet == "":
		return errors.Join(o.RefuseOthers(compare.OfStored, notScored), flags.RefuseUnused(o.Flags, notScored, "cache-dir"))
	}
	return errors.Join(o.RefuseOthers(compare.OfRunFiles|compare.OfScoring, "without --scores"), flags.RefuseUnused(o.Flags, "for run files", "cache-dir", "store"), o.CheckReading(ordered.Each(args, inputs.NameFile)))
}

// checkPlot refuses a plot that cannot be written.
func (o *powerOptions) checkPlot() error {
	if o.plot == "" {
		return nil
	}
	if err := outfile.Check(o.plot); err != nil {
		return fmt.Errorf("--plot %s: %w", o.plot, err)
	}
	return nil
}

// checkQuestion refuses what cannot be planned, before anything is read.
func (o *powerOptions) checkQuestion(args []string) error {
	var errs prose.Faults
	errs.If(!(o.alpha > 0 && o.alpha < 0.5), "--alpha %v is not in (0, 0.5)", o.alpha)
	errs.If(!(o.power > 0 && o.power < 1), "--power %v is not in (0, 1)", o.power)
	errs.If(!(o.margin > 0), "--margin %v is not above 0", o.margin)
	errs.If(!(o.gate > 0 && o.gate < 1), "--gate %v is not in (0, 1)", o.gate)
	errs.If(o.tests < 1, "--candidates %d, want at least 1", o.tests)
	for _, e := range o.effects {
		errs.If(!(e > 0 && e <= 1), "--effect %v is not above 0 and at most 1", e)
	}
	errs.If(len(args) == 0 && !(o.sd > 0) && (o.TestSet == "" || o.sd < 0), "name a past comparison or, for all stored runs of it, a test set (--test-set), or assume a spread with --sd above 0")
	errs.If(len(args) > 0 && o.sd != 0, "--sd assumes a spread, and %s has one; give one of them", strings.Join(args, " and "))
	errs.If(o.queries != 0 && o.sd == 0, "--queries goes with --sd; a comparison has its own number")
	errs.If(o.sd > 1, "--sd %v, but differences of a measure in 0–1 cannot spread by more than 1", o.sd)
	errs.If(o.Flags.Changed("queries") && o.queries < 2, "--queries %d, want at least 2", o.queries)
	if o.plot != "" {
		errs.If(strings.ToLower(filepath.Ext(o.plot)) != ".svg", "--plot %s: want a name ending in .svg", o.plot)
	}
	return errs.Join()
}

func (o *powerOptions) plan(ctx context.Context, stderr io.Writer, args []string, q power.Question) (*result.PowerPlan, error) {
	if len(args) == 0 && o.sd == 0 {
		return o.history(ctx, q)
	}
	if len(args) == 0 {
		name := "a measure in 0–1"
		if len(o.Measures.Names) == 1 {
			name = o.Measures.Names[0]
		}
		p, err := power.Assumed(name, o.sd, o.queries, 1, q)
		if p != nil {
			p.Source = fmt.Sprintf("an assumed standard deviation of %v", o.sd)
		}
		return p, err
	}
	c, err := o.past(ctx, stderr, args)
	if err != nil {
		return nil, err
	}
	p, err := power.Of(samplesOf(c), q)
	if err != nil {
		return nil, err
	}
	p.Source, p.Profile, p.TestSet = c.A.Name+" and "+strings.Join(flags.SystemNames(flags.Candidates(c)), ", "), c.Profile, &c.TestSet
	p.Systems = append([]result.System{c.A}, flags.Candidates(c)...)
	return p, nil
}

// history plans by all stored runs of the test set.
func (o *powerOptions) history(ctx context.Context, q power.Question) (*result.PowerPlan, error) {
	profile, measures, err := o.Conventions(&o.Request)
	if err != nil {
		return nil, err
	}
	var samples []power.Sample
	for _, m := range measures {
		if compare.Decides(m) {
			width, _ := metrics.WidthOf(m)
			samples = append(samples, power.Sample{Measure: m.String(), Range: width})
		}
	}
	runs, _, err := o.History(ctx, o.Set.SHA256(), func(run result.StoredRun) bool {
		return run.Profile == profile.Name && slices.ContainsFunc(samples, func(s power.Sample) bool { return flags.HasScore(run.Rows, s.Measure) })
	})
	if err != nil {
		return nil, err
	}
	if len(runs) < 2 {
		return nil, fmt.Errorf("%s has %s of this version of %s with %s; a spread needs two: rankduel run stores some", o.Name(), prose.Plural(len(runs), "run"), o.TestSet, strings.Join(metrics.Texts(measures), ", "))
	}
	past := ordered.Each(runs, func(r result.StoredRun) power.Past { return power.Past{Name: r.Name, Rows: r.Rows} })
	p, err := power.OfHistory(past, samples, q)
	if err != nil {
		return nil, err
	}
	p.Source, p.Profile, p.TestSet = fmt.Sprintf("all pairs of %d stored runs", len(runs)), profile.Name, &runs[0].TestSet
	p.Systems = ordered.Each(runs, func(r result.StoredRun) result.System { return result.System{Name: r.Name, RunID: r.ID} })
	return p, nil
}

// past returns the comparison whose spread is used, with every query.
func (o *powerOptions) past(ctx context.Context, stderr io.Writer, args []string) (*result.Comparison, error) {
	switch {
	case o.Systems.Scores:
	case len(args) == 1 && execution.IsExperiment(args[0]):
		given := plan.Override{Request: o.Request, NoVerdict: true} // every measure has its own line
		planned, err := o.Load(args[0], given)
		if err != nil {
			return nil, err
		}
		planned.Compare.Ungrouped = planned.Compare.Ungrouped || o.ungrouped
		c, _, err := o.Execute(ctx, stderr, planned, nil)
		return c, err
	case len(args) == 1:
		data, err := unpack.ReadFile(args[0])
		if err != nil {
			return nil, err
		}
		c := &result.Comparison{}
		if err := json.Unmarshal(data, c); err != nil || c.Schema != result.ComparisonSchema {
			return nil, fmt.Errorf("%s is no comparison as JSON; give one, an experiment, or two runs with --qrels or --test-set; as scores, --scores reads it", args[0])
		}
		if len(c.Comparisons) == 0 || len(c.Comparisons[0].PerQuery) == 0 {
			return nil, fmt.Errorf("%s lists no queries; write it with --per-query", args[0])
		}
		return c, flags.RefuseStoredHeldOut("power", c.TestSet)
	}
	settings := compare.Settings{PerQuery: true, Ungrouped: o.ungrouped}
	if err := flags.RefuseHeldOut(ctx, &o.Store, "power", ".", o.TestSet, o.Request.Judgments.Part); err != nil {
		return nil, err
	}
	files, err := inputs.NameFiles(args)
	if err != nil {
		return nil, err
	}
	var profile metrics.Profile
	var measures []metrics.Measure
	if !o.Systems.Scores {
		if profile, measures, err = o.Conventions(&o.Request); err != nil {
			return nil, err
		}
	}
	with := compareOptions{Judgments: o.Judgments, Store: o.Store}
	tables, err := with.systems(ctx, files, profile, measures, false)
	if err != nil {
		return nil, err
	}
	if err := flags.RefuseStoredHeldOut("power", tables[0].TestSet); err != nil {
		return nil, err
	}
	if o.Systems.Scores {
		compare.WithoutCounts(tables)
		settings.Primary = compare.FirstKnown(tables[0].Measures)
	}
	c, err := compare.Against(tables[0], tables[1:], settings)
	if c == nil {
		return nil, err
	}
	return c, nil // what the comparison lacks does not concern the spread
}

// samplesOf returns what a comparison says of the spread of its measures.
func samplesOf(c *result.Comparison) []power.Sample {
	return ordered.Each(compare.Samples(c), func(s compare.Sample) power.Sample { return power.Sample(s) })
}
