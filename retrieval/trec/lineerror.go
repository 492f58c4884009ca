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

// lineAt returns an error whose source is not known yet, at a line counted from the start of a block.
func lineAt(line int, err error) *LineError { return &LineError{Line: line, Err: err} }

// located completes an error of a block: the name of the source, and where in the file the lines of the block are.
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

// A Repeat is a document that is twice in a query.
type Repeat struct {
	Query, Doc   string
	First, Again int    // places in the file, such as lines
	subtopic     string // empty when there is none
}

// Repeats are those of a file, or of a part of it, in file order.
type Repeats struct {
	count int
	named []Repeat // the first maxNamed
}

// Add takes a repeat from anywhere in the file.
func (r *Repeats) Add(one Repeat) {
	r.count++
	i, _ := slices.BinarySearchFunc(r.named, one, func(a, b Repeat) int {
		if a.Again <= b.Again { // of one place, such as a row of several hits, in the order that they come in
			return -1
		}
		return 1
	})
	if i == maxNamed {
		return
	}
	r.named = slices.Insert(r.named, i, one)
	r.named = r.named[:min(maxNamed, len(r.named))]
}

// join adds those of a part of the file, whose lines are others in the file.
func (r *Repeats) join(part Repeats, inFile func(line int) int) {
	r.count += part.count - len(part.named)
	for _, one := range part.named {
		one.Again, one.First = inFile(one.Again), inFile(one.First)
		r.Add(one)
	}
}

// Err returns nil when there is none; at gives an error its place in the file, and on says
// in words where another place is.
func (r *Repeats) Err(name string, at func(place int, err error) error, on func(place int) string) error {
	return r.err(name, keepBetter, at, on)
}

// byLine returns the error where places are lines.
func (r *Repeats) byLine(name, remedy string) error {
	return r.err(name, remedy, func(line int, err error) error { return &LineError{name, line, err} },
		func(line int) string { return fmt.Sprintf("on line %d", line) })
}

func (r *Repeats) err(name, remedy string, at func(int, error) error, on func(int) string) error {
	all := &RepeatsError{Name: name, Count: r.count, Remedy: remedy}
	for _, one := range r.named {
		err := one.err(on)
		if r.count == 1 {
			return at(one.Again, fmt.Errorf("%w; %s", err, strings.Replace(remedy, "one of each", "one", 1)))
		}
		all.First = append(all.First, at(one.Again, err))
	}
	if r.count == 0 {
		return nil
	}
	return all
}

func (r Repeat) err(on func(int) string) error {
	where := fmt.Sprintf("query %q", r.Query)
	if r.subtopic != "" {
		where = fmt.Sprintf("subtopic %q of %s", r.subtopic, where)
	}
	return fmt.Errorf("%w %q in %s, first %s", ErrDuplicate, r.Doc, where, on(r.First))
}
