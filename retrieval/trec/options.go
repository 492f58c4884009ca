package trec

import (
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/rankduel/rankduel/internal/prose"
)

// An Order says what ranks the hits of a run.
type Order string

// The orders of a run.
const (
	OrderScore Order = "score" // score descending, ties by document id bytes descending, as trec_eval 10; also ""
	OrderRank  Order = "rank"  // rank column ascending, equal ranks as OrderScore
	OrderFile  Order = "file"  // line order
)

// Duplicates says what a document that appears twice in one query is.
type Duplicates string

// What to do with duplicates.
const (
	DuplicatesError     Duplicates = "error"      // an error naming query, document and both lines; also ""
	DuplicatesKeepFirst Duplicates = "keep-first" // the best-ranked one stays, the others are counted
)

// RunOptions tune [ScanRun] and [ReadRun]. The zero value is what SEMANTICS calls the default.
type RunOptions struct {
	Order      Order
	Duplicates Duplicates
	Workers    int // parsing in parallel; 0 means GOMAXPROCS. Never changes a result
}

// RunStats says what a run file held.
type RunStats struct {
	Lines              int    // all lines, blank ones and comments included
	Queries            int    // distinct query ids
	Hits               int    // hits handed over, dropped duplicates not included
	Tied               int    // hits whose score is shared within their query
	RankContradictions int    // neighbors in score order whose rank column says the opposite
	Duplicates         int    // hits dropped under DuplicatesKeepFirst
	Tag                string // sixth field of the first hit
	Interleaved        bool   // lines of one query did not stand together
}

// QrelsOptions tune [ReadQrels].
type QrelsOptions struct {
	RealGains  bool       // accept fractional grades; see Judgment.Gain
	Subtopics  bool       // the second field is a subtopic; see Qrels.Subtopics
	Duplicates Duplicates // keep-first keeps the first line

	// Keep says which queries count, nil: all. Lines of the others are read, for a fault in them is one, and forgotten.
	Keep func(queryID string) bool
}

// Validate names every setting that is none.
func (o RunOptions) Validate() error {
	var errs prose.Faults
	errs.If(!slices.Contains([]Order{"", OrderScore, OrderRank, OrderFile}, o.Order), "order %q: use score, rank or file", o.Order)
	errs.If(o.Workers < 0, "workers %d: use 0 for one a processor, or more", o.Workers)
	return errors.Join(append(errs, o.Duplicates.validate())...)
}

func (d Duplicates) validate() error {
	switch d {
	case "", DuplicatesError, DuplicatesKeepFirst:
		return nil
	}
	return fmt.Errorf("duplicates %q: use error or keep-first", d)
}

func (o RunOptions) workers() int {
	if o.Workers == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return o.Workers
}
