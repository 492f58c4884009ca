package main

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

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/holdout"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
)

type holdoutOptions struct {
	judgmentFlags
	compareFlags
	outputFlags
	executionFlags
	candidate string
	tried     int
	release   string
}

func newHoldoutCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "holdout", Short: "Check gains on held-out queries, and count looks", Args: knownVerb, RunE: showHelp}
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
standard error is shown, with --release threshold only whether both parts agree.` + "\n" + exitHelp,
		Example: "  rankduel holdout check experiment.yaml\n  rankduel holdout check a.trec b.trec --test-set testsets/clinical_v1.yaml",
		Args:    cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return checkHoldout(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr(), opts, args)
		},
	}
	flags := cmd.Flags()
	opts.judgmentFlags.add(flags)
	flags.Lookup("part").Hidden = true
	opts.lookFlags.add(flags)
	opts.compareFlags.add(flags)
	opts.forms = []reports.Format{reports.Text, reports.JSON, reports.Markdown}
	opts.addPlain(flags)
	opts.executionFlags.add(flags, "a check")
	opts.mayLook = true
	flags.StringVar(&opts.candidate, "candidate", "", "the one of several candidates in the experiment")
	flags.IntVar(&opts.tried, "tried", 0, "configurations that the candidate is the best of (default: those that the store has of the evaluation part)")
	flags.StringVar(&opts.release, "release", releaseScores, "what to show: scores, ladder or threshold")
	return cmd
}

func checkHoldout(ctx context.Context, stdout, stderr io.Writer, opts holdoutOptions, args []string) error {
	opts.keep = opts.checkInputs
	if err := errors.Join(opts.check(), opts.checkInputs(append(args, opts.testSet, opts.paths)...)); err != nil {
		return err
	}
	if err := opts.checkUse(args); err != nil {
		return err
	}
	if !slices.Contains([]string{releaseScores, releaseLadder, releaseThreshold}, opts.release) {
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
	c, err := holdout.Check(g, parts.look.level)
	if err != nil {
		return err
	}
	c.Profile, c.TestSet, c.A, c.B = parts.evaluation.Profile, parts.evaluation.TestSet, parts.evaluation.A, parts.pair(parts.evaluation).B
	findings, err := parts.look.write(ctx, "holdout check", []result.System{c.A, c.B}, []string{c.Measure}, opts.release)
	if err != nil {
		return err
	}
	c.Looks, c.Budget, c.Head = parts.look.taken.Number, opts.budget, parts.look.taken.Hash
	c.Health = append(c.Health, findings...)
	if opts.release != releaseScores {
		return opts.releaseLess(stdout, c, g)
	}
	return opts.write(stdout, func(w io.Writer, f reports.Format, o reports.Options) error { return reports.Holdout(w, c, f, o) })
}

// checkUse refuses flags that would be ignored.
func (o *holdoutOptions) checkUse(args []string) error {
	if err := unused(o.given, "here: a check is about both parts", "part"); err != nil {
		return err
	}
	if o.release != releaseScores {
		if err := unused(o.given, "with --release "+o.release+", which is one sentence of text", "format", "output", "quiet"); err != nil {
			return err
		}
	}
	if len(args) == 1 {
		return unused(o.given, "for an experiment, whose file says it", scoringFlags()...)
	}
	return errors.Join(unused(o.given, "for run files; name the candidate second", "candidate"), o.checkReading(namedFilesOf(args)))
}

// holdoutParts are the same comparison on both parts of a test set.
type holdoutParts struct {
	evaluation, heldOut *result.Comparison
	candidate           string
	measure             metrics.Measure
	look                *heldOutLook
}

func (p *holdoutParts) pair(c *result.Comparison) result.Pair {
	for _, pair := range c.Comparisons {
		if pair.B.Name == p.candidate {
			return pair
		}
	}
	return result.Pair{}
}

// gains are the differences of the primary measure, turned so that positive is
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
	if o.testSet == "" {
		return nil, errors.New("give --test-set FILE: only a test set has held-out queries")
	}
	profile, measures, err := o.conventions()
	if err != nil {
		return nil, err
	}
	settings, err := o.settings(profile.Parse)
	if err != nil {
		return nil, err
	}
	files, err := nameFiles(args)
	if err != nil {
		return nil, err
	}
	settings.PerQuery = true
	if settings.Primary == nil {
		settings.Primary = compare.Primary(profile, measures)
	}
	p := &holdoutParts{measure: settings.Primary}
	if p.look, err = o.required(".", o.testSet, o.alpha); err != nil {
		return nil, err
	}
	on := func(part string) (*result.Comparison, error) {
		of := o.judgmentFlags
		of.part = part
		judged, err := of.read(ctx, profile, measures)
		if err != nil {
			return nil, err
		}
		tables, err := of.score(ctx, judged, files, measures, profile, scoring.Options{Hash: true})
		if err != nil {
			return nil, err
		}
		c, err := compare.Against(tables[0], tables[1:], settings)
		if c == nil {
			return nil, err
		}
		return c, err
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
		given := o.judgmentFlags.override()
		given.Primary, given.Guardrails = o.primary, o.guardrails
		planned, err := o.load(path, given)
		if err != nil {
			return nil, err
		}
		if err := o.compareFlags.override(planned); err != nil {
			return nil, err
		}
		if p.look == nil {
			if p.look, err = o.required(filepath.Dir(path), planned.TestSet, planned.Compare.Alpha); err != nil {
				return nil, err
			}
		}
		planned.Part, p.measure = part, planned.Primary
		c, _, err := o.execute(ctx, stderr, planned, nil)
		if err != nil {
			return nil, err
		}
		if part == judgments.PartEvaluation {
			p.evaluation = c
		} else {
			p.heldOut = c
		}
	}
	names := namesOf(candidates(p.evaluation))
	switch {
	case p.candidate == "" && len(names) == 1:
		p.candidate = names[0]
	case !slices.Contains(names, p.candidate):
		return nil, fmt.Errorf("--candidate %q: the candidates are %q", p.candidate, names)
	}
	return p, nil
}

// required is a look at a test set that has held-out queries.
func (l *lookFlags) required(dir, ref string, alpha float64) (*heldOutLook, error) {
	look, err := l.look(dir, ref, judgments.PartHeldOut, alpha)
	if err == nil && look == nil {
		err = fmt.Errorf("test set %s has no held-out queries", ref)
	}
	return look, err
}

// countTried is the number of configurations whose scores on the evaluation
// queries of this test set are stored: what the candidate may be the best of.
func (o *holdoutOptions) countTried(ctx context.Context, set result.TestSetInfo) int {
	db, err := o.openReadOnly(ctx)
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

// releaseLess shows what a limited release gives, and no score.
func (o *holdoutOptions) releaseLess(stdout io.Writer, c *result.HoldoutCheck, g holdout.Gains) error {
	var text string
	if o.release == releaseLadder {
		_, said, err := holdout.Ladder(g.HeldOut)
		if err != nil {
			return err
		}
		text = said
	} else {
		agrees, value := holdout.Threshold{}.Answer(c.Evaluation.Mean, c.HeldOut.Mean, c.A.Name+"\x00"+c.B.Name+"\x00"+c.Measure+"\x00"+c.TestSet.SHA256)
		text = fmt.Sprintf("the held-out part agrees with the gain of %+.4f on the evaluation part", value)
		if !agrees {
			text = fmt.Sprintf("the held-out part does not agree; its gain is about %+.4f, with noise added", value)
		}
		if len(g.HeldOut) < holdout.FewestForThreshold {
			text += fmt.Sprintf("\nwith %d held-out queries this says little: its noise is made for %d and more", len(g.HeldOut), holdout.FewestForThreshold)
		}
	}
	var notes []string
	for _, f := range c.Health {
		notes = append(notes, f.Text)
	}
	_, err := fmt.Fprintf(reports.Terminal(stdout, false), "%s against %s on %s: %s\n%s\n", c.B.Name, c.A.Name, c.Measure, text, strings.Join(notes, "\n"))
	return err
}

type ledgerOptions struct {
	lookFlags
	outputFlags
	testSet string
}

func newHoldoutLedgerCommand() *cobra.Command {
	var opts ledgerOptions
	cmd := &cobra.Command{
		Use:   "ledger [--test-set SET | --ledger FILE]",
		Short: "List the looks at held-out queries, and verify them",
		Long: `List the looks at held-out queries, oldest first. Each carries the hash of the
