package runfile

import (
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/internal/idtable"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// errReturned sends [Scan] to the reader that gathers.
var errReturned = errors.New("a query returns")

// A collector puts the hits of a file together by query.
type collector struct {
	name  string // of the source
	opts  Options
	line  func(place) int
	stats Stats
	rank  trec.Ranker
	each  func(Result) error // takes queries as they are complete; nil: all are gathered
	room  []retrieval.Hit    // of the query that was handed over

	results []Result
	first   []place  // where each query came first
	drafts  []*draft // of queries that may still get hits, by position in results; one where each takes them
	index   map[string]int
	last    int // position of the query that the hit before belongs to

	scored, unscored place // the first hit with a score and without, 0 where there is none

	plain    bool // a table without a header line, whose third column may be ranks
	uncounts bool // it is not, for it does not count up in some query
	counts   bool // it counts up where there is more than one hit

	repeats trec.Repeats // documents that come twice in a query, where that is an error
}

func newCollector(name string, opts Options) *collector {
	c := &collector{
		name: name, opts: opts, index: map[string]int{}, last: -1,
		line: func(p place) int { return int(p) },
	}
	c.stats.Format, c.stats.Order = opts.Format, opts.order()
	c.rank = trec.NewRanker(c.stats.Order)
	return c
}

// query returns the position of a query in results. isNew tells whether the file comes to it for the first time.
func (c *collector) query(p place, id []byte) (i int, isNew bool, err error) {
	if len(id) == 0 {
		return 0, false, errors.New("the query id is empty; give it one")
	}
	if c.last >= 0 && c.results[c.last].QueryID == string(id) {
		return c.last, false, nil
	}
	i, known := c.index[string(id)]
	if !known {
		i = len(c.results)
		c.results = append(c.results, Result{QueryID: string(id)})
		c.index[c.results[i].QueryID] = i
		c.first = append(c.first, p)
	}
	c.last = i
	return i, !known, nil
}

// newQuery returns query for formats that have a query in one piece.
func (c *collector) newQuery(p place, id []byte) (*Result, error) {
	i, isNew, err := c.query(p, id)
	if err != nil {
		return nil, err
	}
	if !isNew {
		return nil, fmt.Errorf("query %q again, first %s; this format has all hits of a query in one place", id, c.on(c.first[i]))
	}
	return &c.results[i], nil
}

// add takes a hit of a format that has hits in any order.
func (c *collector) add(p place, query []byte, h hit) error {
	before := c.last
	i, isNew, err := c.query(p, query)
	if err != nil {
		return err
	}
	switch {
	case isNew && c.each != nil && before >= 0:
		if err := c.complete(before, c.drafts[0]); err != nil {
			return err
		}
		c.drafts[0].reset()
	case isNew:
		c.drafts = append(c.drafts, &draft{})
	case i != before && c.each != nil:
		return errReturned
	case i != before:
		c.stats.Interleaved = true
	}
	if c.each != nil {
		i = 0
	}
	return c.append(c.drafts[i], p, h)
}

// handOver hands a query over that has been read, and keeps of it only what tells
// that it was there. A reader that gathers keeps it.
func (c *collector) handOver(r *Result) error {
	c.stats.Queries++
	if r.Error != "" {
		c.stats.Failed++
	}
	if r.Answer != nil {
		c.stats.Answered++
	}
	if c.each == nil {
		return nil
	}
	taken := *r
	*r = Result{QueryID: taken.QueryID}
	return c.each(taken)
}

// append adds a hit to its query's draft once it is known to be one.
func (c *collector) append(d *draft, p place, h hit) error {
	if len(h.id) == 0 {
		return errors.New("the document id is empty; give it one")
	}
	if c.stats.Order == trec.OrderRank && h.rank == noRank {
		return fmt.Errorf("document %q: order rank needs an integer as rank; use another order", h.id)
	}
	if !h.scored {
		if h.rank == noRank {
			return fmt.Errorf("document %q has no score; give it one, or give all hits ranks and none a score", h.id)
		}
		h.score = 0 - float64(h.rank) // not -rank, which could be -0
		c.stats.Unscored++
	}
	switch {
	case h.scored && c.scored == 0:
		c.scored = p
	case !h.scored && c.unscored == 0:
		c.unscored = p
	}
	if c.scored != 0 && c.unscored != 0 {
		with, without := c.on(c.scored), c.on(c.unscored)
		return fmt.Errorf("document %q: hits with a score (first %s) and without (first %s); give all of them one, or none", h.id, with, without)
	}
	return d.append(p, h)
}

// finish makes the ranking of a query.
func (c *collector) finish(r *Result, d *draft) {
	again := c.rank.Rank(&d.Ranking)
	if len(again) > 0 && c.opts.duplicates() != trec.DuplicatesKeepFirst {
		c.twice(r.QueryID, d, again)
		return
	}
	c.rank.Finish(&d.Ranking, &c.stats.RunStats)
	r.Hits = d.hits(c.room)
	if c.each != nil {
		c.room = r.Hits // are handed over before the next come
	}
	if c.opts.Format == Kebab && c.stats.Order != trec.OrderScore {
		d.keepGaps(r.Hits)
	}
}

// complete makes the ranking of a query whose hits came one by one.
func (c *collector) complete(i int, d *draft) error {
	c.noteCounting(d)
	c.finish(&c.results[i], d)
	return c.handOver(&c.results[i])
}

// end completes the queries whose hits are still apart when the file has been read.
func (c *collector) end() error {
	first := len(c.results) - len(c.drafts)
	for i, d := range c.drafts {
		if err := c.complete(first+i, d); err != nil {
			return err
		}
		c.drafts[i] = nil // its memory is that of the hits, once more
	}
	if c.plain && c.counts && !c.uncounts {
		return at(1, errCounts)
	}
	return nil
}

// located names the source, and where in it the error is.
func (c *collector) located(err error) error {
	var here *placeError
	if !errors.As(err, &here) {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	if c.opts.Format == Parquet {
		return &RowError{Name: c.name, Row: int64(here.at), Err: here.err}
	}
	return &trec.LineError{Name: c.name, Line: c.line(here.at), Err: here.err}
}

func (c *collector) on(p place) string {
	if c.opts.Format == Parquet {
		return fmt.Sprintf("in row %d", p)
	}
	return fmt.Sprintf("on line %d", c.line(p))
}

// twice notes the duplicates of a query.
func (c *collector) twice(query string, d *draft, found []idtable.Pair) {
	for _, pair := range idtable.ByPlace(found, d.inFile) {
		first, again := d.places[d.inFile(pair.First)], d.places[d.inFile(pair.Again)]
		c.repeats.Add(trec.Repeat{Query: query, Doc: string(d.Doc(pair.Again)), First: int(first), Again: int(again)})
	}
}

// twiceError returns nil when no document comes twice.
func (c *collector) twiceError() error {
	return c.repeats.Err(c.name, func(p int, err error) error { return c.located(at(place(p), err)) },
		func(p int) string { return c.on(place(p)) })
}
