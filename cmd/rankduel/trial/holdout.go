package trial

import (
	"context"
	"encoding/json"
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
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
)

type holdoutOptions struct {
	flags.Judgments
	output.Report
	execution.Experiment
	candidate string
	tried     int
	release   string
}

// NewHoldoutCommand makes the verb holdout with all of its own.
func NewHoldoutCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "holdout", Short: "Check gains on held-out queries, and count looks", Args: flags.RefuseUnknownVerb, RunE: flags.ShowHelp}
	cmd.AddCommand(newHoldoutCheckCommand(), newHoldoutLedgerCommand())
	return cmd
}

func newHoldoutCheckCommand() *cobra.Command {
	var opts holdoutOptions
	cmd := &cobra.Command{
		Use:   "check EXPERIMENT.yaml | A B",
		Short: "Say whether a gain is there on held-out queries",
		Long: `Compare the gain of a candidate on the evaluation part of a test set with its
gain on the held-out part: it generalises, is overfitted, or the queries cannot
tell. Give an experiment, or two run files with --test-set.

It is a look at the held-out queries: it is written to the ledger before
anything is shown, decided at a share of alpha that shrinks with every look, and
refused beyond the budget. With --release ladder only a gain of more than a
standard error is shown, with --release threshold only whether both parts agree.` + "\n" + output.ExitHelp,
		Example: "  rankduel holdout check experiment.yaml\n  rankduel holdout check a.trec b.trec --test-set testsets/clinical_v1.yaml",
		Args:    cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return checkHoldout(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), opts, args)
		},
	}
	flags := cmd.Flags()
	opts.Judgments.Add(flags, compare.OfRunFiles, "bounds", "unjudged", "all-pairs")
	flags.Lookup("part").Hidden = true
	opts.Looks.Add(flags)
	opts.Forms = []reports.Format{reports.Text, reports.JSON, reports.Markdown}
	opts.AddPlain(flags)
	opts.Experiment.Add(flags, "a check")
	opts.MayLook = true
	flags.StringVar(&opts.candidate, "candidate", "", "the one of several candidates in the experiment")
	flags.IntVar(&opts.tried, "tried", 0, "configurations that the candidate is the best of (default: those that the store has of the evaluation part)")
	flags.StringVar(&opts.release, "release", result.ReleaseScores, "what to show: scores, ladder or threshold")
	return cmd
}

func checkHoldout(ctx context.Context, stdout, stderr io.Writer, opts holdoutOptions, args []string) error {
	if err := opts.Check(); err != nil {
		return err
	}
	if err := opts.checkUse(args); err != nil {
		return err
	}
	if !slices.Contains([]string{result.ReleaseScores, result.ReleaseLadder, result.ReleaseThreshold}, opts.release) {
		return fmt.Errorf("--release %q: want scores, ladder or threshold", opts.release)
	}
	if opts.tried < 0 {
		return fmt.Errorf("--tried %d, want at least 1", opts.tried)
	}
	parts, err := opts.parts(ctx, stderr, args)
	if err != nil {
		return err
	}
	g, err := parts.gains()
	if err != nil {
		return err
	}
	if g.Tried = opts.tried; g.Tried == 0 {
		g.Tried = opts.countTried(ctx, parts.evaluation.TestSet)
	}
	if err := parts.settle(opts.release, g); err != nil {
		return err
	}
	c, err := holdout.Check(g, parts.look.Level)
	if err != nil {
		return err
	}
	c.Profile, c.TestSet, c.A, c.B = parts.evaluation.Profile, parts.evaluation.TestSet, parts.evaluation.A, parts.pair(parts.evaluation).B
	findings, err := parts.look.Write(ctx, "holdout check", []result.System{c.A, c.B}, []string{c.Measure}, opts.release)
	if err != nil {
		return err
	}
	c.Looks, c.Budget, c.Head = parts.look.Taken.Number, opts.Budget, parts.look.Taken.Hash
	c.Health = append(c.Health, findings...)
	if opts.release != result.ReleaseScores {
		r, err := holdout.Release(opts.release, c, g)
		if err != nil {
			return err
		}
		return opts.Write(stdout, func(w io.Writer, _ reports.Format, o reports.Options) error { return reports.HoldoutRelease(w, r, o) })
	}
	return opts.Write(stdout, func(w io.Writer, f reports.Format, o reports.Options) error { return reports.Holdout(w, c, f, o) })
}