one before it: a ledger that was edited is refused, with the line.` + "\n" + exitHelp,
		Example: "  rankduel holdout ledger --test-set testsets/clinical_v1.yaml",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return listLooks(cmd.OutOrStdout(), opts)
		},
	}
	cmd.Flags().StringVar(&opts.testSet, "test-set", "", "test set whose looks are listed")
	opts.lookFlags.add(cmd.Flags())
	opts.forms = []reports.Format{reports.Text, reports.JSON, reports.Markdown}
	opts.addPlain(cmd.Flags())
	return cmd
}

func listLooks(stdout io.Writer, opts ledgerOptions) error {
	if err := opts.check(); err != nil {
		return err
	}
	path, sha := opts.ledger, ""
	switch {
	case opts.testSet != "":
		set, err := judgments.OpenTestSet(".", opts.testSet)
		if err != nil {
			return err
		}
		sha = set.SHA256()
		if path == "" {
			path = filepath.Join(ledgerFolder(".", opts.testSet), set.Name+".looks.jsonl")
		}
	case path == "":
		return errors.New("give --test-set SET or --ledger FILE")
	}
	l, err := holdout.ReadLedger(path)
	if err != nil {
		return err
	}
	list := result.Looks{Schema: result.LooksSchema, Ledger: path, TestSet: sha, Budget: opts.budget, Looks: l.Looks}
	if list.Looks == nil {
		list.Looks = []result.Look{}
	}
	return opts.write(stdout, func(w io.Writer, f reports.Format, o reports.Options) error { return reports.Looks(w, list, f, o) })
}
