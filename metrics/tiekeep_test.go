package metrics_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// Ties puts documents into other orders and leaves those that it was given as
// they were: hits, pooled ranks, gains and subtopics, whether all orders are
// tried or some are drawn.
func TestTiesKeepTheirArgument(t *testing.T) {
	build := func(n int) metrics.Judged {
		return metrics.Judged{
			Retrieved: n,
			Hits:      []metrics.Hit{{Rank: 1, Grade: 0}, {Rank: 3, Grade: 2}, {Rank: 4, Grade: 1}},
			Ideal:     []int{2, 1}, NonRelevant: 1,
			Pooled:     []int{2},
			Gains:      []float64{0, 2.5, 1},
			IdealGains: []float64{2.5, 1},
			Subtopics: &metrics.Subtopics{
				Count: 2,
				Hits: []metrics.SubtopicHit{
					{Rank: 3, Subtopic: 0, Grade: 1}, {Rank: 3, Subtopic: 1, Grade: 1}, {Rank: 4, Subtopic: 1, Grade: 1},
				},
				Documents: [][]metrics.SubtopicGrade{{{Subtopic: 0, Grade: 1}, {Subtopic: 1, Grade: 1}}, {{Subtopic: 1, Grade: 1}}},
			},
		}
	}
	list := []metrics.Measure{mustParse(t, "alpha_nDCG@3"), mustParse(t, "nDCG@3"), mustParse(t, "infAP"), mustParse(t, "StRecall@2")}
	for _, n := range []int{5, 40} {
		j := build(n)
		metrics.Ties(list, &j, []metrics.TieGroup{{First: 1, Last: n}}, rand.New(rand.NewPCG(1, 2)))
		if want := build(n); !reflect.DeepEqual(j, want) {
			t.Errorf("%d tied documents: %+v with %+v became %+v with %+v", n, want, want.Subtopics, j, j.Subtopics)
		}
	}
}
