package fusion_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// madeUp makes judged queries in which documents 0 to 4 are relevant and the components find them unequally.
func madeUp(n int) []fusion.Example {
	rng := rand.New(rand.NewPCG(7, 7))
	var examples []fusion.Example
	for q := range n {
		e := fusion.Example{Query: "q" + strconv.Itoa(q), Relevant: map[string]bool{"0": true, "1": true, "2": true, "3": true, "4": true, "9": false}}
		for c, name := range []string{"bm25", "splade", "dense", "late"} {
			l := fusion.List{Component: name}
			for i, d := range rng.Perm(13)[:8] {
				l.Hits = append(l.Hits, retrieval.Hit{ID: strconv.Itoa(d / (c + 1) * (c + 1) % 13), Score: float64(20 - i)})
			}
			slices.SortFunc(l.Hits, func(a, b retrieval.Hit) int { return strings.Compare(a.ID, b.ID) })
			l.Hits = slices.CompactFunc(l.Hits, func(a, b retrieval.Hit) bool { return a.ID == b.ID })
			e.Lists = append(e.Lists, l)
		}
		examples = append(examples, e)
	}
	return examples
}

func judged(t testing.TB, query, relevant string, texts []string) fusion.Example {
	t.Helper()
	e := fusion.Example{Query: query, Relevant: map[string]bool{}, Lists: lists(t, texts)}
	for _, id := range strings.Fields(relevant) {
		e.Relevant[id] = true
	}
	return e
}

