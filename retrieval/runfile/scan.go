package runfile

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Scan reads a run and hands over one query at a time, so that memory does not grow with the file; runs in
// format trec are [trec.ScanRun]'s. Where hits of a query are not together it calls reset, which must
// forget all that each has seen, and reads the run again into memory. Errors are those of [Read], but that
// a file without a query is none. An error of each ends the scan and is returned as it is. The list of
// hits, not what is in it, is used again for the next query.
func Scan(ctx context.Context, src trec.Source, opts Options, each func(Result) error, reset func()) (Stats, error) {
	if err := opts.Validate(); err != nil {
		return Stats{}, err
	}
	if opts.Format == "" || opts.Format == TREC {
		return Stats{}, fmt.Errorf("%s: a run in format %q is not read query by query", src.Name, opts.Format)
	}
	c := newCollector(src.Name, opts)
	var stopped error
	c.each = func(r Result) error {
		stopped = each(r)
		return stopped
	}
	err := c.readAll(ctx, src)
	switch {
	case stopped != nil:
		return c.stats, stopped
	case !errors.Is(err, errReturned):
		return c.stats, err
	}
	reset()
	run, stats, err := Read(ctx, src, opts)
	if errors.Is(err, trec.ErrOnce) {
		err = fmt.Errorf("%w; or sort it by query, for the hits of one are not together", err)
	}
	if err != nil {
		return stats, err
	}
	for r := range run.Results() {
		if err := each(r); err != nil {
			return stats, err
		}
	}
	return stats, nil
}

// shapes are the formats whose lines are queries.
var shapes = map[Format]resultShape{JSONL: ownShape, Kebab: kebabShape}

// A Document is one line of a run that is by itself, such as a row of a store, with the query that it has to be about.
type Document struct {
	QueryID string
	JSON    []byte // not used after the next one is asked for
}

// ScanDocuments returns [Scan] of lines that come from somewhere else. Errors name the query in place of the line.
func ScanDocuments(name string, documents iter.Seq2[Document, error], opts Options, each func(Result) error) (Stats, error) {
	if _, ok := shapes[opts.Format]; !ok {
		return Stats{}, fmt.Errorf("%s: a run in format %q is not read query by query", name, opts.Format)
	}
	c := newCollector(name, opts)
	c.each = each
	var d draft
	var damaged prose.Tally // a row that cannot be read says nothing about the next
	for doc, err := range documents {
		if err != nil {
			return c.stats, err
		}
		c.stats.Lines++
		r, err := c.document(doc, &d)
		if err != nil {
			damaged.Add("query %q: %w", doc.QueryID, err)
			continue
		}
		if err := c.handOver(r); err != nil {
			return c.stats, err
		}
	}
	var err error
	switch damaged.Count {
	case 0:
	case 1:
		err = fmt.Errorf("%s: %w", name, damaged.First[0])
	default:
		err = errors.New(damaged.Text(fmt.Sprintf("%s: %d rows cannot be read", name, damaged.Count)))
	}
	return c.stats, errors.Join(err, c.twiceError())
}

func (c *collector) document(doc Document, d *draft) (*Result, error) {
	if len(doc.JSON) == 0 {
		return nil, errors.New("its row is empty")
	}
	s := scanner{text: doc.JSON, trusts: c.opts.RanksOnly}
	r, err := c.resultLine(place(c.stats.Lines), &s, shapes[c.opts.Format], d)
	if err == nil {
		err = s.end()
	}
	if err == nil && r.QueryID != doc.QueryID {
		err = fmt.Errorf("its row holds the result of query %q", r.QueryID)
	}
	return r, err
}
