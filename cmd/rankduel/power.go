package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/power"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/reports"
)

type powerOptions struct {
	judgmentFlags
	outputFlags
	executionFlags
	alpha, margin  float64
	power          float64
	effects        []float64
	gate           float64
	sd             float64
	queries, tests int
	plot           string
	ungrouped      bool
	flags          *pflag.FlagSet
}

func newPowerCommand() *cobra.Command {
	var opts powerOptions
	cmd := &cobra.Command{
		Use:   "power [EXPERIMENT.yaml | COMPARISON.json | A B | --sd S]",
		Short: "Say how many queries a difference needs",
		Long: `Plan a test set: how many queries a true difference needs, and the smallest one
that the queries at hand can show, for the rules that verdicts and gates are
made by. How differences spread is taken from an experiment, a comparison as
JSON with --per-query, two run files with --qrels or --test-set, two stored
runs, or assumed (--sd). The difference that was seen plays no part: power
computed from it says no more than its p.` + "\n" + exitHelp,
		Example: `  rankduel power experiment.yaml
  rankduel power a.trec b.trec --qrels qrels.txt --effect 0.03 --plot power.svg
  rankduel power --sd 0.2 --queries 150`,
		Args: cobra.MaximumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runPower(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), opts, args)
		},
	}
	flags := cmd.Flags()
	opts.flags = flags
	opts.judgmentFlags.add(flags)
	opts.forms = []reports.Format{reports.Text, reports.JSON, reports.Markdown, reports.CSV}
	opts.addPlain(flags)
	opts.addSheet(flags)
	opts.executionFlags.add(flags, "power")
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

func runPower(ctx context.Context, stdout, stderr io.Writer, opts powerOptions, args []string) error {
	opts.keep = opts.checkFiles
	if err := errors.Join(opts.check(), opts.checkQuestion(args), opts.checkUse(args), opts.checkFiles(opts.inputs(args)...)); err != nil {
		return err
	}
	q := power.Question{Alpha: opts.alpha, Power: opts.power, Margin: opts.margin, Tests: opts.tests, Effects: opts.effects, Gate: opts.gate}
	p, err := opts.plan(ctx, stderr, args, q)
	if err != nil {
		return err
	}
	err = opts.write(stdout, func(w io.Writer, f reports.Format, o reports.Options) error { return reports.Power(w, p, f, o) })
	if opts.plot == "" {
		return err
	}
	return errors.Join(err, writeFile("--plot "+opts.plot, opts.plot, func(w io.Writer) error { return reports.PowerPlot(w, p) }))
}

func (o *powerOptions) inputs(args []string) []string {
	list := []string{o.qrels, o.testSet, o.paths}
	for _, arg := range args {
		list = append(list, nameFile(arg).path)
	}
	return list
}

// checkUse refuses flags that would be ignored.
func (o *powerOptions) checkUse(args []string) error {
	switch {
	case len(args) == 0:
		return unused(o.given, "with --sd, which is of no run", append(scoringFlags(), "part", "profile", "ungrouped")...)
	case isExperiment(args[0]):
		return unused(o.given, "for an experiment, whose file says it", scoringFlags()...)
	case len(args) == 1 && (o.qrels != "" || o.testSet != ""):
		return fmt.Errorf("%s: one run has no differences that could spread; name the one to compare it with, too", args[0])
	case len(args) == 1:
		return unused(o.given, "for a comparison, which is there already", append(scoringFlags(), "measure", "part", "profile", "ungrouped")...)
	case o.qrels == "" && o.testSet == "":
		return unused(o.given, "for stored runs, which are not scored again; give --qrels or --test-set to score run files", append(scoringFlags(), "measure", "part", "profile")...)
	}
	return o.checkReading(namedFilesOf(args))
}

// checkFiles is checkInputs for the plot too, and refuses one that cannot be
// written.
func (o *powerOptions) checkFiles(inputs ...string) error {
	err := o.checkInputs(inputs...)
	if o.plot == "" || err != nil {
		return err
	}
	if err := outfile.Check(o.plot); err != nil {
		return fmt.Errorf("--plot %s: %w", o.plot, err)
	}
	return keepsInputs("--plot "+o.plot, o.plot, inputs)
}

