// Package scoring turns rankings and judgments into tables of scores.
//
// A ranking meets its judgments in Join and nowhere else; whatever the ranking comes from, a run file in one streaming
// pass (RunFile) or a system's answers one by one (Tally), what the measures see is the same. The result is a Table, one
// score for each measure and query, which can be merged from parts, summarized, stored and restored. Nothing here
// compares two systems.
package scoring

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A scorer puts judged rankings into a table.
type scorer struct {
	levels  []scoredLevel // what the measures look at, each joined once a query
	answers *answerScorer // nil when no measure looks at answers
	zero    bool          // an undefined score counts as 0, as in the trec profile
	scores  *Table

	keepHits int // of each ranking, the first ones
	noted    *noted
}

// A scoredLevel is the measures that look at documents, or at chunks.
type scoredLevel struct {
	level    metrics.Level
	items    *judgments.Items
	measures []metrics.Measure
	at       []int // the measures' rows in the table
	groups   []metrics.Group
	judged   bool // judged@k and the ranks of relevant items are taken here
	ids      *idWatch
}

// judgedShare is parsed when it is first needed: that fills the registry, which
// a command that scores nothing need not wait for.
var judgedShare = sync.OnceValue(func() metrics.Measure {
	m, err := metrics.Parse(fmt.Sprintf("Judged@%d", JudgedDepth))
	if err != nil {
		panic(err) // a constant of this package
	}
	return m
})

func newScorer(j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile, scores *Table) scorer {
	n := &noted{Seen: Seen{Levels: SeenLevels{}}}
	s := scorer{zero: profile.Undefined == metrics.Zero, answers: newAnswerScorer(j, measures, n), scores: scores, noted: n}
	for _, level := range []metrics.Level{metrics.DocumentLevel, metrics.ChunkLevel} {
		l := scoredLevel{level: level, items: j.At(level)}
		for m, measure := range measures {
			if metrics.LevelOf(measure) == level {
				l.measures, l.at = append(l.measures, measure), append(l.at, m)
			}
		}
		if len(l.measures) > 0 {
			l.groups, l.ids = metrics.Groups(l.measures), &idWatch{level: level, judgments: j, noted: n}
			s.levels = append(s.levels, l)
		}
	}
	if len(s.levels) == 0 { // all look at answers; where relevant documents stood is kept even so
		s.levels = []scoredLevel{{level: metrics.DocumentLevel, items: j.Documents}}
	}
	s.levels[0].judged = true
	return s
}

// score fills the row of query q.
func (s *scorer) score(l *scoredLevel, q int, judged *metrics.Judged) {
	s.scoreAll(l, []Joined{{query: q, Judged: *judged}})
}

// scoreAll fills the rows of queries. Different queries may be scored at once.
func (s *scorer) scoreAll(l *scoredLevel, queries []Joined) {
	room := make([]float64, len(l.measures))
	for i := range l.groups {
		g := &l.groups[i]
		for k := range queries {
			defined := g.Score(&queries[k].Judged, room)
			for n, place := range g.Places {
				v := room[n]
				if n >= defined && !s.zero {
					v = math.NaN()
				}
				if s.scores.Profile.RoundsQueries {
					v = s.scores.Profile.Round(v)
				}
				s.scores.values[l.at[place]][queries[k].query] = v
			}
		}
	}
	if !l.judged {
		return
	}
	for k := range queries {
		judged := &queries[k].Judged
		if s.scores.sizes != nil {
			s.scores.sizes[queries[k].query] = sizeOf(judged)
		}
		if judged.Retrieved == 0 {
			continue
		}
		if v, ok := judgedShare().Score(judged); ok {
			s.scores.judged[queries[k].query] = v
		}
	}
}

// forgetJudged takes back what share of the first hits is judged, where only
// relevant documents are: it would be precision under another name.
func (s *Table) forgetJudged(c *scorer) {
	for i := range c.levels {
		if l := &c.levels[i]; l.judged && !l.items.NonRelevant() {
			for q := range s.judged {
				s.judged[q] = math.NaN()
			}
		}
	}
}

// scoreHits scores one live ranking, whose order is the order in which the hits came. Of a hit that comes
// twice the first counts; dropped is how many did not.
func (s *scorer) scoreHits(i int, hits []retrieval.Hit) (dropped int) {
	kept := retrieval.Unique(hits)
	for at := range s.levels {
		l := &s.levels[at]
		r := trec.NewRanking(s.scores.ID(i), s.at(l.level, kept))
		item, matches := l.match(i, r, kept, nil)
		s.score(l, i, Join(item, matches, r.Depth(), new(Joined)))
		s.scores.addRanking(l, i, r)
		if l.judged {
			s.scores.edit(i).Relevant = item.Ranks(matches, 0)
			keepHits(s.scores.edit(i), r, matches, s.keepHits)
		}
	}
	return len(hits) - len(kept)
}

// match finds the judged hits of a ranking of query i, and appends them to matches. The hits
// are those of the ranking; nil where no more is known of them than it says.
func (l *scoredLevel) match(i int, r *trec.Ranking, hits []retrieval.Hit, matches []trec.Match) (judgments.Item, []trec.Match) {
	item := l.items.Query(i)
	if item.Passages != nil {
		if hits == nil {
			hits = r.List(nil)
		}
		found := item.Passages.Find(hits)
		l.ids.seePassages(i, hits, found)
		item.Text = found.Text
		return item, append(matches, found.Matches...)
	}
	if item.InQrels >= 0 {
		matches = l.items.Qrels.Match(item.InQrels, r, matches)
	}
	l.ids.see(i, r, matches)
	return item, matches
}

// at returns what measures of a level see of the hits: chunks as they are, documents in place of their chunks. A
// document has the rank of its best chunk; its other chunks keep their places as something without judgments.
func (s *scorer) at(level metrics.Level, hits []retrieval.Hit) []retrieval.Hit {
	if !Chunked(hits) {
		return hits
	}
	s.noted.note(func(n *Seen) { n.Chunked = true })
	if level != metrics.DocumentLevel {
		return hits
	}
	seen := make(map[string]bool, len(hits))
	out := make([]retrieval.Hit, len(hits))
	for i, h := range hits {
		out[i] = h
		if h.Document != "" {
			out[i].ID = h.Document
		}
		if document := out[i].ID; seen[document] {
			out[i].ID = furtherChunk + h.ID
		} else {
			seen[document] = true
		}
	}
	return out
}

// furtherChunk marks a chunk of a document that has a better one: no document is called so.
const furtherChunk = "\x00"

// Chunked says whether any hit is a part of a document.
func Chunked(hits []retrieval.Hit) bool {
	return slices.ContainsFunc(hits, func(h retrieval.Hit) bool { return h.Document != "" })
}
