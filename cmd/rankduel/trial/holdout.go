package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/execution"
	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/holdout"
	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/stats"
)

type holdoutOptions struct {
	flags.Judgments
	output.Report
	execution.Experiment
	candidate string
	tried     int
}

// ofPairs are flags that a check has no use for: it has one measure of one pair, and judges its gain by one rule.
var ofPairs = []string{
	"bounds", "unjudged", "all-pairs", "looks", "guardrail", "objective", "family", "correction", "equivalence", "test", "resamples",
	"assume-random", "target", "silver-lambda", "judge", "model", "query-cost",
}

// NewHoldoutCommand makes the verb holdout with all of its own.
func NewHoldoutCommand() *cobra.Command {
	return flags.Family("holdout", newHoldoutCheckCommand(), newHoldoutLedgerCommand())
}

func newHoldoutCheckCommand() *cobra.Command {
	var opts holdoutOptions
	cmd := opts.Verb("check EXPERIMENT.yaml | A B", cobra.RangeArgs(1, 2), opts.run)
	flags := cmd.Flags()
	opts.Judgments.Add(flags, compare.OfRunFiles, ofPairs...)
	flags.Lookup("part").Hidden = true
	opts.Looks.Add(flags, &opts.Store)
	opts.AddPlain(flags, reports.Text, reports.JSON, reports.Markdown)
	opts.Experiment.Add(flags, "a check")
	flags.StringVar(&opts.candidate, "candidate", "", "the one of several candidates in the experiment")
	flags.IntVar(&opts.tried, "tried", 0, "configurations that the candidate is the best of (default: those that runs and sweeps of the store tried on the evaluation part)")
	return cmd
}

func (o *holdoutOptions) run(cmd *cobra.Command, args []string) error {
	if err := o.checkUse(args); err != nil {
		return err
	}
	if o.tried < 1 && o.Flags.Changed("tried") {
		return fmt.Errorf("--tried %d, want at least 1", o.tried)
	}
	o.Stderr = cmd.ErrOrStderr()
	parts, err := o.parts(cmd.Context(), cmd.ErrOrStderr(), args)
	if err != nil {
		return err
	}
	c, err := o.check(parts)
	if err != nil {
		return err
	}
	findings, err := parts.look.Write(cmd.Context(), "holdout check", []string{c.Measure})
	if err != nil {
		return err
	}
	c.Look, c.Head = parts.look.Taken.Number, parts.look.Taken.Hash
	c.Health = slices.Concat(c.Health, parts.unanswered(), findings)
	return o.Write(cmd.OutOrStdout(), output.Of(c, reports.Holdout))
}

// check judges the gains.
func (o *holdoutOptions) check(parts *holdoutParts) (*result.HoldoutCheck, error) {
	look, of := parts.look, parts.evaluation
	g := parts.gains()
	g.Tried = cmp.Or(o.tried, look.Tried(of.TestSet.SHA256, look.Baseline))
	g.Shown, g.Late = look.Taken.Configurations, look.Late
	g.SignalDecides = of.Profile == "medkg"
	c, err := holdout.Check(g, parts.rule())
	if err != nil {
		return nil, err
	}
	c.Profile, c.TestSet, c.A, c.B = of.Profile, of.TestSet, of.A, parts.pair(of).B
	return c, nil
}

// checkUse refuses flags that would be ignored.
func (o *holdoutOptions) checkUse(args []string) error {
	if err := flags.RefuseUnused(o.Flags, "here: a check is about both parts", "part"); err != nil {
		return err
	}
	if len(args) == 1 {
		return o.RefuseOthers(compare.OfExperiment, "for an experiment, whose file says it")
	}
	return errors.Join(flags.RefuseUnused(o.Flags, "for run files; name the candidate second", "candidate", "cache-dir"), o.CheckReading(ordered.Each(args, inputs.NameFile)))
}

// holdoutParts are the same comparison on both parts of a test set.
type holdoutParts struct {
	evaluation, heldOut *result.Comparison
	candidate           string
	measure             metrics.Measure
	look                *flags.Look
}

func (p *holdoutParts) pair(c *result.Comparison) result.Pair {
	for _, pair := range c.Comparisons {
		if pair.B.Name == p.candidate {
			return pair
		}
	}
	return result.Pair{}
}

// gains returns the differences of the primary measure, turned so that positive is better.
func (p *holdoutParts) gains() holdout.Gains {
	worth := 1.0
	if metrics.DirectionOf(p.measure) == metrics.LowerIsBetter {
		worth = -1
	}
	differences := func(c *result.Comparison) []float64 {
		pair := p.pair(c)
		i := p.row(pair)
		if i < 0 {
			return nil
		}
		d := compare.UnitDifferences(pair.PerQuery, pair.Measures[i], "")
		for q := range d {
			d[q] = float64(worth * d[q])
		}
		return d
	}
	return holdout.Gains{Measure: p.measure.String(), Evaluation: differences(p.evaluation), HeldOut: differences(p.heldOut)}
}

// row returns the place of the primary measure in a pair; −1 where it has none.
func (p *holdoutParts) row(pair result.Pair) int {
	name := p.measure.String()
	return slices.IndexFunc(pair.Measures, func(m result.MeasureComparison) bool { return m.Measure == name })
}

