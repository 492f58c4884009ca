package sweep

import (
	"slices"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A judgedPool knows where a query's judged documents are in a pool. Joining a fused order with the
// judgments then costs what is judged, not what was retrieved.
type judgedPool struct {
	item   judgments.Item
	found  []foundJudged // by document of the pool, ascending
	docs   []int         // of found
	grades []int         // by judgment; negative: seen by the judges but not judged

	// cutoff is as far as the measure looks when that is not far, else 0. Then the first documents of a
	// fused order are cheaper to find than the ranks of the judged ones, and at says which of them are: by
	// document of the pool, the place in found plus one.
	cutoff int
	at     []int
	top    []int

	// For one fused order: the ranks of docs, and by judgment that of its
	// document, of its first chunk where hits are chunks, 0 where there is none.
	ranks   []int
	best    []int
	matches []trec.Match
	joined  scoring.Joined
}

// shallow is the largest cutoff for which the first documents are looked at; see BenchmarkSweep of package fusion.
const shallow = 20

// A foundJudged is a judged document of a pool, or a chunk of one.
type foundJudged struct{ doc, judgment int }

// find looks a query's judged documents up in a pool. Where hits say which
// document they are a chunk of, a judged document is found in all its chunks.
func (j *judgedPool) find(p *fusion.Pool, lists []fusion.List, items *judgments.Items, q int, level metrics.Level) {
	j.item = items.Query(q)
	j.found, j.docs, j.grades = j.found[:0], j.docs[:0], j.grades[:0]
	j.at = slices.Grow(j.at[:0], p.Len())[:p.Len()] // look reads it, whether or not anything is judged
	clear(j.at)
	if j.item.InQrels < 0 {
		return
	}
	var documents map[string][]int
	if level == metrics.DocumentLevel {
		documents = documentsOf(p, lists)
	}
	for judgment := range items.Qrels.Judgments(j.item.InQrels) {
		at := len(j.grades)
		j.grades = append(j.grades, judgment.Grade)
		if d, ok := p.Index(judgment.Doc); ok && documents == nil {
			j.found = append(j.found, foundJudged{d, at})
		}
		for _, d := range documents[judgment.Doc] {
			j.found = append(j.found, foundJudged{d, at})
		}
	}
	slices.SortFunc(j.found, func(a, b foundJudged) int { return a.doc - b.doc })
	for i, f := range j.found {
		j.docs = append(j.docs, f.doc)
		j.at[f.doc] = i + 1
	}
}

// join returns the query's ranking by these fused scores, cut at topK, with its
// judgments. It is valid until the next call.
func (j *judgedPool) join(p *fusion.Pool, fused []float64, topK int) *metrics.Judged {
	j.best = slices.Grow(j.best[:0], len(j.grades))[:len(j.grades)]
	clear(j.best)
	if 0 < j.cutoff && j.cutoff <= shallow {
		j.look(p, fused, min(j.cutoff, topK))
	} else {
		j.rank(p, fused, topK)
	}
	j.matches = j.matches[:0]
	for at, r := range j.best {
		if r > 0 {
			j.matches = append(j.matches, trec.Match{Rank: r, Grade: j.grades[at], Gain: float64(j.grades[at]), Judgment: at})
		}
	}
	slices.SortFunc(j.matches, func(a, b trec.Match) int { return a.Rank - b.Rank })
	return scoring.Join(j.item, j.matches, min(topK, p.Len()), &j.joined)
}

func (j *judgedPool) rank(p *fusion.Pool, fused []float64, topK int) {
	j.ranks = p.Ranks(fused, j.docs, j.ranks)
	for i, f := range j.found {
		if r := j.ranks[i]; r <= topK && (j.best[f.judgment] == 0 || r < j.best[f.judgment]) {
			j.best[f.judgment] = r
		}
	}
}

// look finds the judged ones among the first k documents.
func (j *judgedPool) look(p *fusion.Pool, fused []float64, k int) {
	j.top = p.Top(fused, k, j.top)
	for i, d := range j.top {
		if at := j.at[d]; at > 0 && j.best[j.found[at-1].judgment] == 0 {
			j.best[j.found[at-1].judgment] = i + 1
		}
	}
}

// documentsOf groups the hits of a pool by the document that they are, or are a chunk of; nil when no hit says that it
// is a chunk. As in every fusion, the first component by name that names a hit's document is believed.
func documentsOf(p *fusion.Pool, lists []fusion.List) map[string][]int {
	if !slices.ContainsFunc(lists, func(l fusion.List) bool { return scoring.Chunked(l.Hits) }) {
		return nil
	}
	of := make([]string, p.Len())
	for c := range p.Components() {
		at := slices.IndexFunc(lists, func(l fusion.List) bool { return l.Component == p.Component(c) })
		for rank, h := range lists[at].Hits {
			// Below the cut of the pool a component has no say.
			if d, ok := p.Index(h.ID); ok && p.Rank(c, d) == rank+1 && of[d] == "" {
				of[d] = h.Document
			}
		}
	}
	documents := map[string][]int{}
	for d, document := range of {
		if document == "" {
			document = p.ID(d)
		}
		documents[document] = append(documents[document], d)
	}
	return documents
}
