package runfile

import (
	"errors"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A Format is a way to write down a run.
type Format string

// The formats; docs/run-files.md has a table of what they hold.
const (
	TREC    Format = "trec"    // see package trec
	JSON    Format = "json"    // {qid: {docid: score}}, as ranx saves a run and ir_measures takes one
	TSV     Format = "tsv"     // query-id, corpus-id, score, as BEIR; also with other columns or commas
	Hits    Format = "hits"    // JSON lines of query_id, doc_id, score, as the records of ir_measures and PyTerrier
	JSONL   Format = "jsonl"   // JSON lines of a query with its hits, answer, latency or error: see Result
	Parquet Format = "parquet" // columns of query, document and score, as pandas writes for ranx and PyTerrier
	Kebab   Format = "kebab"   // the per_query.jsonl of a kebab evaluation run
)

// Formats returns the formats that can be read.
func Formats() []Format { return []Format{TREC, JSON, TSV, Hits, JSONL, Parquet, Kebab} }

// Writable returns the formats that [Write] knows.
func Writable() []Format { return []Format{TREC, JSON, JSONL, Parquet} }

// Options tune [Read]. The zero value recognizes the format and ranks as the table in docs/run-files.md says.
type Options struct {
	Format     Format          // "" is what Detect says
	Order      trec.Order      // "" is the default of the format
	Duplicates trec.Duplicates // what a document that comes twice in a query is; "": an error, of kebab's chunks the first counts
	SkipText   bool            // leave out texts and spans, which scoring does not look at

	// RanksOnly is for [ScanDocuments] of rows that a program wrote into its own store: ids, ranks, answers
	// and errors are read, and of the rest only where it ends. Scores are those of the places.
	RanksOnly bool
}

// Validate names every setting that is none.
func (o Options) Validate() error {
	errs := prose.Faults{trec.RunOptions{Order: o.Order, Duplicates: o.Duplicates}.Validate()}
	errs.If(o.Format != "" && !slices.Contains(Formats(), o.Format), "format %q: use %s", o.Format, names(Formats()))
	if o.Format == JSON && o.Order == trec.OrderRank {
		errs = append(errs, errNoRanks)
	}
	return errs.Join()
}

var errNoRanks = errors.New("order rank: a run in format json has no ranks; use order score or file")

func (o Options) order() trec.Order {
	switch {
	case o.Order != "":
		return o.Order
	case o.Format == JSONL:
		return trec.OrderFile
	case o.Format == Kebab:
		return trec.OrderRank
	}
	return trec.OrderScore
}

// duplicates returns what becomes of a hit that comes twice. Kebab takes its rows as they are.
func (o Options) duplicates() trec.Duplicates {
	if o.Duplicates == "" && o.Format == Kebab {
		return trec.DuplicatesKeepFirst
	}
	return o.Duplicates
}

// names lists formats for a message.
func names(formats []Format) string {
	list := ordered.Each(formats, func(f Format) string { return string(f) })
	return strings.Join(list, ", ")
}
