package trec

import (
	"bytes"
	"slices"

	"github.com/rankduel/rankduel/internal/idtable"
)

// A ranker takes a parsed query from file order to a Ranking that fn may see.
type ranker struct {
	opts   RunOptions
	sorter sorter
	pairs  []idtable.Pair
	same   func(i, j int) bool
}

func newParser(opts RunOptions, worker int) *parser {
	p := &parser{ranker: ranker{opts: opts, sorter: sorter{order: opts.Order}}}
	p.Worker = worker
	p.fields = make([]span, batch)
	p.same = p.sameDoc
	return p
}

// next is the next query of the block as a finished Ranking; false at the end.
func (p *parser) next(stats *RunStats) (bool, error) {
	if more, err := p.group(); err != nil || !more {
		return false, err
	}
	r := &p.Ranking
	if p.opts.Order == OrderRank && slices.Contains(r.ranks, noRank) {
		i := slices.Index(r.ranks, noRank)
		return false, lineAt(p.lineOf(r.docs[i]), errNoRank)
	}
	p.sorter.sort(r)
	p.pairs = r.again(p.pairs[:0], p.same)
	if len(p.pairs) > 0 {
		if p.opts.Duplicates != DuplicatesKeepFirst {
			return false, p.duplicate()
		}
		r.drop(p.pairs)
		stats.Duplicates += len(p.pairs)
		r.again(p.pairs[:0], p.same)
	}
	p.sorter.count(r, stats)
	return true, nil
}

// duplicate is the error for the document whose repetition comes first in the
// file.
func (p *parser) duplicate() error {
	var doc, first span
	for i, pair := range p.pairs {
		a, b := p.docs[pair.First], p.docs[pair.Again]
		if a.start > b.start {
			a, b = b, a
		}
		if i == 0 || b.start < doc.start {
			first, doc = a, b
		}
	}
	return lineAt(p.lineOf(doc), &duplicateError{
		query: string(p.Query), doc: string(doc.of(p.text)), first: p.lineOf(first),
		advice: "remove one, or keep the better ranked with --duplicates keep-first",
	})
}

// lineOf is the line of the block that a document stands on.
func (p *parser) lineOf(doc span) int { return 1 + bytes.Count(p.text[:doc.start], []byte{'\n'}) }
