package runfile

import (
	"errors"
	"fmt"
	"io"

	"github.com/rankduel/rankduel/retrieval/trec"
)

// A header is how a table is laid out.
type header struct {
	separator byte
	fields    int
	columns   columns
	names     []string // nil when the table has no header line
}

// newHeader reads a header line; ok is false when the line is none.
func newHeader(line []byte) (h header, ok bool) {
	for _, separator := range []byte{'\t', ','} {
		cells, err := splitRow(line, separator, nil)
		if err != nil {
			continue
		}
		names := make([]string, len(cells))
		for i, cell := range cells {
			names[i] = string(cell)
		}
		if c := findColumns(names); c.hasIDs() {
			return header{separator, len(names), c, names}, true
		}
	}
	return header{}, false
}

// readTable reads a table with a header line, or the three columns query,
// document, score without one.
func (c *collector) readTable(in io.Reader) error {
	var (
		h      header
		fields [][]byte
	)
	err := c.eachLine(in, func(p place, line []byte) (err error) {
		if h.fields == 0 {
			var ok bool
			if h, ok = newHeader(line); ok {
				return h.columns.check(h.names)
			}
			h = c.plainTable()
		}
		if fields, err = splitRow(line, h.separator, fields[:0]); err != nil {
			return err
		}
		if len(fields) != h.fields {
			return h.count(len(fields))
		}
		hit, err := h.hit(fields)
		if err != nil {
			return err
		}
		return c.add(p, fields[h.columns.query], hit)
	})
	if err == nil && h.names == nil && h.columns.score >= 0 && c.countsUp() {
		err = at(1, errCounts)
	}
	return err
}

// plainTable returns the layout without a header line.
func (c *collector) plainTable() header {
	h := header{'\t', 3, columns{query: 0, id: 1, score: 2, rank: -1, text: -1, document: -1}, nil}
	if c.rank.order == trec.OrderRank {
		h.columns.score, h.columns.rank = -1, 2
	}
	return h
}

func (h *header) count(n int) error {
	if h.names != nil {
		return fmt.Errorf("%d fields, the header line has %d; put a field that holds the separator in quotation marks", n, h.fields)
	}
	return fmt.Errorf("%d fields; want query, document and score separated by tabs, or a header line that names the columns", n)
}

// hit makes a hit of a row.
func (h *header) hit(fields [][]byte) (hit, error) {
	found := hit{id: fields[h.columns.id], rank: noRank}
	if i := h.columns.score; i >= 0 {
		score, err := parseScore(fields[i])
		if err != nil {
			return hit{}, fmt.Errorf("query %q, document %q: %w", fields[h.columns.query], found.id, err)
		}
		found.score, found.scored = score, true
	}
	if i := h.columns.rank; i >= 0 {
		found.rank = parseRank(fields[i])
	}
	if i := h.columns.text; i >= 0 {
		found.text = string(fields[i])
	}
	if i := h.columns.document; i >= 0 {
		found.document = string(fields[i])
	}
	return found, nil
}

var errCounts = errors.New("the third column counts up by one in every query, as ranks do: " +
	"use order rank if that is what they are, or name the columns in a header line: query-id, corpus-id, score")

// countsUp tells whether the scores of every query count from 0 or 1 in the
// order of the lines, and some query has more than one.
func (c *collector) countsUp() bool {
	more := false
	for _, d := range c.drafts {
		start := d.scores[0]
		if start != 0 && start != 1 {
			return false
		}
		for i, score := range d.scores {
			if score != start+float64(i) {
				return false
			}
		}
		more = more || len(d.scores) > 1
	}
	return more
}
