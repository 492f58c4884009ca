package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/store/kebab"
)

// inKebab opens a store of kebab, and says when kebab wrote to it meanwhile.
func (s *storeFlag) inKebab(ctx context.Context, do func(*kebab.DB) error) error {
	db, err := kebab.Open(ctx, s.store, s.onKebabWait())
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w; name the store of kebab with --store FILE", err)
	}
	if err != nil {
		return err
	}
	err = do(db)
	return errors.Join(err, db.Close())
}

// sayRemarks says what whoever reads the numbers should know, where the form of
// the output has no room for it.
func (o *outputFlags) sayRemarks(stderr io.Writer, remarks []string) error {
	if o.quiet || o.format != string(reports.Kebab) && o.format != string(reports.CSV) {
		return nil
	}
	var errs []error
	for _, remark := range remarks {
		_, err := fmt.Fprintf(stderr, "note: %s\n", reports.Printable(remark))
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func (s *storeFlag) onKebabWait() kebab.Option {
	stderr := s.stderr
	return kebab.OnWait(func(w store.Wait) { fmt.Fprintf(stderr, "rankduel: %v\n", w) })
}
