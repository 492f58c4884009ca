package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	experiment "github.com/rankduel/rankduel/experiment/kebab"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/store/kebab"
)

// inKebab opens a store of kebab, and says when kebab wrote to it meanwhile.
func (s *storeFlag) inKebab(ctx context.Context, do func(*kebab.DB) error) error {
	db, err := kebab.Open(ctx, s.store, s.onKebabWait())
	if err != nil {
		return err
	}
	err = do(db)
	return errors.Join(err, db.Close())
}

func (s *storeFlag) onKebabWait() kebab.Option {
	stderr := s.stderr
	return kebab.OnWait(func(w store.Wait) { fmt.Fprintf(stderr, "rankduel: %v\n", w) })
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