// rule returns the one that both gains are judged by: that of the comparison.
func (p *holdoutParts) rule() stats.Rule {
	s := p.evaluation.Settings
	rule := stats.Rule{Alpha: s.Alpha, Margin: s.Margin, Interval: stats.HeadlineKind(s.Interval)}
	for _, c := range []*result.Comparison{p.evaluation, p.heldOut} {
		pair := p.pair(c)
		if i := p.row(pair); i >= 0 && pair.Measures[i].Tail != nil {
			rule.Range = max(rule.Range, pair.Measures[i].Tail.Range)
		}
	}
	return rule
}

// parts compares on both parts: an experiment by running it, run files by scoring them.
func (o *holdoutOptions) parts(ctx context.Context, stderr io.Writer, args []string) (*holdoutParts, error) {
	if len(args) == 1 {
		return o.ofExperiment(ctx, stderr, args[0])
	}
	if o.TestSet == "" {
		return nil, errors.New("give --test-set FILE: only a test set has held-out queries")
	}
	profile, measures, err := o.Conventions(&o.Request)
	if err != nil {
		return nil, err
	}
	settings, err := o.Resolve(profile.Parse)
	if err != nil {
		return nil, err
	}
	files, err := inputs.NameFiles(args)
	if err != nil {
		return nil, err
	}
	settings.PerQuery = true
	if settings.Primary == nil {
		settings.Primary = compare.Primary(profile, measures)
	}
	p := &holdoutParts{measure: settings.Primary}
	if p.look, err = o.requireLook(ctx, ".", o.TestSet, o.Settings.Alpha); err != nil {
		return nil, err
	}
	on := func(part string) (*result.Comparison, error) {
		of := o.Judgments
		of.Judgments.Part = part
		tables, err := of.ScoreFiles(ctx, &of.Request, files, measures, profile, scoring.Options{Hash: true})
		if err == nil {
			err = mostlyAsked(tables)
		}
		if err != nil {
			return nil, fmt.Errorf("part %s: %w; a check needs rankings of the queries of both parts", part, err)
		}
		return compare.Against(tables[0], tables[1:], settings)
	}
	if p.evaluation, err = on(judgments.PartEvaluation); err != nil {
		return nil, err
	}
	if p.heldOut, err = on(judgments.PartHeldOut); err != nil {
		return nil, err
	}
	b := p.evaluation.Comparisons[0].B
	p.candidate = b.Name
	return p, p.look.OfTables(ctx, []result.System{p.evaluation.A, b}, true)
}

// mostlyAsked refuses systems that were not asked most of the queries: the look would be used up for nothing.
func mostlyAsked(tables []*scoring.Table) error {
	n := 0
	for q := range tables[0].Len() {
		if !slices.ContainsFunc(tables, func(t *scoring.Table) bool { return t.Status(q) != result.Missing }) {
			n++
		}
	}
	if of := tables[0].Len(); 2*n > of {
		return fmt.Errorf("%d of %d queries are in none of the run files", n, of)
	}
	return nil
}

// unanswered returns what was found of queries without rankings, by part.
func (p *holdoutParts) unanswered() (list []result.Finding) {
	codes := []string{result.FindingMissing, result.FindingOneArm, result.FindingFailed}
	for _, c := range []*result.Comparison{p.evaluation, p.heldOut} {
		for _, f := range p.pair(c).Health {
			if slices.Contains(codes, f.Code) {
				f.Text = "part " + c.TestSet.Part + ": " + f.Text
				list = append(list, f)
			}
		}
	}
	return list
}

func (o *holdoutOptions) ofExperiment(ctx context.Context, stderr io.Writer, path string) (*holdoutParts, error) {
	p := &holdoutParts{candidate: o.candidate}
	made := map[string][]byte{}
	o.Look = func(prepared *run.Prepared) error {
		made = prepared.Made()
		return nil
	}
	for _, part := range []string{judgments.PartEvaluation, judgments.PartHeldOut} {
		planned, err := o.Load(path, plan.Override{Request: o.Request})
		if err != nil {
			return nil, err
		}
		if p.look == nil {
			if p.look, err = o.requireLook(ctx, filepath.Dir(path), planned.TestSet, planned.Compare.Alpha); err != nil {
				return nil, err
			}
		}
		planned.Part, p.measure = part, planned.Primary
		c, _, err := o.Execute(ctx, stderr, planned, nil)
		if err != nil {
			return nil, err
		}
		if part == judgments.PartEvaluation {
			p.evaluation = c
		} else {
			p.heldOut = c
		}
	}
	names := flags.SystemNames(flags.Candidates(p.evaluation))
	switch {
	case p.candidate == "" && len(names) == 1:
		p.candidate = names[0]
	case !slices.Contains(names, p.candidate):
		return nil, fmt.Errorf("--candidate %q: the candidates are %q", p.candidate, names)
	}
	a := p.evaluation.A.Name
	return p, p.look.OfMade(map[string][]byte{a: made[a], p.candidate: made[p.candidate]}, a)
}

// requireLook prepares the look of a check, which needs held-out queries.
func (o *holdoutOptions) requireLook(ctx context.Context, dir, ref string, alpha float64) (*flags.Look, error) {
	set, err := judgments.OpenTestSet(dir, ref)
	if err != nil {
		return nil, err
	}
	look, err := o.Looks.Look(ctx, set, dir, ref, judgments.PartHeldOut, alpha)
	if err == nil && look == nil {
		err = fmt.Errorf("test set %s has no held-out queries; `rankduel testset split` holds some out", ref)
	}
	return look, err
}
