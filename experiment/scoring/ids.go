package scoring

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// exampleIDs is how many ids of each kind are named.
const exampleIDs = 2

// fewQueries may well have no judged document among their first hits.
const fewQueries = 5

// An idWatch notices whether any id that a system returns is one that was judged,
// for the same query. Where none is, the ids are of another kind: chunks of
// another chunker, file names in place of numbers. Scores would all be 0 and mean
// nothing. It may be used by several goroutines.
type idWatch struct {
	level metrics.Level
	items *judgments.Items
	found atomic.Bool

	mu      sync.Mutex
	queries int        // that have hits
	first   []firstHit // of the first of them, by query
}

type firstHit struct {
	query int
	id    string
}

// reset forgets what was seen.
func (w *idWatch) reset() {
	if w == nil {
		return
	}
	w.found.Store(false)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queries, w.first = 0, nil
}

// see looks at a ranking of query q, whose judged hits are known.
func (w *idWatch) see(q int, r *trec.Ranking, matches []trec.Match) {
	switch {
	case w == nil || w.found.Load():
	case len(matches) > 0:
		w.found.Store(true)
	case r.Len() > 0:
		w.note(q, string(r.Doc(0)))
	}
}

// note keeps the first hits of the first queries, so that the examples do not
// depend on who came first.
func (w *idWatch) note(q int, id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queries++
	if slices.ContainsFunc(w.first, func(h firstHit) bool { return h.id == id && h.query <= q }) {
		return
	}
	w.first = slices.DeleteFunc(w.first, func(h firstHit) bool { return h.id == id })
	w.first = append(w.first, firstHit{q, id})
	ordered.Stable(w.first, func(a, b firstHit) int { return a.query - b.query })
	w.first = w.first[:min(len(w.first), exampleIDs)]
}

// unmatched says what was returned and what was judged, when the two have no id
// in common; nil when they have, or when nothing is judged at this level. A few
// queries may well have found nothing, whatever the ids are like.
func (w *idWatch) unmatched() *result.UnmatchedIDs {
	judged := w.judgedIDs()
	if w.found.Load() || len(judged) == 0 || 0 < w.queries && w.queries < fewQueries {
		return nil
	}
	u := &result.UnmatchedIDs{Level: levelName(w.level), JudgedIDs: judged, RunIDs: []string{}}
	for _, h := range w.first {
		u.RunIDs = append(u.RunIDs, h.id)
	}
	return u
}

func (w *idWatch) judgedIDs() []string {
	var ids []string
	for j := range w.items.Qrels.All() {
		if !slices.Contains(ids, j.Doc) {
			ids = append(ids, j.Doc)
		}
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

func levelName(l metrics.Level) string { return cmp.Or(string(l), "document") }
