package scoring_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// generated returns a run of some depth, and qrels with grades 0 to 3 whose
// documents are mostly in it.
func generated(queries, depth, judged int) (run []byte, qrels string) {
	rng, judgments := rand.New(rand.NewPCG(1, 0)), []byte(nil)
	for q := range queries {
		first, score := rng.IntN(8_000_000), 35_000_000+rng.IntN(5_000_000)
		for rank := range depth {
			run = fmt.Appendf(run, "%d Q0 %d %d %.6f sysA\n", q*7919, first+rank*7, rank+1, float64(score)/1e6)
			score -= rng.IntN(60_000_000 / depth)
		}
		for i := range judged {
			judgments = fmt.Appendf(judgments, "%d 0 %d %d\n", q*7919, first+i*depth/judged*6, max(0, rng.IntN(7)-3))
		}
	}
	return run, string(judgments)
}

// BenchmarkScoreRun is the scoring pass over generated runs: reading, joining
// and seven measures.
func BenchmarkScoreRun(b *testing.B) {
	for _, shape := range []struct {
		name                   string
		queries, depth, judged int
	}{{"small", 200, 100, 7}, {"dl", 43, 1000, 216}} {
		b.Run(shape.name, func(b *testing.B) {
			run, qrels := generated(shape.queries, shape.depth, shape.judged)
			j := wingtest.JudgmentsFrom(b, qrels)
			p := wingtest.ProfileNamed(b, "trec")
			list := wingtest.Measures(b, p, "ndcg_cut_10,map,recip_rank,recall_100,P_10,bpref,success_1")
			src := trec.Bytes("run", run)
			b.SetBytes(int64(len(run)))
			for b.Loop() {
				if _, err := scoring.RunFile(b.Context(), src, j, list, p, scoring.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(shape.queries*shape.depth)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mlines/s")
		})
	}
}
