package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/retrieval/trec"
)

type compareOptions struct {
	judgmentFlags
	compareFlags
	outputFlags
	storeFlag
	scores bool
}

func newCompareCommand() *cobra.Command {
	var opts compareOptions
	cmd := &cobra.Command{
		Use:   "compare A B [C ...]",
		Short: "Compare two runs query by query and decide",
		Long: `Compare systems query by query. A is the baseline, every other one a candidate;
differences are candidate - baseline, so positive means the candidate is better.

A and B are run files (with --qrels or --test-set), ids of stored runs, or, with
--scores, files of per-query scores that another program computed.` + "\n" + exitHelp,
		Example: `  rankduel compare bm25.trec dense.trec --qrels qrels.txt
  rankduel compare a.trec b.trec --test-set testsets/clinical_v1.yaml -m nDCG@10,R@100 -o report.md
  rankduel compare run_1f3a9c run_77b0e2
  rankduel compare --scores a.csv b.csv`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.checkUse(cmd.Flags()); err != nil {
				return err
			}
			opts.stderr = cmd.ErrOrStderr()
			return runCompare(cmd.Context(), cmd.OutOrStdout(), opts, args)
		},
	}
	opts.judgmentFlags.add(cmd.Flags())
	opts.compareFlags.add(cmd.Flags())
	opts.outputFlags.add(cmd.Flags())
	opts.storeFlag.add(cmd.Flags())
	cmd.Flags().BoolVar(&opts.scores, "scores", false, "the arguments are files of per-query scores")
	return cmd
}

func runCompare(ctx context.Context, stdout io.Writer, opts compareOptions, args []string) error {
	inputs := append([]string{opts.qrels, opts.testSet, opts.paths}, args...)
	if err := errors.Join(opts.check(), opts.checkInputs(inputs...), opts.checkReading(args)); err != nil {
		return err
	}
	profile, measures, err := opts.conventions()
	if err != nil {
		return err
	}
	if len(opts.measures) == 0 { // counts and geometric means are for eval
		measures = slices.DeleteFunc(slices.Clone(measures), func(m metrics.Measure) bool { return !compare.Decides(m) })
	}
	settings, err := opts.settings(profile)
	if err != nil {
		return err
	}
	settings.PerQuery = opts.perQuery()
	systems, err := opts.systems(ctx, args, profile, measures)
	if err != nil {
		return err
	}
	c, err := compare.Against(systems[0], systems[1:], settings)
	if c == nil {
		return err
	}
	return errors.Join(err, opts.write(stdout, func(w io.Writer, f reports.Format, o reports.Options) error {
		return reports.Comparison(w, c, f, o)
	}))
}

// checkUse refuses flags that would be ignored: scores that exist already are
// compared as they are.
func (o *compareOptions) checkUse(flags *pflag.FlagSet) error {
	var errs []error
	refuse := func(why string, names ...string) {
		for _, name := range names {
			if flags.Changed(name) {
				errs = append(errs, fmt.Errorf("--%s has no use %s", name, why))
			}
		}
	}
	if o.scores {
		refuse("with --scores, which are not scored again", "qrels", "test-set", "part", "profile", "measure", "paths", "order", "duplicates")
	} else if o.qrels == "" && o.testSet == "" {
		refuse("for stored runs, which are not scored again; give --qrels or --test-set to score run files", "part", "profile", "measure", "paths", "order", "duplicates")
	}
	return errors.Join(errs...)
}

// systems reads what the arguments name.
func (o *compareOptions) systems(ctx context.Context, args []string, profile metrics.Profile, measures []metrics.Measure) ([]*scoring.Table, error) {
	switch {
	case o.scores:
		return readScores(args)
	case o.qrels == "" && o.testSet == "":
		for _, arg := range args {
			if _, err := os.Stat(arg); err == nil {
				return nil, fmt.Errorf("%s is a file: give the judgments too, with --qrels or --test-set, or --scores if it holds per-query scores", arg)
			}
		}
		return o.storedScores(ctx, args)
	}
	judgments, err := o.read(ctx, profile, measures)
	if err != nil {
		return nil, err
	}
	return o.score(ctx, judgments, args, measures, profile, scoring.Options{KeepRanks: true, Hash: o.identifies()})
}

func readScores(paths []string) ([]*scoring.Table, error) {
	var all []*scoring.Table
	names := runNames(paths)
	for i, path := range paths {
		f, err := trec.File(path).Open()
		if err != nil {
			return nil, err
		}
		s, err := scoring.ReadScores(path, f)
		if err := errors.Join(err, f.Close()); err != nil {
			return nil, err
		}
		s.Name = names[i]
		all = append(all, s)
	}
	return all, nil
}

// storedScores reads stored runs by id or by the start of one.
func (o *compareOptions) storedScores(ctx context.Context, ids []string) ([]*scoring.Table, error) {
	db, err := o.openReadOnly(ctx)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	var all []*scoring.Table
	for _, id := range ids {
		run, err := find(ctx, db, id)
		if err != nil {
			return nil, err
		}
		s, err := scoring.Restore(run)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}
