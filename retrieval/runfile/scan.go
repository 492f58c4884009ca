package runfile

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/rankduel/rankduel/internal/interrupt"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Scan reads a run whose lines are queries, in format jsonl or kebab, and hands
// over one query at a time, so that memory does not grow with the file. Errors
// are those of [Read], but that a file without a query is none. An error of each
// ends the scan and is returned as it is.
func Scan(ctx context.Context, src trec.Source, opts Options, each func(Result) error) (Stats, error) {
	if err := opts.Validate(); err != nil {
		return Stats{}, err
	}
	shape, ok := shapes[opts.Format]
	if !ok {
		return Stats{}, fmt.Errorf("%s: a run in format %q is not read query by query", src.Name, opts.Format)
	}
	in, err := src.Open()
	if err != nil {
		return Stats{}, err
	}
	defer in.Close()
	c := newCollector(src.Name, opts)
	var d draft
	var stopped error
	err = c.eachObject(interrupt.Reader(ctx, in), func(p place, s *scanner) error {
		r, err := c.resultLine(p, s, shape, &d)
		if err == nil {
			stopped = each(c.take(r))
			err = stopped
		}
		return err
	})
	switch twice := c.twiceError(); {
	case stopped != nil:
		return c.stats, stopped
	case twice != nil && ctx.Err() == nil:
		return c.stats, twice
	case err != nil:
		return c.stats, c.located(err)
	}
	return c.stats, nil
}

// shapes are the formats whose lines are queries.
var shapes = map[Format]resultShape{JSONL: ownShape, Kebab: kebabShape}

// take hands a query over that has been read, and keeps of it only what tells
// that it was there.
func (c *collector) take(r *Result) Result {
	taken := *r
	*r = Result{QueryID: taken.QueryID}
	c.stats.Queries++
	if taken.Error != "" {
		c.stats.Failed++
	}
	if taken.Answer != nil {
		c.stats.Answered++
	}
	return taken
}

// A Document is one line of a run that is by itself, such as a row of a
// store, with the query that it has to be about.
type Document struct {
	QueryID string
	JSON    []byte // not used after the next one is asked for
}

// ScanDocuments returns [Scan] of lines that come from somewhere else. Errors name the
// query in place of the line.
func ScanDocuments(name string, documents iter.Seq2[Document, error], opts Options, each func(Result) error) (Stats, error) {
	if _, ok := shapes[opts.Format]; !ok {
		return Stats{}, fmt.Errorf("%s: a run in format %q is not read query by query", name, opts.Format)
	}
	c := newCollector(name, opts)
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
		if err := each(c.take(r)); err != nil {
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
