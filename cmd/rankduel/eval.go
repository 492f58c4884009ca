package main

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/experiment"
	"github.com/rankduel/rankduel/reports"
)

type evalOptions struct {
	judgmentFlags
	outputFlags
	runs []string
}

func newEvalCommand() *cobra.Command {
	var opts evalOptions
	cmd := &cobra.Command{
		Use:   "eval --qrels QRELS --run RUN",
		Short: "Score run files against judgments",
		Long: `Score one or more run files against judgments: the mean, median and spread of
each measure, per stratum where the test set has strata, and every query with
--per-query.` + "\n" + exitHelp,
		Example: `  rankduel eval --qrels qrels.txt --run bm25.trec
  rankduel eval --test-set testsets/clinical_v1.yaml --run a.trec --run b.trec.gz -m nDCG@10,R@100
  zcat run.gz | rankduel eval --qrels qrels.txt --run - --per-query --format csv`,
		Args: onlyFlags("name run files with --run and judgments with --qrels"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return eval(cmd.Context(), cmd.OutOrStdout(), opts)
		},
	}
	opts.judgmentFlags.add(cmd.Flags())
	opts.outputFlags.add(cmd.Flags())
	cmd.Flags().StringArrayVar(&opts.runs, "run", nil, "run file in TREC form; repeatable, one column each; - is standard input")
	return cmd
}

func eval(ctx context.Context, stdout io.Writer, opts evalOptions) error {
	inputs := append([]string{opts.qrels, opts.testSet}, opts.runs...)
	if err := errors.Join(opts.outputFlags.check(), opts.checkInputs(inputs...), opts.checkReading(opts.runs)); err != nil {
		return err
	}
	if len(opts.runs) == 0 {
		return errors.New("no run: give --run FILE")
	}
	profile, measures, err := opts.conventions()
	if err != nil {
		return err
	}
	judgments, err := opts.read(ctx, profile)
	if err != nil {
		return err
	}
	runs, err := opts.score(ctx, judgments, opts.runs, measures, profile, experiment.ScoreOptions{Hash: opts.identifies()})
	if err != nil {
		return err
	}
	e := experiment.NewEvaluation(judgments.Info, profile.Name, runs, opts.perQuery())
	return opts.write(stdout, func(w io.Writer, f reports.Format, o reports.Options) error {
		return reports.Evaluation(w, e, f, o)
	})
}
