package metrics_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// Three groups of ten tied documents with one relevant document each have
// 10·10·10 = 1000 arrangements, the most that are all tried; with eleven in
// one of them there are 1100, and random ones are drawn.
func TestTiesAreAllTriedUpTo1000(t *testing.T) {
	for _, c := range []struct {
		last    int // of the third group
		sampled bool
	}{{30, false}, {31, true}} {
		j := metrics.Judged{Retrieved: c.last, Hits: []metrics.Hit{{Rank: 1, Grade: 1}, {Rank: 12, Grade: 1}, {Rank: 25, Grade: 1}}, Ideal: []int{1, 1, 1}}
		groups := []metrics.TieGroup{{First: 1, Last: 10}, {First: 11, Last: 20}, {First: 21, Last: c.last}}
		got := metrics.Ties([]metrics.Measure{mustParse(t, "P@1")}, &j, groups, rand.New(rand.NewPCG(1, 2)))[0]
		if got.Sampled != c.sampled || got.Min != 0 || got.Max != 1 {
			t.Errorf("%d documents: %+v", c.last, got)
		}
		if !c.sampled {
			wantNear(t, "expected P@1", got.Expected, 0.1, 1e-12) // one of ten
		}
	}
}

// Diversity measures need no memory of their own up to 64 subtopics and 512
// judged documents.
func TestDiversityDoesNotAllocate(t *testing.T) {
	s := &metrics.Subtopics{Count: 64}
	for doc := range 512 {
		s.Documents = append(s.Documents, []metrics.SubtopicGrade{{Subtopic: doc % 64, Grade: 1}})
	}
	for rank := 1; rank <= 20; rank++ {
		s.Hits = append(s.Hits, metrics.SubtopicHit{Rank: rank, Subtopic: rank % 64, Grade: 1})
	}
	j := metrics.Judged{Retrieved: 20, Subtopics: s}
	for _, text := range []string{"alpha_nDCG@10", "alpha_DCG@10", "ERR_IA@10", "NRBP", "AP_IA", "P_IA@10", "StRecall@10"} {
		m := mustParse(t, text)
		if n := testing.AllocsPerRun(10, func() { m.Score(&j) }); n != 0 {
			t.Errorf("%s allocates %v times", m, n)
		}
	}
}

// Without a cutoff the share of judged documents is that of the whole ranking.
func TestJudgedOfTheWholeRanking(t *testing.T) {
	for _, d := range smallRankings() {
		j, judged := d.judged(), 0.0
		for _, grade := range d.ranking {
			if grade != unjudged {
				judged++
			}
		}
		got, defined := metrics.JudgedAt{}.Score(&j)
		if defined != (len(d.ranking) > 0) || defined && got != judged/float64(len(d.ranking)) {
			t.Fatalf("%s of %v = %v %v", metrics.JudgedAt{}, d, got, defined)
		}
	}
}