func trainer(t testing.TB, s fusion.Settings) fusion.Trainer {
	t.Helper()
	tr, err := fusion.NewTrainer(s)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func learn(t testing.TB, s fusion.Settings, examples []fusion.Example) fusion.Method {
	t.Helper()
	tr := trainer(t, s)
	m, err := tr.Train(examples)
	if err != nil {
		t.Fatal(err)
	}
	if m.Name() != s.Method || tr.Name() != s.Method {
		t.Errorf("names = %s, %s, want %s", m.Name(), tr.Name(), s.Method)
	}
	return m
}

// Every expected number is from tests/unit/ranx/fusion/<method>_test.py of ranx at commit
// 2cae52f00c2c15136a07d573027744109792604d, in which d1 is relevant to both queries: it is at rank 3 and rank
// 2 of run_1, at rank 1 and rank 2 of run_2, and not in run_3.
func TestRanxTrained(t *testing.T) {
	examples := []fusion.Example{judged(t, "q1", "d1", ranxQueries["q1"]), judged(t, "q2", "d1", ranxQueries["q2"])}
	q1, q2 := examples[0].Lists, examples[1].Lists
	type scores map[string]float64

	// probabilities: run_1 (0, 1/2, 1), run_2 (1/2, 1/2), run_3 (0, 0)
	m := learn(t, fusion.Settings{Method: "posfuse"}, examples)
	near(t, m, q1, scores{"d1": 1 + .5, "d2": .5 + .5, "d3": 0}, 1e-15)
	near(t, m, q2, scores{"d1": .5 + .5, "d2": 0, "d3": .5}, 1e-15)

	m = learn(t, fusion.Settings{Method: "slidefuse", SlideFuseWindow: new(1)}, examples)
	near(t, m, q1, scores{"d1": 1.5/2 + 1./2, "d2": 1.5/3 + 1./2, "d3": .5/2 + 0}, 1e-15)
	near(t, m, q2, scores{"d1": .5/2 + 1./2, "d2": .5/2 + 0, "d3": 1./2 + 0}, 1e-15)
	m = learn(t, fusion.Settings{Method: "slidefuse", SlideFuseWindow: new(2)}, examples)
	near(t, m, q1, scores{"d1": 1.5/3 + 1./2, "d2": 1.5/3 + 1./2, "d3": 1.5 / 3}, 1e-15)
	near(t, m, q2, scores{"d1": .5/2 + 1./2, "d2": .5 / 2, "d3": 1. / 2}, 1e-15)

	// segments: run_1 (0, 1), run_2 (1/2, 1/2), run_3 (0, 0)
	m = learn(t, fusion.Settings{Method: "probfuse", ProbFuseSegments: new(2)}, examples)
	near(t, m, q1, scores{"d1": 1./2 + .5, "d2": 0 + .5/2, "d3": 0}, 1e-15)
	near(t, m, q2, scores{"d1": 1./2 + .5/2, "d2": 0, "d3": .5}, 1e-15)

	// average precision: run_1 1/3 and 1/2, run_2 1 and 1/2, run_3 0
	map1, map2 := (1./3+1./2)/2, (1+1./2)/2
	m = learn(t, fusion.Settings{Method: "mapfuse"}, examples)
	near(t, m, q1, scores{"d1": map1/3 + map2, "d2": map1/2 + map2/2, "d3": map1}, 1e-15)
	near(t, m, q2, scores{"d1": map1/2 + map2/2, "d2": map1, "d3": map2}, 1e-15)

	// first segment: run_1 1/5, run_2 1/5, run_3 0; the scores of the lists are min-max normalized here
	m = learn(t, fusion.Settings{Method: "segfuse"}, examples)
	near(t, m, q1, scores{"d1": .2*(1+0) + .2*(1+1), "d2": .2*(1+.5) + .2*(1+0), "d3": .2 * (1 + 1)}, 1e-15)
	near(t, m, q2, scores{"d1": .2*(1+0) + .2*(1+0), "d2": .2 * (1 + 1), "d3": .2 * (1 + 1)}, 1e-15)
}

// bayesfuse_test.py of the same commit: 8 and 7 of 15 documents in ranks 1-5 and 6-10 of run_1 are relevant,
// 12 and 3 of run_2.
func TestRanxBayesFuse(t *testing.T) {
	ten := func(ids string) string {
		var out strings.Builder
		for i, id := range strings.Fields(ids) {
			out.WriteString(" d" + id + " " + strconv.Itoa(10-i))
		}
		return out.String()
	}
	inOrder := "run_1:" + ten("1 2 3 4 5 6 7 8 9 10")
	examples := []fusion.Example{
		judged(t, "q1", "d1 d2 d8 d9 d10", []string{inOrder, "run_2:" + ten("1 2 8 9 10 3 4 5 6 7")}),
		judged(t, "q2", "d2 d4 d7", []string{inOrder, "run_2:" + ten("2 4 7 1 3 5 6 8 9 10")}),
		judged(t, "q3", "d1 d3 d4 d5 d6 d8 d9", []string{inOrder, "run_2:" + ten("1 2 3 4 5 6 7 8 9 10")}),
	}
	odds := func(hits float64) float64 { return math.Log(hits / (15 - hits)) }
	m := learn(t, fusion.Settings{Method: "bayesfuse"}, examples)
	near(t, m, examples[0].Lists, map[string]float64{
		"d1": odds(8) + odds(12), "d2": odds(8) + odds(12), "d3": odds(8) + odds(3), "d4": odds(8) + odds(3), "d5": odds(8) + odds(3),
		"d6": odds(7) + odds(3), "d7": odds(7) + odds(3), "d8": odds(7) + odds(12), "d9": odds(7) + odds(12), "d10": odds(7) + odds(12),
	}, 1e-14)

	// A document that run_2 did not return has probability 0.001 there, and so has rank 1 of run_1 when
	// nothing in its band was ever relevant.
	absent := math.Log(.001 / .999)
	near(t, m, lists(t, []string{"run_1: d1 1", "run_2:"}), map[string]float64{"d1": odds(8) + absent}, 1e-14)
}

// Three components that were trained alike, on 2 relevant documents in ranks 1-5 and 1 in ranks 6-10. Documents in the
// bands (1, 2, none) and (2, none, 1) are worth the same, -0.405 - 1.386 - 6.907, but added in the order of the
// components the sums are -8.69851424787661 and -8.698514247876608 (Python).
func TestBayesFusePermutedBandsTie(t *testing.T) {
	var texts []string
	for _, name := range []string{"a", "b", "c"} {
		texts = append(texts, name+": d1 10 d2 9 d3 8 d4 7 d5 6 d6 5 d7 4 d8 3 d9 2 d10 1")
	}
	m := learn(t, fusion.Settings{Method: "bayesfuse"}, []fusion.Example{judged(t, "q", "d1 d2 d6", texts)})
	hits, err := m.Fuse(lists(t, []string{"a: x 6 a2 5 a3 4 a4 3 a5 2 y 1", "b: b1 6 b2 5 b3 4 b4 3 b5 2 x 1", "c: y 1"}), 99)
	if err != nil {
		t.Fatal(err)
	}
	scores := map[string]float64{}
	for _, h := range hits {
		scores[h.ID] = h.Score
	}
	if math.Abs(scores["x"]+8.6985142478766) > 1e-12 || scores["x"] != scores["y"] {
		t.Errorf("scores %v and %v, want one", scores["x"], scores["y"])
	}
}

// By the definition of average precision: relevant documents at ranks 1 and 3 and one that was not returned make
// (1/1 + 2/3 + 0)/3 = 5/9. A query without a relevant document counts for nothing.
func TestMAPFuseAveragePrecision(t *testing.T) {
	examples := []fusion.Example{
		judged(t, "q1", "x z far", []string{"a: x 3 y 2 z 1"}),
		judged(t, "q2", "", []string{"a: x 3 y 2"}),
	}
	m := learn(t, fusion.Settings{Method: "mapfuse"}, examples)
	near(t, m, lists(t, []string{"a: p 2 q 1"}), map[string]float64{"p": 5. / 9, "q": 5. / 18}, 1e-15)
}

// Segments of segfuse are 5, 15 and 35 long: one relevant document at rank 6 is 1/15 of the second, where
// ranx would have 1/10. Rank 21 is in the third and has no relevant document.
func TestSegFuseSegments(t *testing.T) {
	l := fusion.List{Component: "a"}
	for i := range 21 {
		l.Hits = append(l.Hits, retrieval.Hit{ID: "d" + strconv.Itoa(i+1), Score: 1})
	}
	m := learn(t, fusion.Settings{Method: "segfuse"}, []fusion.Example{{Query: "q", Lists: []fusion.List{l}, Relevant: map[string]bool{"d6": true}}})
	want := map[string]float64{}
	for i, h := range l.Hits {
		want[h.ID] = 0
		if i >= 5 && i < 20 {
			want[h.ID] = 2. / 15 // equal scores are 1 after min-max, so 1/15 · (1 + 1)
		}
	}
	near(t, m, []fusion.List{l}, want, 1e-15)
}

// A list that is deeper than all that were trained on, and one that is empty.
func TestTrainedDepths(t *testing.T) {
	examples := []fusion.Example{judged(t, "q1", "x", []string{"a: x 2 y 1", "b:"}), judged(t, "q2", "other", []string{"a: y 2", "b: z 1"})}
	in := lists(t, []string{"a: p 3 q 2 r 1", "b:"})
	for method, want := range map[string]map[string]float64{
		"posfuse":   {"p": .5, "q": 0, "r": 0},
		"mapfuse":   {"p": .5, "q": .25, "r": .5 / 3}, // AP 1 for x, 0 for the document that no one returned
		"probfuse":  {"p": .5, "q": .5, "r": .5},      // one segment with 1/2 and 0 of 1 relevant, so 1/4 · (no discount)
		"slidefuse": {"p": .5 / 3, "q": .5 / 3, "r": .5 / 3},
		"segfuse":   {"p": .1 * 2, "q": .1 * 1.5, "r": .1 * 1},
	} {
		s := fusion.Settings{Method: method}
		if method == "probfuse" {
			s.ProbFuseSegments = new(1)
			want = map[string]float64{"p": .25, "q": .25, "r": .25}
		}
		near(t, learn(t, s, examples), in, want, 1e-15)
	}
}

func TestTrainErrors(t *testing.T) {
	good := judged(t, "q1", "x", []string{"a: x 1"})
	tests := []struct {
		name     string
		examples []fusion.Example
		want     string
	}{
		{"nothing", nil, "train posfuse: no examples"},
		{"query twice", []fusion.Example{good, good}, `train posfuse: query "q1" comes twice`},
		{"nothing relevant", []fusion.Example{judged(t, "q1", "", []string{"a: x 1"})}, "train posfuse: none of the 1 queries has a relevant document"},
		{"no lists", []fusion.Example{judged(t, "q1", "x", nil)}, `train posfuse: query "q1": ` + fusion.ErrNoLists.Error()},
		{"document twice", []fusion.Example{judged(t, "q1", "x", []string{"a: x 2 x 1"})}, `train posfuse: query "q1": component "a" returned document "x" twice`},
	}
	for _, tt := range tests {
		if _, err := trainer(t, fusion.Settings{Method: "posfuse"}).Train(tt.examples); err == nil || err.Error() != tt.want {
			t.Errorf("%s: error %v, want %q", tt.name, err, tt.want)
		}
	}
	m := learn(t, fusion.Settings{Method: "posfuse"}, []fusion.Example{good})
	if _, err := m.Fuse(lists(t, []string{"b: x 1"}), 1); err == nil || err.Error() != `component "b": posfuse was trained without it` {
		t.Errorf("unknown component: error %v", err)
	}
}

// The order of the examples changes no bit of what is learned.
func TestTrainIgnoresOrder(t *testing.T) {
	examples := madeUp(20)
	turned := slices.Clone(examples)
	slices.Reverse(turned)
	for _, e := range fusion.Builtin().Entries() {
		if e.Train == nil {
			continue
		}
		s := fusion.Settings{Method: e.Name, ProbFuseSegments: segments(e.Name)}
		a, err := learn(t, s, examples).Fuse(examples[0].Lists, 100)
		if err != nil {
			t.Fatal(err)
		}
		b, err := learn(t, s, turned).Fuse(examples[0].Lists, 100)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(a, b); diff != "" {
			t.Errorf("%s depends on the order of the examples:\n%s", e.Name, diff)
		}
	}
}
