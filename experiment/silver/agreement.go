package silver

import (
	"maps"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/stats/agreement"
)

// twice is a document that both labelled.
type twice struct {
	human, model int
	by           string // which of the two systems ranked it first; "" where none did
}

// compareGrades says how far the labels of the documents agree that have both, in the
// light of the baseline and a candidate, by its place among the systems.
func compareGrades(info *result.SilverLabels, queries []query, candidate int) error {
	var all []twice
	for _, q := range queries {
		for _, doc := range slices.Sorted(maps.Keys(q.human)) {
			if m, both := q.model[doc]; both {
				all = append(all, twice{q.human[doc], m, q.retrievedBy(doc, candidate)})
			}
		}
	}
	info.Documents, info.ByGrade = len(all), byGrade(all)
	for _, by := range []string{"only_a", "only_b", "both"} {
		some := slices.DeleteFunc(slices.Clone(all), func(d twice) bool { return d.by != by })
		if len(some) == 0 {
			continue
		}
		r := result.RetrievedMean{By: by, Documents: len(some), ByGrade: byGrade(some)}
		for _, d := range some {
			r.Excess += float64(d.model-d.human) / float64(len(some))
		}
		info.Retrieved = append(info.Retrieved, r)
	}
	if len(all) == 0 {
		return nil
	}
	human, model := make([]int, len(all)), make([]int, len(all))
	for i, d := range all {
		human[i], model[i] = d.human, d.model
	}
	c, err := agreement.NewConfusion(human, model, nil)
	if err != nil {
		return err
	}
	for _, k := range []struct {
		by agreement.Weighting
		to **float64
	}{{agreement.Unweighted, &info.Kappa}, {agreement.Quadratic, &info.QuadraticKappa}} {
		kappa, err := agreement.CohenKappa(c, k.by, 0.95)
		if err != nil {
			return err
		}
		*k.to = kappa.Value
	}
	for j, grade := range c.Labels {
		for i, n := range c.Counts {
			if n[j] > 0 {
				info.Confusion = append(info.Confusion, result.PairOfGrades{Human: c.Labels[i], Silver: grade, Documents: n[j]})
			}
		}
	}
	return nil
}

// byGrade returns people's mean of the documents that got each of the model's grades.
func byGrade(list []twice) (out []result.GradeByModel) {
	sums, counts := map[int]int{}, map[int]int{}
	for _, d := range list {
		sums[d.model] += d.human
		counts[d.model]++
	}
	for _, grade := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, result.GradeByModel{Silver: grade, HumanMean: float64(sums[grade]) / float64(counts[grade]), Documents: counts[grade]})
	}
	return out
}

// retrievedBy says which of the baseline and a candidate ranked a document first.
func (q *query) retrievedBy(doc string, candidate int) string {
	a, b := slices.Contains(q.tops[0], doc), slices.Contains(q.tops[candidate], doc)
	switch {
	case a && b:
		return "both"
	case a:
		return "only_a"
	case b:
		return "only_b"
	}
	return ""
}

// leastSystems is from how many systems on their order says something.
const leastSystems = 5

// tau says how far both kinds of labels put the systems into one order, over the labelled
// queries of which a system has both scores; nil of few systems.
func (l *Labels) tau(primary metrics.Measure) (*float64, error) {
	if len(l.ByHuman) < leastSystems {
		return nil, nil
	}
	human, model := make([]float64, len(l.ByHuman)), make([]float64, len(l.ByHuman))
	for t, by := range l.ByHuman {
		twin, places := l.ByModel[t], rows(l.ByModel[t])
		for q := range by.Len() {
			x, defined := by.Score(metrics.Index(by.Measures, primary), q)
			y, too := twin.Score(metrics.Index(twin.Measures, primary), places[by.ID(q)])
			if defined && too {
				human[t], model[t] = human[t]+x, model[t]+y
			}
		}
	}
	c, err := stats.Kendall(human, model)
	return c.Value, err
}

// rows returns the places of a table's queries.
func rows(t *scoring.Table) map[string]int {
	at := make(map[string]int, t.Len())
	for i := range t.Len() {
		at[t.ID(i)] = i
	}
	return at
}
