package runfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/rankduel/rankduel/internal/textfaults"
)

const (
	bufferSize = 1 << 16
	// maxLine bounds memory for files that have no lines, as in package trec.
	maxLine = 64 << 20
)

// eachLine calls fn for each line, without its end, that is not empty. The line is valid during the call
// only; an error of fn without a place gets that of the line.
func (c *collector) eachLine(in io.Reader, fn func(p place, line []byte) error) error {
	r := bufio.NewReaderSize(in, bufferSize)
	var long []byte // a line that does not fit into the buffer
	for {
		line, err := r.ReadSlice('\n')
		p := place(c.stats.Lines + 1)
		if errors.Is(err, bufio.ErrBufferFull) {
			if long = append(long, line...); len(long) > maxLine {
				return at(p, fmt.Errorf("no line end in %d MiB: this is not a file of lines; is it in format %s?", maxLine>>20, JSON))
			}
			continue
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if len(long) > 0 {
			long = append(long, line...)
			line = long
		}
		if len(line) == 0 {
			return nil
		}
		if c.stats.Lines == 0 && err != nil && textfaults.Lone(line) {
			return at(p, textfaults.ErrReturn)
		}
		c.stats.Lines++
		if text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'}); len(text) > 0 {
			if err := fn(p, text); err != nil {
				return placed(p, err)
			}
		}
		long = long[:0]
	}
}

// eachObject returns eachLine for JSON lines. fn has to read the object.
func (c *collector) eachObject(in io.Reader, fn func(p place, s *scanner) error) error {
	var s scanner
	return c.eachLine(in, func(p place, line []byte) error {
		s = scanner{text: line}
		if s.next() == 0 && s.pos == len(line) {
			return nil // blanks only
		}
		err := fn(p, &s)
		if err == nil {
			err = s.end()
		}
		if errors.Is(err, errCut) {
			return fmt.Errorf("the line ends in the middle of a value; write each object on one line, or get the rest of a file cut short: %w", err)
		}
		return err
	})
}

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
