package fusion_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// votes counts, from the lists themselves, who ranks d above e minus who ranks e above d.
func votes(lists []fusion.List, d, e string) int {
	sum := 0
	for _, l := range lists {
		place := func(id string) int {
			if i := slices.IndexFunc(l.Hits, func(h retrieval.Hit) bool { return h.ID == id }); i >= 0 {
				return i
			}
			return len(l.Hits) // behind all that were returned
		}
		switch {
		case place(d) < place(e):
			sum++
		case place(d) > place(e):
			sum--
		}
	}
	return sum
}

// Condorcet against votes counted one by one: no one has lost against the document behind it, and anyone who
// wins (or loses) against all others is first (or last). Where votes do not run in circles and are not
// drawn, no other ranking has these properties.
func TestCondorcetBruteForce(t *testing.T) {
	equal := map[string]float64{"bm25": .1, "splade": .1, "dense": .1, "late": .1}
	for _, s := range []fusion.Settings{{Method: "condorcet"}, {Method: "w_condorcet", Weights: equal}} {
		m := build(t, s)
		rapid.Check(t, func(t *rapid.T) {
			lists := drawLists(t)
			hits, err := m.Fuse(lists, 100)
			if err != nil {
				t.Fatal(err)
			}
			for i, h := range hits {
				if i > 0 && votes(lists, h.ID, hits[i-1].ID) > 0 {
					t.Fatalf("%s is behind %s, but wins against it", h.ID, hits[i-1].ID)
				}
				won, lost := 0, 0
				for _, other := range hits {
					switch v := votes(lists, h.ID, other.ID); {
					case v > 0:
						won++
					case v < 0:
						lost++
					}
				}
				if won == len(hits)-1 && i != 0 {
					t.Fatalf("%s wins against all others, but is number %d", h.ID, i+1)
				}
				if lost == len(hits)-1 && i != len(hits)-1 {
					t.Fatalf("%s loses against all others, but is number %d of %d", h.ID, i+1, len(hits))
				}
			}
		})
	}
}

// Rock, paper, scissors: each ranking around the circle qualifies, and the one that is taken follows from the
// ranks in bm25 alone, not from the order in which the lists are given.
func TestCondorcetCircle(t *testing.T) {
	texts := []string{"bm25: r 3 p 2 s 1", "dense: p 3 s 2 r 1", "late: s 3 r 2 p 1"}
	for range len(texts) {
		hits, err := build(t, fusion.Settings{Method: "condorcet"}).Fuse(lists(t, texts), 9)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(ids(hits), " "); got != "r p s" {
			t.Errorf("Fuse = %s, want r p s", got)
		}
		texts = append(texts[1:], texts[0])
	}
}

// Two small weights against one large one: 0.1 + 0.2 is above 0.3 in floats by one in the last place, and
// equal for anyone who wrote it. The draw goes to the tie order, here the id.
func TestWeightedCondorcetDraw(t *testing.T) {
	m := build(t, fusion.Settings{Method: "w_condorcet", Weights: workedWeights(.1, .2, .3)})
	hits, err := m.Fuse(lists(t, []string{"a: y 2 x 1", "b: y 2 x 1", "c: x 2 y 1"}), 9)
	if err != nil {
		t.Fatal(err)
	}
	if hits[0].ID != "x" {
		t.Errorf("first is %s, want x", hits[0].ID)
	}
}

// A vote of weight 0 is not a vote: what only such voters returned is drawn among itself, and the tie order decides.
func TestWeightedCondorcetWithoutVotes(t *testing.T) {
	m := build(t, fusion.Settings{Method: "w_condorcet", Weights: workedWeights(1, 0, 0)})
	hits, err := m.Fuse(lists(t, []string{"a: z 1", "b: y 2 x 1", "c: y 2 x 1"}), 9)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(ids(hits), " "); got != "z x y" {
		t.Errorf("Fuse = %s, want z x y", got)
	}
}
