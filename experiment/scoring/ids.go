package scoring

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// exampleIDs is how many ids of each kind are named.
const exampleIDs = 2

// fewQueries may well have no judged document among their first hits.
const fewQueries = 5

// An idWatch notices whether any id that a system returns is judged for the same query. Where none is, the ids are of
// another kind (chunks of another chunker, file names), and scores of 0 would mean nothing. Goroutines may share it.
type idWatch struct {
	level     metrics.Level
	judgments *judgments.Judgments
	noted     *noted
}

// see looks at a ranking of query q, whose judged hits are known.
func (w *idWatch) see(q int, r *trec.Ranking, matches []trec.Match) {
	if w == nil {
		return
	}
	w.noted.note(func(n *Seen) {
		switch l := n.Levels[w.level]; {
		case l.Found:
		case len(matches) > 0:
			n.Levels[w.level] = SeenLevel{Found: true}
		case r.Len() > 0:
			hits := append(l.First, [2]string{w.judgments.ID(q), string(r.Doc(0))})
			n.Levels[w.level] = SeenLevel{Queries: l.Queries + 1, First: w.first(hits)}
		}
	})
}

// seePassages looks at a ranking of query q that was held against passages.
func (w *idWatch) seePassages(q int, hits []retrieval.Hit, f judgments.Found) {
	if w == nil || len(hits) == 0 {
		return
	}
	id := w.judgments.Query(q).ID
	w.noted.note(func(n *Seen) {
		l := n.Levels[w.level]
		if l.Blind += len(f.Blind); len(f.Blind) > 0 {
			l.BlindIDs = w.first(append(l.BlindIDs, [2]string{id, f.Blind[0]}))
		}
		if l.Found = l.Found || f.Looked; l.Found {
			l.Queries, l.First = 0, nil
		} else {
			l.Queries++
			l.First = w.first(append(l.First, [2]string{id, cmp.Or(hits[0].Document, hits[0].ID)}))
		}
		n.Levels[w.level] = l
	})
}

// first returns the hits of the first queries, so that the examples do not depend on who came first.
func (w *idWatch) first(hits [][2]string) (first [][2]string) {
	at := func(hit [2]string) int { q, _ := w.judgments.Index([]byte(hit[0])); return q }
	ordered.Stable(hits, func(a, b [2]string) int { return at(a) - at(b) })
	for _, hit := range hits {
		if len(first) < exampleIDs && !slices.ContainsFunc(first, func(h [2]string) bool { return h[1] == hit[1] }) {
			first = append(first, hit)
		}
	}
	return first
}

// unmatched says what was returned and what was judged, when the two have no id in common; nil when they have, or when
// nothing is judged at this level. A few queries may well have found nothing, whatever the ids are like.
func (w *idWatch) unmatched() *result.UnmatchedIDs {
	judged, l := w.judgedIDs(), w.noted.Levels[w.level]
	if l.Found || len(judged) == 0 || l.Blind == 0 && 0 < l.Queries && l.Queries < fewQueries {
		return nil
	}
	u := &result.UnmatchedIDs{Level: levelName(w.level), JudgedIDs: judged, RunIDs: []string{}, Unplaced: l.Blind}
	if l.Blind > 0 {
		l.First = l.BlindIDs
	}
	for _, hit := range w.first(l.First) {
		u.RunIDs = append(u.RunIDs, hit[1])
	}
	return u
}

func (w *idWatch) judgedIDs() []string {
	var ids []string
	for j := range w.judgments.At(w.level).Qrels.All() {
		ids = ordered.With(ids, j.Doc)
		if len(ids) == exampleIDs {
			break
		}
	}
	return ids
}

// unmatched returns the levels of the measures at which no id was judged.
func (s *scorer) unmatched() []result.UnmatchedIDs {
	var list []result.UnmatchedIDs
	for i := range s.levels {
		if w := s.levels[i].ids; w != nil && len(s.levels[i].measures) > 0 {
			if u := w.unmatched(); u != nil {
				list = append(list, *u)
			}
		}
	}
	return list
}

// unplacedFinding warns of hits that passages could not be looked for in, if others could be.
func (s *scorer) unplacedFinding() []result.Finding {
	l := s.noted.Levels[metrics.ChunkLevel]
	if l.Blind == 0 || !l.Found {
		return nil
	}
	ids := ordered.Each(l.BlindIDs, func(hit [2]string) string { return hit[1] + " of " + hit[0] })
	return []result.Finding{result.Warned(result.FindingUnplaced, fmt.Sprintf(
		"%s found no passage because nothing says what they cover, such as %s; %s", prose.Plural(l.Blind, "hit"), prose.FirstFew(ids), PlaceHits))}
}

// PlaceHits is the remedy.
const PlaceHits = "let hits name their document and its characters (document, start, end), or their text where passages are quotes: docs/run-files.md"

func levelName(l metrics.Level) string { return cmp.Or(string(l), "document") }
