package fusion_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// allSettings has each method that is not trained, with each normalization where it takes one.
func allSettings(t testing.TB) []fusion.Settings {
	t.Helper()
	var list []fusion.Settings
	for _, e := range fusion.Builtin().Entries() {
		if e.Train != nil || e.Name == "single" {
			continue
		}
		s := fusion.Settings{Method: e.Name}
		for _, key := range e.Uses {
			switch key {
			case "weights":
				s.Weights = map[string]float64{"bm25": .3, "splade": .4, "dense": .3, "late": 0}
			case "gmnz_gamma":
				s.GMNZGamma = new(.5)
			case "rbc_p":
				s.RBCP = new(.8)
			}
		}
		if !slices.Contains(e.Uses, "norm") {
			list = append(list, s)
			continue
		}
		for n := range strings.SplitSeq(norms, ", ") {
			s.Norm = fusion.Norm(n)
			list = append(list, s)
		}
	}
	return list
}

// everyMethod builds allSettings and trains the others on a few made-up queries.
func everyMethod(t testing.TB) map[string]fusion.Method {
	t.Helper()
	methods := map[string]fusion.Method{}
	for _, s := range allSettings(t) {
		methods[strings.TrimSpace(s.Method+" "+string(s.Norm))] = build(t, s)
	}
	for _, e := range fusion.Builtin().Entries() {
		if e.Train == nil {
			continue
		}
		m, err := trainer(t, fusion.Settings{Method: e.Name, ProbFuseSegments: segments(e.Name)}).Train(madeUp(20))
		if err != nil {
			t.Fatal(err)
		}
		methods[e.Name] = m
	}
	return methods
}

func segments(method string) *int {
	if method == "probfuse" {
		return new(3)
	}
	return nil
}

// fuses reports whether m has scores for lists: norm max has none where nothing is positive.
func fuses(t *rapid.T, name string, m fusion.Method, lists []fusion.List) ([]retrieval.Hit, bool) {
	hits, err := m.Fuse(lists, 100)
	if err != nil {
		if strings.HasSuffix(name, " max") && strings.Contains(err.Error(), "norm max needs a positive one") {
			return nil, false
		}
		t.Fatalf("%s: %v", name, err)
	}
	return hits, true
}

// For every method: the order in which the lists are passed changes no bit of the result, the arguments are
// left alone, the result is a permutation of all documents in descending order of finite scores, ties go by
// the ranks in bm25 and then the ids, a smaller k is a prefix, the ranks by counting are the positions, and
// a pool that was cut gives what cut lists give.
func TestFuseProperties(t *testing.T) {
	methods := everyMethod(t)
	p := new(fusion.Pool) // used again and again, where Fuse takes a new one
	rapid.Check(t, func(t *rapid.T) {
		lists := drawLists(t)
		before := cloneLists(lists)
		shuffled := slices.Clone(lists)
		rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)).Shuffle(len(shuffled), func(i, j int) {
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
		})
		depth := rapid.IntRange(0, 8).Draw(t, "depth")
		if err := p.Reset(lists); err != nil {
			t.Fatal(err)
		}
		for name, m := range methods {
			all, ok := fuses(t, name, m, lists)
			if !ok {
				continue
			}
			again, _ := fuses(t, name, m, shuffled)
			same(t, name+" and the same lists in another order", all, again)
			checkOrder(t, name, p, all)
			top, err := m.Fuse(lists, 3)
			if err != nil {
				t.Fatal(err)
			}
			same(t, name+", 3 hits are the first of 100", all[:min(3, len(all))], top)
			checkPool(t, name, m, p, all)

			cut := cloneLists(lists)
			for i, l := range cut {
				cut[i].Hits = l.Hits[:min(depth, len(l.Hits))]
			}
			if shallow, ok := fuses(t, name, m, cut); ok {
				checkPool(t, name, m, p.AtDepth(depth), shallow)
			}
		}
		if diff := cmp.Diff(before, lists); diff != "" {
			t.Fatalf("a method changed its argument:\n%s", diff)
		}
	})
}

// same holds two rankings to each other, to the last bit.
func same(t *rapid.T, what string, a, b []retrieval.Hit) {
	equal := func(x, y retrieval.Hit) bool { return x.ID == y.ID && x.Score == y.Score }
	if !slices.EqualFunc(a, b, equal) {
		t.Fatalf("%s:\n%s", what, cmp.Diff(a, b))
	}
}

