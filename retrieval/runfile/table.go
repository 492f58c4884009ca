package runfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
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
		names := ordered.Each(cells, func(cell []byte) string { return string(cell) })
		if c := findColumns(names); c.query >= 0 && c.id >= 0 {
			return header{separator, len(names), c, names}, true
		}
	}
	return header{}, false
}

// readTable reads a table with a header line, or the three columns query, document, score without one.
func (c *collector) readTable(in io.Reader) error {
	var (
		h      header
		fields [][]byte
	)
	return c.eachLine(in, func(p place, line []byte) (err error) {
		if h.fields == 0 {
			var ok bool
			if h, ok = newHeader(line); ok {
				return h.columns.check(h.names)
			}
			h = c.plainTable()
			c.plain = h.columns.score >= 0
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
}

// plainTable returns the layout without a header line.
func (c *collector) plainTable() header {
	h := header{'\t', 3, columns{query: 0, id: 1, score: 2, rank: -1, text: -1, document: -1}, nil}
	if c.stats.Order == trec.OrderRank {
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

// noteCounting notes whether the scores of a query count from 0 or 1 in the order of the
// lines, and whether there is more than one.
func (c *collector) noteCounting(d *draft) {
	start := d.Scores[0]
	c.uncounts = c.uncounts || start != 0 && start != 1
	for i := 0; i < len(d.Scores) && !c.uncounts; i++ {
		c.uncounts = d.Scores[i] != start+float64(i)
	}
	c.counts = c.counts || len(d.Scores) > 1
}

var errQuote = errors.New(`a field that starts with a quotation mark has to end with one, with those inside doubled ("a ""b"" c")`)

// splitRow splits a line of a table into its fields, which it appends to fields. Quotation marks around a
// field are taken off, as Python's csv module puts them on, which BEIR writes with: csv.QUOTE_MINIMAL. Ids
// with a line end in them are not read.
func splitRow(line []byte, separator byte, fields [][]byte) ([][]byte, error) {
	for {
		if len(line) > 0 && line[0] == '"' {
			field, rest, ok := quotedField(line)
			if !ok || len(rest) > 0 && rest[0] != separator {
				return nil, errQuote
			}
			fields = append(fields, field)
			if len(rest) == 0 {
				return fields, nil
			}
			line = rest[1:]
			continue
		}
		end := bytes.IndexByte(line, separator)
		if end < 0 {
			return append(fields, line), nil
		}
		fields = append(fields, line[:end])
		line = line[end+1:]
	}
}

// quotedField returns the field that starts with a quotation mark, and what follows on it.
func quotedField(line []byte) (field, rest []byte, ok bool) {
	for from := 1; ; {
		end := bytes.IndexByte(line[from:], '"')
		if end < 0 {
			return nil, nil, false
		}
		end += from
		if end+1 == len(line) || line[end+1] != '"' {
			field = line[1:end]
			if bytes.IndexByte(field, '"') >= 0 {
				field = bytes.ReplaceAll(field, []byte(`""`), []byte(`"`))
			}
			return field, line[end+1:], true
		}
		from = end + 2
	}
}

// The names of a column, the one to prefer first. docs/run-files.md has them too.
var (
	queryNames    = []string{"query_id", "query-id", "qid", "q_id"}
	chunkNames    = []string{"id", "chunk_id"} // the first one in lists of hits alone: elsewhere it may count rows
	idNames       = []string{"doc_id", "docno", "corpus-id", "corpus_id", "docid"}
	scoreNames    = []string{"score"}
	rankNames     = []string{"rank"}
	textNames     = []string{"text"}
	documentNames = []string{"document"}
)

// columns are the positions of the columns of a table; -1 where it lacks one.
type columns struct{ query, id, score, rank, text, document int }

// findColumns looks for the columns in a list of names.
func findColumns(header []string) columns {
	find := func(names []string) int {
		for _, name := range names {
			if i := slices.Index(header, name); i >= 0 {
				return i
			}
		}
		return -1
	}
	c := columns{
		query: find(queryNames), id: find(idNames), score: find(scoreNames),
		rank: find(rankNames), text: find(textNames), document: find(documentNames),
	}
	if chunk := find(chunkNames[1:]); chunk >= 0 { // which the document is named next to
		if c.document < 0 {
			c.document = c.id
		}
		c.id = chunk
	}
	return c
}

func (c columns) check(header []string) error {
	var missing prose.Notes
	missing.If(c.query < 0, "the query (%s)", strings.Join(queryNames, ", "))
	missing.If(c.id < 0, "the document (%s)", strings.Join(slices.Concat(chunkNames[1:], idNames), ", "))
	missing.If(c.score < 0 && c.rank < 0, "the score (score) or rank (rank)")
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("no column for %s; the columns are %q", strings.Join(missing, " and "), header)
}
