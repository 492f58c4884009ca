package trec

import (
	"bytes"
	"slices"

	"github.com/rankduel/rankduel/internal/idtable"
)

// A Ranker takes rankings from file order to their order, one after another. Its scratch space is used again for each
// of them.
type Ranker struct {
	sorter sorter
	pairs  []idtable.Pair
}

// NewRanker returns a ranker for an order.
func NewRanker(order Order) Ranker { return Ranker{sorter: sorter{order: order}} }

// Rank sorts r, and returns which of its hits are of one document.
func (p *Ranker) Rank(r *Ranking) []idtable.Pair {
	p.sorter.sort(r)
	p.pairs = r.table.Fill(r.Hashes, r.sameDoc, p.pairs[:0])
	return p.pairs
}

// Finish leaves out of r, which was ranked last, hits whose document is better ranked already, and adds what is to be
// known about the rest to stats.
func (p *Ranker) Finish(r *Ranking, stats *RunStats) {
	if len(p.pairs) > 0 {
		r.drop(p.pairs)
		stats.Duplicates += len(p.pairs)
		r.table.Fill(r.Hashes, r.sameDoc, p.pairs[:0])
	}
	p.sorter.count(r, stats)
}

func newParser(opts RunOptions, worker int) *parser {
	p := &parser{opts: opts, ranker: NewRanker(opts.Order), fields: make([]span, batch)}
	p.Worker = worker
	return p
}

// next reads the next query of the block as a finished Ranking; false at the end.
// A query with a document twice is noted in p.repeats and an ErrDuplicate.
func (p *parser) next(stats *RunStats) (bool, error) {
	if more, err := p.group(); err != nil || !more {
		return false, err
	}
	r := &p.Ranking
	if p.opts.Order == OrderRank && slices.Contains(r.ranks, NoRank) {
		i := slices.Index(r.ranks, NoRank)
		return false, lineAt(p.lineOf(r.docs[i]), errNoRank)
	}
	if len(p.ranker.Rank(r)) > 0 && p.opts.Duplicates != DuplicatesKeepFirst {
		p.twice()
		return true, ErrDuplicate
	}
	stats.Queries++
	p.ranker.Finish(r, stats)
	return true, nil
}

// twice notes the documents that stand twice in the query, by lines of the block.
func (p *parser) twice() {
	for n, pair := range idtable.ByPlace(p.ranker.pairs, func(i int) int { return int(p.docs[i].start) }) {
		if n >= maxNamed {
			p.repeats.count++ // those before it will be named
			continue
		}
		doc := p.docs[pair.Again]
		p.repeats.Add(Repeat{
			Query: string(p.Query), Doc: string(doc.of(p.text)), Again: p.lineOf(doc), First: p.lineOf(p.docs[pair.First]),
		})
	}
}

// lineOf returns the line of the block that a document is on.
func (p *parser) lineOf(doc span) int { return 1 + bytes.Count(p.text[:doc.start], []byte{'\n'}) }
