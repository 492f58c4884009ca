package fusion_test

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/fusion"
)

// list builds "component: doc score doc score ...".
func list(t testing.TB, text string) fusion.List {
	t.Helper()
	component, rest, _ := strings.Cut(text, ":")
	l := fusion.List{Component: component}
	fields := strings.Fields(rest)
	for i := 0; i < len(fields); i += 2 {
		score, err := strconv.ParseFloat(fields[i+1], 64)
		if err != nil {
			t.Fatal(err)
		}
		l.Hits = append(l.Hits, retrieval.Hit{ID: fields[i], Score: score})
	}
	return l
}

func weighted(t testing.TB, weights map[string]float64) fusion.Method {
	t.Helper()
	return build(t, fusion.Settings{Method: "weighted", Weights: weights})
}

func rrf(t testing.TB, k int) fusion.Method {
	t.Helper()
	return build(t, fusion.Settings{Method: "rrf", RRFK: &k})
}

// Expected scores are worked from the formulas in the rightmost column.
func TestFuse(t *testing.T) {
	half, single := weighted(t, map[string]float64{"a": .5, "b": .5}), build(t, fusion.Settings{})
	tests := []struct {
		name   string
		method fusion.Method
		lists  []string
		k      int
		want   string
	}{
		{"rrf ignores scores", rrf(t, 1), []string{"a: x 1 y 9"}, 9, "x:0.5 y:0.3333333333333333"},                // 1/2, 1/3
		{"rrf, a document in both", rrf(t, 1), []string{"a: x 2 y 1", "b: y 5"}, 9, "y:0.8333333333333333 x:0.5"}, // 1/3+1/2
		{"rrf, cut at k", rrf(t, 1), []string{"a: x 2 y 1"}, 1, "x:0.5"},                                          //
		{"rrf, k 0", rrf(t, 1), []string{"a: x 2 y 1"}, 0, ""},                                                    //
		{"rrf, no hits at all", rrf(t, 1), []string{"a:", "b:"}, 9, ""},                                           //
		{"rrf, infinite scores", rrf(t, 1), []string{"a: x +Inf y -Inf"}, 1, "x:0.5"},                             //
		{"ties go to the smaller id", rrf(t, 1), []string{"a: y 1", "b: x 1"}, 9, "x:0.5 y:0.5"},                  //
		{"ties go to bm25's ranks first", rrf(t, 1), []string{"a: x 1", "bm25: y 1"}, 9, "y:0.5 x:0.5"},           //
		{"weighted, min-max", half, []string{"a: x 4 y 3 z 2", "b: y 10 w 0"}, 9, "y:0.75 x:0.5 w:0 z:0"},         // y: .5·½ + .5·1
		{"weighted, a missing component", half, []string{"a: x 4 y 3 z 2"}, 9, "x:0.5 y:0.25 z:0"},                // weights stay
		{"weighted, an empty component", half, []string{"a: x 4 y 3 z 2", "b:"}, 9, "x:0.5 y:0.25 z:0"},           // the same
		{"weighted, constant list is 1", half, []string{"a: y 7 x 7"}, 9, "x:0.5 y:0.5"},                          //
		{"weighted, one document", half, []string{"a: x -3"}, 9, "x:0.5"},                                         //
		{"weighted, negative scores", half, []string{"a: x -1 y -2 z -3"}, 9, "x:0.5 y:0.25 z:0"},                 //
		{"weighted, range beyond float64", half, []string{"a: x 1.5e308 y 0 z -1.5e308"}, 9, "x:0.5 y:0.25 z:0"},  // max − min overflows
		{"weighted, scores decide, not ranks", half, []string{"a: z 1 x 3"}, 9, "x:0.5 z:0"},                      //
		{"single", single, []string{"a: y 1 x 1 z 0"}, 2, "y:1 x:1"},                                              // order kept
		{"single, k 0", single, []string{"a: y 1"}, 0, ""},                                                        //
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var lists []fusion.List
			for _, text := range tt.lists {
				lists = append(lists, list(t, text))
			}
			hits, err := tt.method.Fuse(lists, tt.k)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, h := range hits {
				got = append(got, h.ID+":"+strconv.FormatFloat(h.Score, 'g', -1, 64))
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("Fuse = %s, want %s", s, tt.want)
			}
		})
	}
}

