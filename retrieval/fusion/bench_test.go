package fusion_test

import (
	"fmt"
	"math/rand/v2"
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
		methods := []fusion.Method{rrf(60), weighted(b, map[string]float64{"bm25": .3, "splade": .4, "dense": .3})}
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

// One operation is one setting on one query: fused scores of about 230 documents of 3 lists of 100, and the
// ranks of 10 judged ones. The pools are warm, as they are for all settings of a sweep but the first.
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
	}
	for _, s := range sweepSettings() {
		b.Run(s.name, func(b *testing.B) {
			var scores []float64
			var ranks []int
			var err error
			b.ReportAllocs()
			for n := 0; b.Loop(); n++ {
				// All settings on one query, then the next query.
				i := n / len(s.methods) % queries
				if scores, err = s.methods[n%len(s.methods)].Scores(pools[i], scores); err != nil {
					b.Fatal(err)
				}
				ranks = pools[i].Ranks(scores, judged[i], ranks)
			}
		})
	}
}

type sweepSetting struct {
	name    string
	methods []fusion.Method
}

// The weights in steps of a tenth: 66 combinations.
func sweepSettings() []sweepSetting {
	var list []sweepSetting
	for _, s := range []fusion.Settings{{Method: "weighted"}} {
		setting := sweepSetting{name: s.Method}
		for bm25 := 0; bm25 <= 10; bm25++ {
			for splade := 0; bm25+splade <= 10; splade++ {
				s.Weights = map[string]float64{"bm25": float64(bm25), "splade": float64(splade), "dense": float64(10 - bm25 - splade)}
				m, err := fusion.New(s)
				if err != nil {
					panic(err)
				}
				setting.methods = append(setting.methods, m)
			}
		}
		list = append(list, setting)
	}
	return list
}
