package fusion_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// A witness is a trainer whose methods remember the queries they were trained on, as their name.
type witness struct{ fail bool }

func (witness) Name() string { return "witness" }

func (w witness) Train(examples []fusion.Example) (fusion.Method, error) {
	if w.fail {
		return fusion.Method{}, errors.New("no memory")
	}
	var names []string
	for _, e := range examples {
		names = append(names, e.Query)
	}
	slices.Sort(names)
	return fusion.Method{Scorer: saw{names: strings.Join(names, " ")}}, nil
}

type saw struct {
	fusion.Scorer
	names string
}

func (s saw) Name() string { return s.names }

// The method of a query has seen all queries of other folds and none of its own, folds are balanced, and
// neither the order of the examples nor other runs change who is with whom.
func TestCrossFit(t *testing.T) {
	const n, folds = 23, 5
	examples := madeUp(n)
	seenBy := func(examples []fusion.Example, seed uint64) map[string]string {
		methods, err := fusion.CrossFit(witness{}, examples, folds, seed)
		if err != nil {
			t.Fatal(err)
		}
		if len(methods) != len(examples) {
			t.Fatalf("%d methods for %d examples", len(methods), len(examples))
		}
		out := map[string]string{}
		for i, m := range methods {
			out[examples[i].Query] = m.Name()
		}
		return out
	}
	seen := seenBy(examples, 1)
	sizes := map[string]int{}
	for query, names := range seen {
		if slices.Contains(strings.Fields(names), query) {
			t.Errorf("the method of %s has seen it: %s", query, names)
		}
		sizes[names]++
	}
	for names, size := range sizes {
		if size != n/folds && size != n/folds+1 {
			t.Errorf("a fold has %d of %d queries", size, n)
		}
		if got := len(strings.Fields(names)); got != n-size {
			t.Errorf("a method has seen %d queries, want all %d of the other folds", got, n-size)
		}
	}
	if len(sizes) != folds {
		t.Errorf("%d folds, want %d", len(sizes), folds)
	}
	rand.New(rand.NewPCG(1, 1)).Shuffle(n, func(i, j int) { examples[i], examples[j] = examples[j], examples[i] })
	if diff := cmp.Diff(seen, seenBy(examples, 1)); diff != "" {
		t.Errorf("folds depend on the order of the examples:\n%s", diff)
	}
	if cmp.Equal(seen, seenBy(examples, 2)) {
		t.Error("folds do not depend on the seed")
	}
}

func TestCrossFitErrors(t *testing.T) {
	for _, folds := range []int{-1, 0, 1, 4} {
		want := fmt.Sprintf("cross-fit witness: %d folds of 3 queries: want from 2 folds to one for each query", folds)
		if _, err := fusion.CrossFit(witness{}, madeUp(3), folds, 1); err == nil || err.Error() != want {
			t.Errorf("%d folds: error %v, want %q", folds, err, want)
		}
	}
	if _, err := fusion.CrossFit(witness{fail: true}, madeUp(3), 3, 1); err == nil || err.Error() != "cross-fit witness: fold 1 of 3: no memory" {
		t.Errorf("error %v", err)
	}
}

// What a method cannot know: a relevant document that only ever comes first in the query under test. Trained
// on everything, posfuse is sure of the first rank; cross-fitted, it has never seen it succeed.
func TestCrossFitIsHonest(t *testing.T) {
	examples := []fusion.Example{
		judged(t, "q1", "x", []string{"a: x 2 y 1"}),
		judged(t, "q2", "y", []string{"a: x 2 y 1"}),
	}
	methods, err := fusion.CrossFit(trainer(t, fusion.Settings{Method: "posfuse"}), examples, 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"y:1 x:0", "x:1 y:0"} {
		hits, err := methods[i].Fuse([]fusion.List{{Component: "a", Hits: []retrieval.Hit{{ID: "x", Score: 2}, {ID: "y", Score: 1}}}}, 9)
		if err != nil {
			t.Fatal(err)
		}
		if got := show(hits); got != want {
			t.Errorf("query %d: %s, want %s", i+1, got, want)
		}
	}
}
