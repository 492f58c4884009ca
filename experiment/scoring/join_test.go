package scoring_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Query i has one relevant document at rank 1 + i mod 7 of eight, so RR is
// 1/rank and P@3 is 1/3 down to rank 3: by hand. Queries wait in batches until
// they are scored, so no batch may lose, repeat or mix up any: with as many
// queries as fill none, one or several, with any number of workers, and when
// the file has to be read again because the lines of a query are apart.
func TestBatches(t *testing.T) {
	for _, queries := range []int{1, 63, 64, 65, 300} {
		var qrels, run strings.Builder
		for q := range queries {
			fmt.Fprintf(&qrels, "q%d 0 d 1\n", q)
			for rank := 1; rank <= 8; rank++ {
				doc := fmt.Sprint("x", rank)
				if rank == 1+q%7 {
					doc = "d"
				}
				fmt.Fprintf(&run, "q%d Q0 %s %d %d t\n", q, doc, rank, 10-rank)
			}
		}
		apart := run.String() + "q0 Q0 late 9 0 t\n"
		j := wingtest.JudgmentsFrom(t, qrels.String())
		p := wingtest.ProfileNamed(t, "default")
		list := wingtest.Measures(t, p, "RR,P@3")
		for name, text := range map[string]string{"together": run.String(), "apart": apart} {
			for _, workers := range []int{1, 3} {
				s, err := scoring.RunFile(t.Context(), trec.Bytes("run", []byte(text)), j, list, p,
					scoring.Options{Run: trec.RunOptions{Workers: workers}})
				if err != nil {
					t.Fatal(err)
				}
				for q := range queries {
					rank := 1 + q%7
					rr, _ := s.Score(0, q)
					if want := 1 / float64(rank); rr != want {
						t.Errorf("%d queries %s, %d workers: RR of %s = %v, want %v", queries, name, workers, s.ID(q), rr, want)
					}
					want := 0.0
					if rank <= 3 {
						want = 1. / 3
					}
					if got, _ := s.Score(1, q); got != want {
						t.Errorf("%d queries %s, %d workers: P@3 of %s = %v, want %v", queries, name, workers, s.ID(q), got, want)
					}
				}
			}
		}
	}
}

// BenchmarkMeasures is what a hundred measures cost next to one: a pass over a
// small run and its summary.
func BenchmarkMeasures(b *testing.B) {
	run, qrels := generated(200, 100, 7)
	j, p, src := wingtest.JudgmentsFrom(b, qrels), wingtest.ProfileNamed(b, "trec"), trec.Bytes("run", run)
	for _, names := range []string{"RR", "official", "all_trec"} {
		list := wingtest.Measures(b, p, names)
		b.Run(names, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s, err := scoring.RunFile(b.Context(), src, j, list, p, scoring.Options{})
				if err != nil {
					b.Fatal(err)
				}
				s.Summarize(false)
			}
		})
	}
}
