package keep

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/rankduel/rankduel/cmd/rankduel/flags"
	"github.com/rankduel/rankduel/cmd/rankduel/output"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/store"
)

// What becomes of what both stores have and is not the same in both.
const (
	DifferingKeep    = "keep"
	DifferingReplace = "replace"
)

type storeCopyOptions struct {
	output.Report
	differing string
}

// NewStoreCommand makes the verb store with all of its own.
func NewStoreCommand() *cobra.Command { return flags.Family("store", newStoreCopyCommand()) }

func newStoreCopyCommand() *cobra.Command {
	var opts storeCopyOptions
	cmd := flags.Verb("copy FROM TO", cobra.ExactArgs(2), opts.run)
	opts.AddPlain(cmd.Flags(), reports.Text, reports.JSON)
	cmd.Flags().StringVar(&opts.differing, "differing", "", "what both have and is not the same: keep leaves TO's, replace takes FROM's (default: keep, and exit 1)")
	return cmd
}

func (o *storeCopyOptions) run(cmd *cobra.Command, args []string) (err error) {
	ctx, fromDSN, toDSN := cmd.Context(), args[0], args[1]
	if err := errors.Join(o.Check(), checkDiffering(o.differing), checkCopied(fromDSN, toDSN)); err != nil {
		return err
	}
	onWait := (&flags.Store{Stderr: cmd.ErrOrStderr()}).OnWait()
	from, err := store.OpenReadOnly(ctx, fromDSN, onWait)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := store.Open(ctx, toDSN, onWait)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	progress := output.NewProgress(cmd.ErrOrStderr(), o.Quiet)
	done, err := store.Copy(ctx, to, from, store.Copying{Replace: o.differing == DifferingReplace, Progress: progress.Stage})
	progress.Finish()
	if err != nil {
		return notCopied(err)
	}
	if err := o.Write(cmd.OutOrStdout(), output.Of(done, reports.StoreCopy)); err != nil {
		return err
	}
	if !done.Equal && (o.differing != DifferingKeep || done.Lost()) {
		return fmt.Errorf("%s and %s: %w", done.From, done.To, output.ErrNotEqual)
	}
	return nil
}

// notCopied returns why a copy is not whole.
func notCopied(err error) error {
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("interrupted; what was copied is kept, and the same command goes on from there: %w", context.Canceled)
	}
	return &result.StoreError{Err: err}
}

func checkDiffering(differing string) error {
	switch differing {
	case "", DifferingKeep, DifferingReplace:
		return nil
	}
	return fmt.Errorf("--differing %q, want keep or replace", differing)
}

// checkCopied refuses to copy what is kept nowhere, or into itself.
func checkCopied(from, to string) error {
	for _, dsn := range []string{from, to} {
		if dsn == ":memory:" {
			return errors.New(":memory: keeps nothing that could be copied")
		}
	}
	a, errA := store.Name(from)
	b, errB := store.Name(to)
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	infoA, errA := os.Stat(from)
	infoB, errB := os.Stat(to)
	if a == b || errA == nil && errB == nil && os.SameFile(infoA, infoB) {
		return fmt.Errorf("%s is both the first and the second store", a)
	}
	return nil
}
