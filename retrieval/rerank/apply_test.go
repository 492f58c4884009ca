package rerank_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

func ids(hits []retrieval.Hit) []string {
	list := make([]string, len(hits))
	for i, h := range hits {
		list[i] = h.ID
	}
	return list
}

// checkReranked looks at what holds whatever the scores are: the first n hits are the same hits in some order, the
// rest is where it was, and scores fall from the number of hits to 1.
func checkReranked(t interface {
	Helper()
	Fatalf(format string, args ...any)
}, hits, reranked []retrieval.Hit, topN int,
) {
	t.Helper()
	n := min(topN, len(hits))
	if len(reranked) != len(hits) {
		t.Fatalf("%d hits became %d", len(hits), len(reranked))
	}
	was, is := slices.Sorted(slices.Values(ids(hits[:n]))), slices.Sorted(slices.Values(ids(reranked[:n])))
	if !slices.Equal(was, is) {
		t.Fatalf("the first %d were %v and became %v", n, was, is)
	}
	if !slices.Equal(ids(hits[n:]), ids(reranked[n:])) {
		t.Fatalf("the rest was %v and became %v", ids(hits[n:]), ids(reranked[n:]))
	}
	for i, h := range reranked {
		if want := float64(len(hits) - i); h.Score != want {
			t.Fatalf("hit %d has score %v, want %v", i, h.Score, want)
		}
	}
}

func TestApply(t *testing.T) {
	hits := []retrieval.Hit{
		{ID: "a", Score: 9, Text: "A", Document: "doc", Spans: []retrieval.Span{{Start: 1, End: 2}}},
		{ID: "b", Score: 8},
		{ID: "c", Score: 8},
		{ID: "d", Score: math.Inf(-1)},
	}
	for _, test := range []struct {
		name   string
		scores []float64
		topN   int
		want   string
	}{
		{"reordered", []float64{-3, -1, -2}, 3, "b c a d"},
		{"ties keep their order", []float64{1, 2, 1, 2}, 4, "b d a c"},
		{"all alike", []float64{0, 0, 0, 0}, 4, "a b c d"},
		{"negative zero is zero", []float64{math.Copysign(0, -1), 0, 0, 0}, 4, "a b c d"},
		{"more scores than are used", []float64{1, 2, 3, 4}, 2, "b a c d"},
		{"beyond the ranking", []float64{1, 2, 3, 4}, 100, "d c b a"},
		{"only one", []float64{5}, 1, "a b c d"},
		{"none", nil, 0, "a b c d"},
		{"less than none", nil, -1, "a b c d"},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := slices.Clone(hits)
			got, err := rerank.Apply(hits, test.scores, test.topN)
			if err != nil {
				t.Fatal(err)
			}
			if order := strings.Join(ids(got), " "); order != test.want {
				t.Errorf("order %s, want %s", order, test.want)
			}
			checkReranked(t, hits, got, max(test.topN, 0))
			i := slices.IndexFunc(got, func(h retrieval.Hit) bool { return h.ID == "a" })
			want := hits[0]
			want.Score = got[i].Score
			if diff := cmp.Diff(want, got[i]); diff != "" {
				t.Errorf("a hit lost more than its score (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, hits); diff != "" {
				t.Errorf("the given hits changed:\n%s", diff)
			}
		})
	}
}

func TestApplyRefuses(t *testing.T) {
	hits := []retrieval.Hit{{ID: "a"}, {ID: "b"}}
	for _, test := range []struct {
		name   string
		scores []float64
		want   string
	}{
		{"too few", []float64{1}, "1 scores for the first 2 of 2 hits"},
		{"too many", []float64{1, 2, 3}, "3 scores for the first 2 of 2 hits"},
		{"NaN", []float64{1, math.NaN()}, `document "b": the reranker's score is NaN`},
		{"infinite", []float64{math.Inf(1), 1}, `document "a": the reranker's score is +Inf`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := rerank.Apply(hits, test.scores, 2)
			if err == nil || !strings.Contains(err.Error(), test.want) || got != nil {
				t.Errorf("Apply = %v, %v, want an error with %q", got, err, test.want)
			}
		})
	}
	if got, err := rerank.Apply(nil, nil, 10); err != nil || len(got) != 0 {
		t.Errorf("no hits: %v, %v", got, err)
	}
}

// The order is that of the definition, found by counting: a hit is below those with a higher score, and below
// those before it with the same.
func TestApplyProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(rapid.Float64Range(-2, 2), 0, 30).Draw(t, "scores")
		if rapid.Bool().Draw(t, "with ties") {
			for i := range scores {
				scores[i] = math.Round(scores[i])
			}
		}
		hits := make([]retrieval.Hit, len(scores))
		for i := range hits {
			hits[i] = retrieval.Hit{ID: fmt.Sprint(i), Score: float64(-i)}
		}
		topN := rapid.IntRange(0, 40).Draw(t, "topN")
		got, err := rerank.Apply(hits, scores, topN)
		if err != nil {
			t.Fatal(err)
		}
		checkReranked(t, hits, got, topN)
		n := min(topN, len(hits))
		for i := range n {
			rank := 0
			for j := range n {
				if scores[j] > scores[i] || scores[j] == scores[i] && j < i {
					rank++
				}
			}
			if got[rank].ID != hits[i].ID {
				t.Fatalf("hit %d with score %v is not at %d: %v", i, scores[i], rank, ids(got))
			}
		}
	})
}
