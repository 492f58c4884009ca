package scoring_test

import (
	"bytes"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/rungen"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// BenchmarkScoreRun is the scoring pass over generated runs: reading, joining
// and seven measures.
func BenchmarkScoreRun(b *testing.B) {
	for _, shape := range rungen.Shapes()[:2] {
		b.Run(shape.Name, func(b *testing.B) {
			var run, qrels bytes.Buffer
			g := rungen.Generator{Shape: shape, Seed: 1}
			if err := g.WriteRun(&run, 0); err != nil {
				b.Fatal(err)
			}
			if err := g.WriteQrels(&qrels); err != nil {
				b.Fatal(err)
			}
			j := wingtest.JudgmentsFrom(b, qrels.String())
			p := wingtest.ProfileNamed(b, "trec")
			list := wingtest.Measures(b, p, "ndcg_cut_10,map,recip_rank,recall_100,P_10,bpref,success_1")
			src := trec.Bytes("run", run.Bytes())
			b.SetBytes(int64(run.Len()))
			for b.Loop() {
				if _, err := scoring.RunFile(b.Context(), src, j, list, p, scoring.Options{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(shape.Queries*shape.Depth)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mlines/s")
		})
	}
}
