package judge

import (
	"maps"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/stats/silver"
)

// Depth is how many hits of each query a corrected mean is about.
const Depth = 10

// systems asks whether the judge's bias is the same for all systems: labels that are
// wrong in the same way for all leave their order as it is.
func (q Question) systems(out *result.JudgePair, reference, judge Labels) error {
	var ps []float64
	biases := bothScores(out, reference.Tables, judge.Tables)
	for s := range biases {
		system := &out.Systems[s]
		if system.Queries == 0 {
			return nil
		}
		excess := make([]float64, system.Queries)
		for i := range excess {
			excess[i] = biases[s][i]
			for other := range biases {
				if other != s {
					excess[i] -= biases[other][i] / float64(len(biases)-1)
				}
			}
		}
		system.Bias, system.Excess = test(biases[s], level), test(excess, level)
		if ps = append(ps, *system.Excess.PValue); reference.People {
			correct(system, judge.Tables[s], reference)
		}
	}
	if len(ps) < 2 {
		return nil
	}
	correction := stats.Holm
	if len(ps) == 2 { // one question: of two systems each has what the other lacks
		correction = stats.None
	}
	adjusted, err := stats.Adjust(ps, correction)
	out.Bias = result.JudgesUnclear
	for s := range out.Systems {
		if out.Systems[s].Adjusted = &adjusted[s]; adjusted[s] < q.Alpha {
			out.Bias = result.JudgesDiffer
		}
	}
	if out.Systems[0].Queries < minQueries {
		out.Bias = result.JudgesFew
	}
	return err
}

// bothScores adds a row for each system, and returns by how much the judge scores it
// higher, of each query that every system has both scores of.
func bothScores(out *result.JudgePair, reference, judge []*scoring.Table) [][]float64 {
	var ids []string
	scores := make([]map[string]float64, 2*len(judge))
	for s, t := range slices.Concat(judge, reference) {
		scores[s] = map[string]float64{}
		for i := range t.Len() {
			if x, ok := t.Score(0, i); ok {
				scores[s][t.ID(i)] = x
			}
		}
		if s < len(judge) {
			out.Systems = append(out.Systems, result.JudgedSystem{Name: t.Name})
		}
	}
	if len(judge) > 0 {
		ids = slices.Sorted(maps.Keys(scores[0]))
	}
	biases := make([][]float64, len(judge))
	for _, id := range ids {
		if slices.ContainsFunc(scores, func(of map[string]float64) bool { _, ok := of[id]; return !ok }) {
			continue
		}
		for s := range out.Systems {
			system, by, of := &out.Systems[s], scores[s][id], scores[s+len(judge)][id]
			biases[s] = append(biases[s], by-of)
			system.Queries = len(biases[s])
			system.Judge += (by - system.Judge) / float64(system.Queries)
			system.Reference += (of - system.Reference) / float64(system.Queries)
		}
	}
	return biases
}

// correct estimates the mean grade that people would give a system's first hits.
func correct(system *result.JudgedSystem, t *scoring.Table, people Labels) {
	queries := make([][]silver.Item, t.Len())
	for i := range t.Len() {
		q := t.Query(i)
		grades := people.Given.GradesOf(q.QueryID, metrics.DocumentLevel)
		for _, hit := range q.Hits[:min(Depth, len(q.Hits))] {
			if h, both := grades[hit.DocID]; hit.Grade != result.Unjudged {
				queries[i] = append(queries[i], silver.Item{Judge: hit.Grade, Human: h, Both: both})
			}
		}
	}
	if e, mean, err := silver.Correct(queries, level); err == nil && e.N >= silver.MinLabelled {
		in := e.Interval()
		system.TopGrade, system.Corrected = &mean, &result.Estimated{Mean: &e.Mean, Interval: interval(&in)}
	}
}
