package trec

import (
	"errors"
	"fmt"
)

var (
	// ErrEmpty is what a file without a single hit or judgment gives.
	ErrEmpty = errors.New("no lines to read; is this the right file?")
	// ErrDuplicate is in every error about a document that appears twice in a query.
	ErrDuplicate = errors.New("duplicate document")
)

// A LineError is what is wrong at one place of a file.
type LineError struct {
	Name string // of the source
	Line int    // from 1
	Err  error  // what, and what to do
}

// Error returns "name:line: what".
func (e *LineError) Error() string { return fmt.Sprintf("%s:%d: %v", e.Name, e.Line, e.Err) }

// Unwrap gives the cause.
func (e *LineError) Unwrap() error { return e.Err }

// lineAt returns an error whose source is not known yet, at a line counted from the
// start of a block.
func lineAt(line int, err error) *LineError { return &LineError{Line: line, Err: err} }

// located completes an error of a block: the name of the source, and where in
// the file the lines of the block are.
func located(err error, name string, line func(inBlock int) int) error {
	var at *LineError
	if !errors.As(err, &at) || at.Name != "" {
		return err
	}
	at.Name, at.Line = name, line(at.Line)
	return err
}