// checkOrder holds hits to the documented order.
func checkOrder(t *rapid.T, name string, p *fusion.Pool, hits []retrieval.Hit) {
	if len(hits) != p.Len() {
		t.Fatalf("%s: %d hits of %d documents", name, len(hits), p.Len())
	}
	bm25 := func(id string) int {
		if p.Component(0) == "bm25" {
			if d, _ := p.Index(id); p.Rank(0, d) > 0 {
				return p.Rank(0, d)
			}
		}
		return math.MaxInt
	}
	for i, h := range hits {
		if _, ok := p.Index(h.ID); !ok || math.IsNaN(h.Score) || math.IsInf(h.Score, 0) || 1/h.Score == math.Inf(-1) {
			t.Fatalf("%s: hit %v", name, h)
		}
		if i == 0 {
			continue
		}
		last := hits[i-1]
		if last.Score < h.Score ||
			last.Score == h.Score && (bm25(last.ID) > bm25(h.ID) || bm25(last.ID) == bm25(h.ID) && last.ID >= h.ID) {
			t.Fatalf("%s: %s is ahead of %s: %v", name, last.ID, h.ID, hits)
		}
	}
}

// checkPool holds scores and ranks of a pool to the hits of the same lists.
func checkPool(t *rapid.T, name string, m fusion.Method, p *fusion.Pool, want []retrieval.Hit) {
	scores, err := m.Scores(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	same(t, name+", Fuse and a pool", want, p.Hits(scores, 100))
	var docs, places []int
	for i, h := range want {
		d, _ := p.Index(h.ID)
		docs, places = append(docs, d), append(places, i+1)
	}
	if ranks := p.Ranks(scores, docs, nil); !slices.Equal(places, ranks) {
		t.Fatalf("%s: ranks = %v, want the places in the hits, %v", name, ranks, places)
	}
}

// Only ranks matter to methods of ranks, so scores that are squeezed, stretched and shifted without
// changing their order change nothing; they may even all be infinite.
func TestRankMethodsIgnoreScores(t *testing.T) {
	rankMethods := "rrf w_rrf isr log_isr logn_isr rbc bordafuse w_bordafuse condorcet w_condorcet posfuse probfuse slidefuse mapfuse bayesfuse"
	methods := everyMethod(t)
	names := strings.Fields(rankMethods)
	for name := range methods {
		if strings.HasSuffix(name, " rank") || strings.HasSuffix(name, " borda") {
			names = append(names, name)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		lists := drawLists(t)
		changed := cloneLists(lists)
		for _, l := range changed {
			for i := range l.Hits {
				l.Hits[i].Score = math.Expm1(l.Hits[i].Score) * 1e6
				if l.Component == "dense" {
					l.Hits[i].Score = math.Inf(1)
				}
			}
		}
		for _, name := range names {
			a, _ := fuses(t, name, methods[name], lists)
			b, _ := fuses(t, name, methods[name], changed)
			same(t, name+" and other scores in the same order", a, b)
		}
	})
}

// Normalizations promise that the unit of a component's scores does not matter, and all but max that its
// zero does not matter either. Units are powers of 2 here, for which that holds to the last bit.
func TestScaleInvariance(t *testing.T) {
	methods := everyMethod(t)
	rapid.Check(t, func(t *rapid.T) {
		lists := drawLists(t)
		scaled, shifted := cloneLists(lists), cloneLists(lists)
		for c := range lists {
			factor := math.Ldexp(1, rapid.IntRange(-20, 20).Draw(t, "exponent"))
			for i := range lists[c].Hits {
				scaled[c].Hits[i].Score *= factor
				shifted[c].Hits[i].Score += 8
			}
		}
		for name, m := range methods {
			if strings.HasSuffix(name, " none") {
				continue
			}
			a, ok := fuses(t, name, m, lists)
			if !ok {
				continue
			}
			b, _ := fuses(t, name, m, scaled)
			same(t, name+" and other units", a, b)
			if strings.HasSuffix(name, " max") || strings.HasSuffix(name, " zmuv") || strings.HasSuffix(name, " sigmoid") {
				continue // a mean of shifted scores is rounded elsewhere, see TestShift
			}
			b, _ = fuses(t, name, m, shifted)
			same(t, name+" and other zeros", a, b)
		}
	})
}

// What TestScaleInvariance leaves open: z scores agree up to rounding.
func TestShift(t *testing.T) {
	for _, norm := range []fusion.Norm{"zmuv", "sigmoid"} {
		m := build(t, fusion.Settings{Method: "sum", Norm: norm})
		hits, err := m.Fuse(lists(t, []string{"a: x 3 y 2 z -7"}), 9)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]float64{}
		for _, h := range hits {
			want[h.ID] = h.Score
		}
		near(t, m, lists(t, []string{"a: x 1003 y 1002 z 993"}), want, 1e-12)
	}
}

func cloneLists(lists []fusion.List) []fusion.List {
	out := make([]fusion.List, len(lists))
	for i, l := range lists {
		out[i] = fusion.List{Component: l.Component, Hits: slices.Clone(l.Hits)}
	}
	return out
}
