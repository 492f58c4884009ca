package trec

import (
	"errors"
	"fmt"
)

// An Order says what ranks the hits of a run.
type Order string

const (
	OrderScore Order = "score" // score descending, ties by document id bytes descending, as trec_eval 10; also ""
	OrderRank  Order = "rank"  // rank column ascending, equal ranks as OrderScore
	OrderFile  Order = "file"  // line order
)

// Duplicates says what a document that appears twice in one query is.
type Duplicates string

const (
	DuplicatesError     Duplicates = "error"      // an error naming query, document and both lines; also ""
	DuplicatesKeepFirst Duplicates = "keep-first" // the best-ranked one stays, the others are counted
)

// RunOptions tune [ScanRun] and [ReadRun]. The zero value is what SEMANTICS
// calls the default.
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
	Duplicates Duplicates // keep-first keeps the first line
}

var (
	// ErrEmpty is what a file without a single hit or judgment gives.
	ErrEmpty = errors.New("no lines to read: is this the right file?")
	// ErrDuplicate is in every error about a document that appears twice in a query.
	ErrDuplicate = errors.New("duplicate document")
)

// A LineError is what is wrong at one place of a file.
type LineError struct {
	Name string // of the source
	Line int    // from 1
	Err  error  // what, and what to do
}

// Error is "name:line: what".
func (e *LineError) Error() string { return fmt.Sprintf("%s:%d: %v", e.Name, e.Line, e.Err) }

// Unwrap gives the cause.
func (e *LineError) Unwrap() error { return e.Err }
