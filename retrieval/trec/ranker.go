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

// next reads the next query of the block as a finished Ranking; false at the end.
// A query with a document twice is noted in p.repeats and an ErrDuplicate.
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
			p.twice()
			return true, ErrDuplicate
		}
		r.drop(p.pairs)
		stats.Duplicates += len(p.pairs)
		r.again(p.pairs[:0], p.same)
	}
	p.sorter.count(r, stats)
	return true, nil
}

// twice notes the documents that stand twice in the query, by lines of the
// block.
func (p *parser) twice() {
	for n, pair := range idtable.ByPlace(p.pairs, func(i int) int { return int(p.docs[i].start) }) {
		if n >= maxNamed {
			p.repeats.count++ // those before it will be named
			continue
		}
		doc := p.docs[pair.Again]
		p.repeats.add(duplicate{
			query: string(p.Query), doc: string(doc.of(p.text)), again: p.lineOf(doc), line: p.lineOf(p.docs[pair.First]),
		})
	}
}

// lineOf returns the line of the block that a document is on.
func (p *parser) lineOf(doc span) int { return 1 + bytes.Count(p.text[:doc.start], []byte{'\n'}) }
