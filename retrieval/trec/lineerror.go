package trec

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
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

// maxNamed is how many duplicates of a file an error names.
const maxNamed = 10

// A RepeatsError lists the documents of a file that stand twice in a query.
// A single one is a [*LineError], with what to do in its text.
type RepeatsError struct {
	Name   string  // of the source
	Count  int     // of all of them
	First  []error // the first of them in the file, at most ten, each with its place; all wrap ErrDuplicate
	Remedy string
}

// Error has one duplicate a line, below their number.
func (e *RepeatsError) Error() string {
	return prose.Tally{Count: e.Count, First: e.First}.Text(fmt.Sprintf("%s: %d duplicate documents; %s", e.Name, e.Count, e.Remedy))
}

// Unwrap gives errors.Is and errors.As access to each that is named.
func (e *RepeatsError) Unwrap() []error { return e.First }

// The remedies.
const (
	keepBetter = "remove one of each, or keep the better ranked with --duplicates keep-first"
	keepFirst  = "remove one of each, or keep the first with --duplicates keep-first"
)

// A duplicate is a document that is twice in a query.
type duplicate struct {
	query, doc  string
	subtopic    string // empty when there is none
	again, line int    // again: where it stands for the second time; line: where it stood first
}

// duplicates are those of a file, or of a part of it, in file order.
type duplicates struct {
	count int
	named []duplicate // the first maxNamed
}

// add takes a duplicate from anywhere in the file.
func (d *duplicates) add(one duplicate) {
	d.count++
	i, _ := slices.BinarySearchFunc(d.named, one, func(a, b duplicate) int { return a.again - b.again })
	if i == maxNamed {
		return
	}
	d.named = slices.Insert(d.named, i, one)
	d.named = d.named[:min(maxNamed, len(d.named))]
}

// err returns nil when there is no duplicate.
func (d *duplicates) err(name, remedy string) error {
	switch d.count {
	case 0:
		return nil
	case 1:
		one := d.named[0]
		return &LineError{name, one.again, fmt.Errorf("%w; %s", one.err(), strings.Replace(remedy, "one of each", "one", 1))}
	}
	all := &RepeatsError{Name: name, Count: d.count, Remedy: remedy}
	for _, one := range d.named {
		all.First = append(all.First, &LineError{name, one.again, one.err()})
	}
	return all
}

func (d duplicate) err() error {
	where := fmt.Sprintf("query %q", d.query)
	if d.subtopic != "" {
		where = fmt.Sprintf("subtopic %q of %s", d.subtopic, where)
	}
	return fmt.Errorf("%w %q in %s, first on line %d", ErrDuplicate, d.doc, where, d.line)
}
