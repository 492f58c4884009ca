package fusion_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// drawLists draws up to 4 lists of up to 8 of 13 documents, with ties among the scores.
func drawLists(t *rapid.T) []fusion.List {
	names := []string{"bm25", "splade", "dense", "late"}
	lists := make([]fusion.List, rapid.IntRange(1, len(names)).Draw(t, "lists"))
	for i := range lists {
		lists[i].Component = names[i]
		for _, doc := range rapid.SliceOfNDistinct(rapid.IntRange(0, 12), 0, 8, rapid.ID).Draw(t, names[i]) {
			score := float64(rapid.IntRange(-3, 3).Draw(t, "score"))
			lists[i].Hits = append(lists[i].Hits, retrieval.Hit{ID: strconv.Itoa(doc), Score: score})
		}
	}
	return lists
}

// A cut pool is the pool of the cut lists, and one pool used again and again is as good as a new one.
func TestPoolCut(t *testing.T) {
	var p fusion.Pool
	rapid.Check(t, func(t *rapid.T) {
		lists := drawLists(t)
		if err := p.Reset(lists); err != nil {
			t.Fatal(err)
		}
		depth := rapid.IntRange(-1, 9).Draw(t, "depth")
		cut := slices.Clone(lists)
		for i, l := range cut {
			cut[i].Hits = l.Hits[:max(0, min(depth, len(l.Hits)))]
		}
		want, err := fusion.NewPool(cut)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(describe(want), describe(p.AtDepth(depth))); diff != "" {
			t.Fatalf("pool of the cut lists (-) and cut pool (+):\n%s", diff)
		}
		if first, second := p.AtDepth(depth), p.AtDepth(depth); first != second {
			t.Fatal("the cut pool was made twice")
		}
	})
}

// Documents that fall out of bm25's list where it is cut have no rank there any more: their ids order them, among
// documents that never had one.
func TestPoolCutTies(t *testing.T) {
	p, err := fusion.NewPool([]fusion.List{list(t, "bm25: z 9 y 8 x 7 v 6"), list(t, "dense: x 3 w 2 v 1"), list(t, "late: v 3 u 2")})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"z bm25:1 dense:0 late:0", "y bm25:2 dense:0 late:0", "u bm25:0 dense:0 late:2", "v bm25:0 dense:0 late:1", "w bm25:0 dense:2 late:0", "x bm25:0 dense:1 late:0"}
	if diff := cmp.Diff(want, describe(p.AtDepth(2))); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
}

// describe lists the documents of a pool with their ranks.
func describe(p *fusion.Pool) []string {
	var out []string
	for d := range p.Len() {
		line := p.ID(d)
		if at, ok := p.Index(line); !ok || at != d {
			line += " not found at its number"
		}
		for c := range p.Components() {
			line += " " + p.Component(c) + ":" + strconv.Itoa(p.Rank(c, d))
		}
		out = append(out, line)
	}
	return out
}

// The rank by counting is the position in the sorted hits, whatever the order of the documents that are asked
// for, and the best documents are the first of the hits.
func TestPoolRanks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, err := fusion.NewPool(drawLists(t))
		if err != nil {
			t.Fatal(err)
		}
		scores := make([]float64, p.Len())
		low := rapid.SampledFrom([]int{-2, 0}).Draw(t, "low") // Ranks has another way for scores below 0
		docs := []int{-1}
		for d := range scores {
			scores[d] = float64(rapid.IntRange(low, 2).Draw(t, "score"))
			docs = append(docs, d, d)
		}
		docs = rapid.Permutation(docs).Draw(t, "docs")
		hits := p.Hits(scores, p.Len())
		ranks := p.Ranks(scores, docs, nil)
		for i, d := range docs {
			want := 0
			if d >= 0 {
				want = 1 + slices.IndexFunc(hits, func(h retrieval.Hit) bool { return h.ID == p.ID(d) })
			}
			if ranks[i] != want {
				t.Errorf("rank of document %d = %d, want %d", d, ranks[i], want)
			}
		}
		k := rapid.IntRange(-1, 14).Draw(t, "k")
		top := p.Top(scores, k, nil)
		if len(top) != max(0, min(k, len(hits))) {
			t.Fatalf("Top has %d documents of %d for k = %d", len(top), len(hits), k)
		}
		for i, d := range top {
			if p.ID(d) != hits[i].ID {
				t.Errorf("Top: number %d is %s, want %s", i+1, p.ID(d), hits[i].ID)
			}
		}
	})
}

// A pool remembers which documents were the best, to find the next best sooner: what was asked before, of these
// documents or of others, changes nothing.
func TestTopAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := new(fusion.Pool)
		for range 4 {
			if err := p.Reset(drawLists(t)); err != nil {
				t.Fatal(err)
			}
			for range 4 {
				scores := make([]float64, p.Len())
				for d := range scores {
					scores[d] = float64(rapid.IntRange(-3, 3).Draw(t, "score"))
				}
				k := rapid.IntRange(0, 5).Draw(t, "k")
				var want []int // by score, then by number
				for d := range scores {
					want = append(want, d)
				}
				slices.SortStableFunc(want, func(a, b int) int { return int(scores[b] - scores[a]) })
				if want = want[:min(k, len(want))]; !slices.Equal(p.Top(scores, k, nil), want) {
					t.Fatalf("Top %d of %v = %v, want %v", k, scores, p.Top(scores, k, nil), want)
				}
			}
		}
	})
}

// After an error a pool is empty, whatever it held before.
func TestPoolAfterError(t *testing.T) {
	p, err := fusion.NewPool([]fusion.List{list(t, "a: x 2 y 1"), list(t, "b: y 1")})
	if err != nil {
		t.Fatal(err)
	}
	p.AtDepth(1)
	for _, faulty := range [][]fusion.List{nil, {list(t, "a: x 2 z 1 x 0")}} {
		if err := p.Reset(faulty); err == nil {
			t.Fatalf("Reset takes %v", faulty)
		}
		if _, found := p.Index("x"); found || p.Len() != 0 || p.Components() != 0 || p.AtDepth(1) != p {
			t.Errorf("after %v: %d documents of %d components, x is one of them: %v", faulty, p.Len(), p.Components(), found)
		}
	}
	if err := p.Reset([]fusion.List{list(t, "c: z 1")}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"z c:1"}, describe(p)); diff != "" {
		t.Errorf("documents of the next lists (-want +got):\n%s", diff)
	}
}

// Documents are numbered in tie order: the tie component's ranks, then ids.
func TestPoolOrder(t *testing.T) {
	p, err := fusion.NewPool([]fusion.List{list(t, "dense: e 5 b 4 a 3"), list(t, "bm25: e 9 d 8 a 7")})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"e bm25:1 dense:1", "d bm25:2 dense:0", "a bm25:3 dense:3", "b bm25:0 dense:2"}
	if diff := cmp.Diff(want, describe(p)); diff != "" {
		t.Errorf("documents (-want +got):\n%s", diff)
	}
}
