package keep

import (
	"context"
	"errors"
	"io"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/judgments"
	experiment "github.com/rankduel/rankduel/experiment/kebab"
	"github.com/rankduel/rankduel/experiment/result"
	kebabreports "github.com/rankduel/rankduel/reports/kebab"
	"github.com/rankduel/rankduel/store/kebab"
)

type runsOptions struct {
	output.Report
	flags.Store
	flags.Looks
	Part string // of a list: whose scores are shown
}

func listKebab(ctx context.Context, stdout io.Writer, db *kebab.DB, opts runsOptions, _ []string) error {
	if opts.Part != judgments.PartEvaluation {
		return errors.New("--part is for a store of rankduel: kebab holds no queries out")
	}
	runs, err := db.Runs(ctx)
	if err != nil {
		return err
	}
	listed := make([]result.KebabDescription, len(runs))
	for i, run := range runs {
		listed[i] = experiment.Listed(run)
	}
	return opts.Write(stdout, output.Of(listed, kebabreports.WriteRuns))
}

func showKebab(ctx context.Context, stdout io.Writer, db *kebab.DB, opts runsOptions, args []string) error {
	run, err := db.Run(ctx, args[0])
	if err != nil {
		return err
	}
	described, err := experiment.Describe(experiment.FromRows(opts.Address, run, db.Rows(ctx, run.ID)))
	if err != nil {
		return err
	}
	return opts.Write(stdout, output.Of(described, kebabreports.WriteRun))
}

func exportKebab(ctx context.Context, stdout io.Writer, db *kebab.DB, opts runsOptions, args []string) error {
	opts.EachQuery = true
	return showKebab(ctx, stdout, db, opts, args)
}