// Ranks (1, 2, 7) and (7, 1, 2) are worth the same, but added in the order of the lists
// 1/61 + 1/62 + 1/67 = 0.0474478480153437 and 1/67 + 1/61 + 1/62 = 0.04744784801534369 (Python), and
// the document with the larger id would win by rounding.
func TestPermutedRanksTie(t *testing.T) {
	hits, err := rrf(t, 60).Fuse([]fusion.List{
		list(t, "a: y 7 a2 6 a3 5 a4 4 a5 3 a6 2 x 1"),
		list(t, "b: x 2 y 1"),
		list(t, "c: c1 7 x 6 c3 5 c4 4 c5 3 c6 2 y 1"),
	}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if hits[0].ID != "x" || hits[1].ID != "y" || hits[0].Score != hits[1].Score {
		t.Errorf("Fuse = %v, want x and y with one score", hits)
	}
}

func TestFuseErrors(t *testing.T) {
	half, single := weighted(t, map[string]float64{"a": .5, "b": .5}), build(t, fusion.Settings{})
	nan := fusion.List{Component: "a", Hits: []retrieval.Hit{{ID: "x", Score: math.NaN()}}}
	tests := []struct {
		name   string
		method fusion.Method
		lists  []fusion.List
		want   string
	}{
		{"nothing ran, rrf", rrf(t, 60), nil, fusion.ErrNoLists.Error()},
		{"nothing ran, weighted", half, nil, fusion.ErrNoLists.Error()},
		{"nothing ran, single", single, nil, fusion.ErrNoLists.Error()},
		{"component twice", rrf(t, 60), []fusion.List{list(t, "a: x 1"), list(t, "a: y 1")}, `component "a" has two rankings`},
		{"document twice", rrf(t, 60), []fusion.List{list(t, "b: x 1"), list(t, "a: x 2 x 1")}, `component "a" returned document "x" twice`},
		{"document twice, single", single, []fusion.List{list(t, "a: x 2 x 1")}, `component "a" returned document "x" twice`},
		{"several components, single", single, []fusion.List{list(t, "a:"), list(t, "b:")}, "2 components, but no fusion_method"},
		{"no weight", half, []fusion.List{list(t, "c: x 1")}, `component "c" has no weight`},
		{"NaN", half, []fusion.List{nan}, `component "a": document "x": score NaN cannot be normalized`},
		{"infinite", half, []fusion.List{list(t, "a: x +Inf")}, `component "a": document "x": score +Inf cannot be normalized`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			hits, err := tt.method.Fuse(tt.lists, 10)
			if err == nil || err.Error() != tt.want {
				t.Errorf("Fuse = %v, %v, want error %q", hits, err, tt.want)
			}
		})
	}
	if _, err := half.Fuse(nil, 1); !errors.Is(err, fusion.ErrNoLists) {
		t.Errorf("error %v is not ErrNoLists", err)
	}
}

// Text, document and spans come from the first component, by name, that has them, each on its own.
func TestFuseKeepsText(t *testing.T) {
	spans, place := []retrieval.Span{{Start: 3, End: 7}}, retrieval.Extent{Start: 2, End: 9, Tokens: 4}
	lists := []fusion.List{
		{Component: "b", Hits: []retrieval.Hit{{ID: "x", Text: "from b", Document: "file b", Spans: spans, Extent: place}, {ID: "y", Text: "only b", Document: "file b"}}},
		{Component: "a", Hits: []retrieval.Hit{{ID: "y", Document: "file a"}, {ID: "x", Text: "from a"}}},
	}
	hits, err := rrf(t, 60).Fuse(lists, 2)
	if err != nil {
		t.Fatal(err)
	}
	first, second := 61., 62.
	score := 1/first + 1/second // in floats; as a constant it would be rounded once only
	want := []retrieval.Hit{
		{ID: "x", Score: score, Text: "from a", Document: "file b", Spans: spans, Extent: place},
		{ID: "y", Score: score, Text: "only b", Document: "file a"},
	}
	if diff := cmp.Diff(want, hits); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
}
