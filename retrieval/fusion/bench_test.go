package fusion_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// randomLists returns a list of each of the three components, depth hits each out of width documents.
func randomLists(rng *rand.Rand, depth, width int) []fusion.List {
	var lists []fusion.List
	for _, name := range three {
		l := fusion.List{Component: name}
		score := 20.0
		for _, doc := range rng.Perm(width)[:depth] {
			score -= rng.ExpFloat64() / 10
			l.Hits = append(l.Hits, retrieval.Hit{ID: "D" + strconv.Itoa(doc), Score: score})
		}
		lists = append(lists, l)
	}
	return lists
}

// Three lists that share about half of their documents.
func BenchmarkFuse(b *testing.B) {
	for _, depth := range []int{100, 1000} {
		lists := randomLists(rand.New(rand.NewPCG(1, 2)), depth, 2*depth)
		methods := []fusion.Method{rrf(b, 60), weighted(b, map[string]float64{"bm25": .3, "splade": .4, "dense": .3})}
		for _, m := range methods {
			b.Run(fmt.Sprintf("%s/3x%d", m.Name(), depth), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := m.Fuse(lists, depth); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// One operation is one setting on one query: fused scores of about 245 documents of 3 lists of 100, and then
// the ranks of 10 judged ones, or the first 10. The pools are warm, as they are for all settings but the first.
func BenchmarkSweep(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	const queries = 20
	pools := make([]*fusion.Pool, queries)
	judged := make([][]int, queries)
	for i := range pools {
		p, err := fusion.NewPool(randomLists(rng, 100, 500))
		if err != nil {
			b.Fatal(err)
		}
		pools[i], judged[i] = p, rng.Perm(p.Len())[:10]
		slices.Sort(judged[i])
	}
	var out []int
	for _, s := range sweepSettings(b) {
		for _, then := range []struct {
			name string
			do   func(scores []float64, query int)
		}{
			{"scores", func([]float64, int) {}},
			{"ranks", func(scores []float64, i int) { out = pools[i].Ranks(scores, judged[i], out) }},
			{"top10", func(scores []float64, i int) { out = pools[i].Top(scores, 10, out) }},
		} {
			b.Run(s.name+"/"+then.name, func(b *testing.B) {
				var scores []float64
				var err error
				b.ReportAllocs()
				for n := 0; b.Loop(); n++ {
					// All settings on one query, then the next query.
					i := n / len(s.methods) % queries
					if scores, err = s.methods[n%len(s.methods)].Scores(pools[i], scores); err != nil {
						b.Fatal(err)
					}
					then.do(scores, i)
				}
			})
		}
	}
}

// What comes before: one query's lists are pooled, and cut at another depth.
func BenchmarkPool(b *testing.B) {
	lists := randomLists(rand.New(rand.NewPCG(1, 2)), 100, 500)
	var p fusion.Pool
	b.ReportAllocs()
	for b.Loop() {
		if err := p.Reset(lists); err != nil {
			b.Fatal(err)
		}
		p.AtDepth(50)
	}
}

type sweepSetting struct {
	name    string
	methods []fusion.Method
}

// sweepSettings has the 66 weights in steps of a tenth for methods with weights, one setting for the others.
func sweepSettings(b *testing.B) []sweepSetting {
	b.Helper()
	var grid []map[string]float64
	for bm25 := 0; bm25 <= 10; bm25++ {
		for splade := 0; bm25+splade <= 10; splade++ {
			grid = append(grid, map[string]float64{"bm25": float64(bm25), "splade": float64(splade), "dense": float64(10 - bm25 - splade)})
		}
	}
	var list []sweepSetting
	for _, s := range []fusion.Settings{
		{Method: "wsum", Weights: grid[0]},
		{Method: "wsum", Norm: "zmuv", Weights: grid[0]},
		{Method: "wprod", Weights: grid[0]},
		{Method: "w_bordafuse", Weights: grid[0]},
		{Method: "rrf"},
		{Method: "mnz"},
		{Method: "med"},
		{Method: "condorcet"},
	} {
		setting := sweepSetting{name: s.Method + string(s.Norm)}
		weights := grid
		if s.Weights == nil {
			weights = []map[string]float64{nil}
		}
		for _, s.Weights = range weights {
			setting.methods = append(setting.methods, build(b, s))
		}
		list = append(list, setting)
	}
	return list
}
