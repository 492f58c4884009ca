package main

import (
	"context"
	"io"

	experiment "github.com/rankduel/rankduel/experiment/kebab"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/store/kebab"
)

type runsOptions struct {
	outputFlags
	storeFlag
}

func listKebab(ctx context.Context, stdout io.Writer, db *kebab.DB, opts runsOptions, _ []string) error {
	runs, err := db.Runs(ctx)
	if err != nil {
		return err
	}
	listed := make([]result.KebabDescription, len(runs))
	for i, run := range runs {
		listed[i] = experiment.Listed(run)
	}
	return opts.write(stdout, func(w io.Writer, f reports.Format, o reports.Options) error {
		return reports.KebabRuns(w, listed, f, o)
	})
}

func showKebab(ctx context.Context, stdout io.Writer, db *kebab.DB, opts runsOptions, args []string) error {
	run, err := db.Run(ctx, args[0])
	if err != nil {
		return err
	}
	described, err := experiment.Describe(experiment.FromRows(opts.store, run, db.Rows(ctx, run.ID)))
	if err != nil {
		return err
	}
	return opts.write(stdout, func(w io.Writer, f reports.Format, o reports.Options) error {
		return reports.KebabRun(w, described, f, o)
	})
}

func exportKebab(ctx context.Context, stdout io.Writer, db *kebab.DB, opts runsOptions, args []string) error {
	opts.per = true
	return showKebab(ctx, stdout, db, opts, args)
}
