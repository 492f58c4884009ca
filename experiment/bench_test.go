package experiment_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
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
			j := judgmentsFrom(b, qrels.String())
			p := profileNamed(b, "trec")
			list := measures(b, p, "ndcg_cut_10,map,recip_rank,recall_100,P_10,bpref,success_1")
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

// BenchmarkCompare is the whole inference over 1,000 queries and 5 measures:
// two on a lattice, three not.
func BenchmarkCompare(b *testing.B) {
	const queries = 1000
	arm := func(phase float64) map[string][]float64 {
		columns := map[string][]float64{}
		for m, name := range []string{"nDCG@10", "AP", "RBP(p=0.8)", "R@10", "P@5"} {
			for q := range queries {
				v := math.Abs(math.Sin(phase + float64(q*(m+1))))
				if m >= 3 {
					v = math.Round(5*v) / 5
				}
				columns[name] = append(columns[name], v)
			}
		}
		return columns
	}
	x, y := tables(b, "a", arm(0)), tables(b, "b", arm(.1))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := compare.Against(x, []*scoring.Table{y}, compare.Settings{}); err != nil {
			b.Fatal(err)
		}
	}
}