// checkUse refuses flags that would be ignored.
func (o *holdoutOptions) checkUse(args []string) error {
	if err := flags.RefuseUnused(o.Flags, "here: a check is about both parts", "part"); err != nil {
		return err
	}
	if o.release != result.ReleaseScores {
		if err := flags.RefuseUnused(o.Flags, "with --release "+o.release+", which is one sentence of text", "format", "output", "quiet"); err != nil {
			return err
		}
	}
	if len(args) == 1 {
		return o.RefuseOthers(compare.OfExperiment, "for an experiment, whose file says it")
	}
	return errors.Join(flags.RefuseUnused(o.Flags, "for run files; name the candidate second", "candidate"), o.CheckReading(flags.NameEach(args)))
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

// gains returns the differences of the primary measure, turned so that positive is
// better.
func (p *holdoutParts) gains() (holdout.Gains, error) {
	name, worth := p.measure.String(), 1.0
	if metrics.DirectionOf(p.measure) == metrics.LowerIsBetter {
		worth = -1
	}
	differences := func(c *result.Comparison) []float64 {
		pair := p.pair(c)
		i := slices.IndexFunc(pair.Measures, func(m result.MeasureComparison) bool { return m.Measure == name })
		if i < 0 {
			return nil
		}
		d := compare.UnitDifferences(pair.PerQuery, pair.Measures[i], "")
		for q := range d {
			d[q] = float64(worth * d[q])
		}
		return d
	}
	return holdout.Gains{Measure: name, Evaluation: differences(p.evaluation), HeldOut: differences(p.heldOut)}, nil
}

// parts compares on both parts: an experiment by running it, run files by
// scoring them.
func (o *holdoutOptions) parts(ctx context.Context, stderr io.Writer, args []string) (*holdoutParts, error) {
	if len(args) == 1 {
		return o.ofExperiment(ctx, stderr, args[0])
	}
	if o.TestSet == "" {
		return nil, errors.New("give --test-set FILE: only a test set has held-out queries")
	}
	profile, measures, err := o.Conventions()
	if err != nil {
		return nil, err
	}
	settings, err := o.Resolve(profile.Parse)
	if err != nil {
		return nil, err
	}
	files, err := flags.NameFiles(args)
	if err != nil {
		return nil, err
	}
	settings.PerQuery = true
	if settings.Primary == nil {
		settings.Primary = compare.Primary(profile, measures)
	}
	p := &holdoutParts{measure: settings.Primary}
	if p.look, err = requireLook(&o.Looks, ".", o.TestSet, o.Settings.Alpha); err != nil {
		return nil, err
	}
	on := func(part string) (*result.Comparison, error) {
		of := o.Judgments
		of.Judgments.Part = part
		judged, err := of.Read(ctx, profile, measures)
		if err != nil {
			return nil, err
		}
		tables, err := of.Score(ctx, judged, files, measures, profile, scoring.Options{Hash: true})
		if err != nil {
			return nil, err
		}
		return compare.Against(tables[0], tables[1:], settings)
	}
	if p.evaluation, err = on(judgments.PartEvaluation); err != nil {
		return nil, err
	}
	if p.heldOut, err = on(judgments.PartHeldOut); err != nil {
		return nil, err
	}
	p.candidate = p.evaluation.Comparisons[0].B.Name
	return p, nil
}

func (o *holdoutOptions) ofExperiment(ctx context.Context, stderr io.Writer, path string) (*holdoutParts, error) {
	p := &holdoutParts{candidate: o.candidate}
	for _, part := range []string{judgments.PartEvaluation, judgments.PartHeldOut} {
		planned, err := o.Load(path, plan.Override{Request: o.Request})
		if err != nil {
			return nil, err
		}
		if p.look == nil {
			if p.look, err = requireLook(&o.Looks, filepath.Dir(path), planned.TestSet, planned.Compare.Alpha); err != nil {
				return nil, err
			}
		}
		planned.Part, p.measure = part, planned.Primary
		c, err := o.compared(ctx, stderr, planned, p.look)
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
	return p, nil
}

// countTried returns the number of configurations whose scores on the evaluation
// queries of this test set are stored: what the candidate may be the best of.
func (o *holdoutOptions) countTried(ctx context.Context, set result.TestSetInfo) int {
	db, err := o.OpenReadOnly(ctx)
	if err != nil {
		return 1
	}
	defer db.Close()
	runs, err := db.Runs(ctx)
	if err != nil {
		return 1
	}
	tried := 0
	for _, run := range runs {
		var summary struct{ Role result.Role }
		if run.TestSet.SHA256 == set.SHA256 && run.TestSet.Part == judgments.PartEvaluation &&
			json.Unmarshal(run.Aggregate, &summary) == nil && summary.Role != result.RoleComponent {
			tried++
		}
	}
	return max(1, tried-1) // without the baseline
}
