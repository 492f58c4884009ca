package scoring

import (
	"math/rand/v2"
	"slices"

	"github.com/rankduel/rankduel/internal/idtable"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// ties fills in the tie ranges of query q. judged is not narrowed yet: a tie may reach over the depth.
func (p *pass) ties(l *scoredLevel, q int, r *trec.Ranking, judged *metrics.Judged) {
	measures := l.measures
	if p.opts.Depth > 0 || p.opts.JudgedOnly {
		measures = make([]metrics.Measure, len(l.measures))
		for i, m := range l.measures {
			measures[i] = narrowed{m, p.opts}
		}
	}
	rng := rand.New(rand.NewPCG(tieSeed, idtable.Hash(r.Query)))
	for i, t := range metrics.Ties(measures, judged, tieGroups(r.Scores), rng) {
		p.scores.ranges.ties[l.at[i]][q] = t
	}
	p.scores.ranges.seen[q] = true
}

// tieGroups finds the runs of equal scores.
func tieGroups(scores []float64) []metrics.TieGroup {
	var groups []metrics.TieGroup
	for first := 0; first < len(scores); {
		end := first + 1
		for end < len(scores) && scores[end] == scores[first] {
			end++
		}
		if end-first > 1 {
			groups = append(groups, metrics.TieGroup{First: first + 1, Last: end})
		}
		first = end
	}
	return groups
}

// narrowed is a measure of what the options leave of a ranking.
type narrowed struct {
	metrics.Measure
	opts Options
}

// Score narrows a copy.
func (n narrowed) Score(j *metrics.Judged) (score float64, defined bool) {
	left := *j
	left.Hits = slices.Clone(j.Hits)
	if j.Subtopics != nil {
		subtopics := *j.Subtopics
		subtopics.Hits = slices.Clone(subtopics.Hits)
		left.Subtopics = &subtopics
	}
	n.opts.narrow(&left)
	return n.Measure.Score(&left)
}

// tieSeed starts the random orders of ties, together with the query's id: the
// numbers of a query depend neither on the workers nor on the other queries.
const tieSeed = 1

func (p *pass) bounds(l *scoredLevel, q int, judged *metrics.Judged) {
	for i, m := range l.measures {
		r, ok := metrics.Bounds(m, judged, p.scores.Top)
		p.scores.ranges.bounds[l.at[i]][q] = bound{r, !ok}
	}
	p.scores.ranges.seen[q] = true
}
