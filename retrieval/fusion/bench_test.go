package fusion_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// Three lists that share about half of their documents.
func BenchmarkFuse(b *testing.B) {
	for _, depth := range []int{100, 1000} {
		rng := rand.New(rand.NewPCG(1, 2))
		var lists []fusion.List
		for _, name := range three {
			l := fusion.List{Component: name}
			for i, doc := range rng.Perm(2 * depth)[:depth] {
				l.Hits = append(l.Hits, retrieval.Hit{ID: "D" + strconv.Itoa(doc), Score: float64(depth - i)})
			}
			lists = append(lists, l)
		}
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
