package runfile

import (
	"errors"
	"fmt"
)

// A RowError is what is wrong in one row of a Parquet file, which has no lines.
type RowError struct {
	Name string // of the source
	Row  int64  // from 1
	Err  error  // what, and what to do
}

// Error returns "name: row 12: what".
func (e *RowError) Error() string { return fmt.Sprintf("%s: row %d: %v", e.Name, e.Row, e.Err) }

func (e *RowError) Unwrap() error { return e.Err }

// A place is where in a file something is: a line or row, from 1, or in
// format json, which need not have lines, a number of bytes.
type place int

// A placeError is an error whose place has not been put into words yet.
type placeError struct {
	at  place
	err error
}

func (e *placeError) Error() string { return e.err.Error() }
func (e *placeError) Unwrap() error { return e.err }

func at(p place, err error) error { return &placeError{p, err} }

// placed gives an error a place unless it has one.
func placed(p place, err error) error {
	var here *placeError
	if errors.As(err, &here) {
		return err
	}
	return at(p, err)
}
