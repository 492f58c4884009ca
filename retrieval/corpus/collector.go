package corpus

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/textfaults"
)

// A place is where a document starts.
type place struct {
	file string
	line int // 0 when the whole file is the document
}

func (p place) String() string {
	if p.line == 0 {
		return p.file
	}
	return fmt.Sprintf("%s:%d", p.file, p.line)
}

// A collector gathers documents and refuses what no corpus may have.
type collector struct {
	ctx       context.Context
	documents []Document
	empty     int // see Corpus
	seen      map[string]place
	repeats   prose.Tally // ids that a document has taken before
}

func (c *collector) add(d Document, at place) error {
	if err := c.ctx.Err(); err != nil {
		return err
	}
	if d.ID == "" {
		return fmt.Errorf("%v: document without an id; give it one", at)
	}
	if before, twice := c.seen[d.ID]; twice {
		c.repeats.Add("%v: document id %q is taken by %v", at, d.ID, before)
		return nil
	}
	c.seen[d.ID] = at
	c.documents = append(c.documents, d)
	return nil
}

// twice returns nil when every id is there once.
func (c *collector) twice(path string) error {
	switch n := c.repeats.Count; n {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("%w; rename or remove one of them", c.repeats.First[0])
	default:
		return errors.New(c.repeats.Text(fmt.Sprintf("%s: %d documents have an id that is taken; rename or remove one of each", path, n)))
	}
}

const (
	byteOrderMark = "\xef\xbb\xbf"
	headSize      = 512 // what is looked at to recognize a format: one tar header
)

// A lineReader reads lines of any length and counts them. It drops line ends of either kind and a byte order
// mark at the start.
type lineReader struct {
	r    *bufio.Reader
	name string
	line int // of the line that was read last, from 1
}

// next returns the next line; ok is false at the end.
func (l *lineReader) next() (text string, ok bool, err error) {
	text, err = l.r.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", false, fmt.Errorf("%v: %w", place{l.name, l.line + 1}, err)
	}
	if text == "" {
		return "", false, nil
	}
	l.line++
	if l.line == 1 && err != nil && textfaults.Lone([]byte(text)) {
		return "", false, l.errorf("%w", textfaults.ErrReturn)
	}
	if l.line == 1 {
		text = strings.TrimPrefix(text, byteOrderMark)
	}
	return strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r"), true, nil
}

func (l *lineReader) place() place { return place{l.name, l.line} }

func (l *lineReader) errorf(format string, args ...any) error {
	return fmt.Errorf("%v: %w", l.place(), fmt.Errorf(format, args...))
}
