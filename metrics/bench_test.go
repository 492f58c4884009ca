package metrics_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// deepRanking returns a query of the size of TREC deep learning: 1000 retrieved, 216
// judged, 120 of them retrieved.
func deepRanking() metrics.Judged {
	source := rand.New(rand.NewPCG(1, 2))
	j := metrics.Judged{Retrieved: 1000}
	for rank := 1; rank <= 1000; rank++ {
		if source.Float64() < 0.12 {
			j.Hits = append(j.Hits, metrics.Hit{Rank: rank, Grade: source.IntN(4)})
		}
	}
	for grade := 3; grade > 0; grade-- {
		for range 40 {
			j.Ideal = append(j.Ideal, grade)
		}
	}
	j.NonRelevant = 96
	j.Subtopics = &metrics.Subtopics{Count: 8}
	for i, h := range j.Hits {
		for _, subtopic := range []int{i % 3, 3 + i%5} {
			if h.Grade > 0 {
				j.Subtopics.Hits = append(j.Subtopics.Hits, metrics.SubtopicHit{Rank: h.Rank, Subtopic: subtopic, Grade: h.Grade})
			}
		}
	}
	for i := range j.Ideal {
		j.Subtopics.Documents = append(j.Subtopics.Documents,
			[]metrics.SubtopicGrade{{Subtopic: i % 3, Grade: 1}, {Subtopic: 3 + i%5, Grade: 1}})
	}
	return j
}

func BenchmarkScore(b *testing.B) {
	j := deepRanking()
	for _, d := range rankingDefinitions() {
		m := mustParse(b, example(d))
		b.Run(m.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.Score(&j)
			}
		})
	}
}

// The measures that the default profile reports, at its cutoffs.
func BenchmarkDefaultProfile(b *testing.B) {
	j := deepRanking()
	p, err := metrics.ProfileByName("default")
	if err != nil {
		b.Fatal(err)
	}
	for _, m := range p.Measures {
		b.Run(m.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.Score(&j)
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	registry := metrics.Builtin()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := registry.Parse("nDCG(gain=exp)@10"); err != nil {
			b.Fatal(err)
		}
	}
}

// Score does not allocate, whatever the measure.
func TestScoreDoesNotAllocate(t *testing.T) {
	j := deepRanking()
	for _, d := range rankingDefinitions() {
		m := mustParse(t, example(d))
		if n := testing.AllocsPerRun(10, func() { m.Score(&j) }); n != 0 {
			t.Errorf("%s allocates %v times", m, n)
		}
	}
}

func BenchmarkBuiltin(b *testing.B) {
	for b.Loop() {
		metrics.Builtin()
	}
}

func BenchmarkProfileByName(b *testing.B) {
	for b.Loop() {
		if _, err := metrics.ProfileByName("csb-code"); err != nil {
			b.Fatal(err)
		}
	}
}