// checkQuestion refuses what cannot be planned, before anything is read.
func (o *powerOptions) checkQuestion(args []string) error {
	var errs []error
	wrong := func(bad bool, format string, a ...any) {
		if bad {
			errs = append(errs, fmt.Errorf(format, a...))
		}
	}
	wrong(!(o.alpha > 0 && o.alpha < 0.5), "--alpha %v is not in (0, 0.5)", o.alpha)
	wrong(!(o.power > 0 && o.power < 1), "--power %v is not in (0, 1)", o.power)
	wrong(!(o.margin > 0), "--margin %v is not above 0", o.margin)
	wrong(!(o.gate > 0 && o.gate < 1), "--gate %v is not in (0, 1)", o.gate)
	wrong(o.tests < 1, "--candidates %d, want at least 1", o.tests)
	for _, e := range o.effects {
		wrong(!(e > 0 && e <= 1), "--effect %v is not above 0 and at most 1", e)
	}
	wrong(len(args) == 0 && !(o.sd > 0), "name a past comparison, or assume a spread with --sd above 0")
	wrong(len(args) > 0 && o.sd != 0, "--sd assumes a spread, and %s has one; give one of them", strings.Join(args, " and "))
	wrong(o.queries != 0 && o.sd == 0, "--queries goes with --sd; a comparison has its own number")
	wrong(o.sd > 1, "--sd %v, but differences of a measure in 0–1 cannot spread by more than 1", o.sd)
	wrong(o.flags.Changed("queries") && o.queries < 2, "--queries %d, want at least 2", o.queries)
	if o.plot != "" {
		wrong(strings.ToLower(filepath.Ext(o.plot)) != ".svg", "--plot %s: want a name ending in .svg", o.plot)
	}
	return errors.Join(errs...)
}

func (o *powerOptions) plan(ctx context.Context, stderr io.Writer, args []string, q power.Question) (*result.PowerPlan, error) {
	if len(args) == 0 {
		name := "a measure in 0–1"
		if len(o.measures) == 1 {
			name = o.measures[0]
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
	p.Source, p.Profile, p.TestSet = c.A.Name+" and "+strings.Join(namesOf(candidates(c)), ", "), c.Profile, &c.TestSet
	p.Systems = append([]result.System{c.A}, candidates(c)...)
	return p, nil
}

// past is the comparison whose spread is used, with every query.
func (o *powerOptions) past(ctx context.Context, stderr io.Writer, args []string) (*result.Comparison, error) {
	switch {
	case len(args) == 1 && isExperiment(args[0]):
		given := o.override()
		given.NoVerdict = true // every measure has its own line
		planned, err := o.load(args[0], given)
		if err != nil {
			return nil, err
		}
		planned.Compare.Ungrouped = planned.Compare.Ungrouped || o.ungrouped
		c, _, err := o.execute(ctx, stderr, planned, nil)
		return c, err
	case len(args) == 1:
		data, err := os.ReadFile(args[0])
		if err != nil {
			return nil, err
		}
		c := &result.Comparison{}
		if err := json.Unmarshal(data, c); err != nil || c.Schema != result.ComparisonSchema {
			return nil, fmt.Errorf("%s is no comparison as JSON; give one, an experiment, or two runs with --qrels or --test-set", args[0])
		}
		if len(c.Comparisons) == 0 || len(c.Comparisons[0].PerQuery) == 0 {
			return nil, fmt.Errorf("%s lists no queries; write it with --per-query", args[0])
		}
		return c, refuseStoredHeldOut("power", c.TestSet)
	}
	settings := compare.Settings{PerQuery: true, Ungrouped: o.ungrouped}
	if err := refuseHeldOut("power", ".", o.testSet, o.part); err != nil {
		return nil, err
	}
	profile, measures, err := o.conventions()
	if err != nil {
		return nil, err
	}
	files, err := nameFiles(args)
	if err != nil {
		return nil, err
	}
	with := compareOptions{judgmentFlags: o.judgmentFlags, storeFlag: o.storeFlag}
	tables, err := with.systems(ctx, files, profile, measures)
	if err != nil {
		return nil, err
	}
	if err := refuseStoredHeldOut("power", tables[0].TestSet); err != nil {
		return nil, err
	}
	c, err := compare.Against(tables[0], tables[1:], settings)
	if c == nil {
		return nil, err
	}
	return c, nil // what the comparison lacks does not concern the spread
}

// samplesOf are what a comparison says of the spread of its measures.
func samplesOf(c *result.Comparison) []power.Sample {
	var out []power.Sample
	for _, s := range compare.Samples(c) {
		out = append(out, power.Sample(s))
	}
	return out
}
