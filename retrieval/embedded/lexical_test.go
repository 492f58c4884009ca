package embedded

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval/retrievaltest"

	"pgregory.net/rapid"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/corpus"
	"github.com/rankduel/rankduel/retrieval/internal/terms"
)

// plain analysis: what is tested here is the formula.
func plain(s Settings) Settings {
	s.StopWords, s.Stemming = WordList{Name: "none"}, "none"
	return s.Resolved()
}

// fields returns those of a document with a title, body those of one without.
func fields(title, text string) []corpus.Field {
	return append([]corpus.Field{{Name: corpus.FieldTitle, Text: title}}, body(text)...)
}

func body(text string) []corpus.Field {
	return []corpus.Field{{Name: corpus.FieldText, Text: text}}
}

func noAnalysis(t testing.TB) terms.Analyzer {
	t.Helper()
	a, err := terms.New("none", nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func index3(t testing.TB, documents []corpus.Document, s Settings) *Retriever {
	t.Helper()
	stop, err := s.StopWords.load()
	if err != nil {
		t.Fatal(err)
	}
	a, err := terms.New(s.Stemming, stop)
	if err != nil {
		t.Fatal(err)
	}
	x, err := build(t.Context(), documents, s, a)
	if err != nil {
		t.Fatal(err)
	}
	return &Retriever{analyzer: a, index: x, model: x.model(s)}
}

// Four documents, one of them empty: N = 3, lengths 3, 1, 5, avgdl = 9/3 = 3. Expected scores are the formula with
// these numbers put in by hand.
func TestBM25ByHand(t *testing.T) {
	documents := []corpus.Document{
		{ID: "d1", Fields: body("wing flow wing")},
		{ID: "d2", Fields: body("flow")},
		{ID: "d3", Fields: body("heat flow in a wing")},
		{ID: "d4", Fields: body("")},
	}
	idfWing := math.Log(1 + (3-2+.5)/(2+.5)) // in d1, d3
	idfFlow := math.Log(1 + .5/(3+.5))       // in d1, d2, d3
	idfHeat := math.Log(1 + (3-1+.5)/(1+.5)) // in d3
	const k1, b = 1.2, .75
	n1, n2, n3 := k1*(1-b+b*3/3), k1*(1-b+b*1./3), k1*(1-b+b*5./3)
	tests := []struct {
		query string
		k1, b float64
		want  []retrieval.Hit
	}{
		{"wing", k1, b, []retrieval.Hit{{ID: "d1", Score: idfWing * 2 / (2 + n1)}, {ID: "d3", Score: idfWing / (1 + n3)}}},
		{"Flow!", k1, b, []retrieval.Hit{{ID: "d2", Score: idfFlow / (1 + n2)}, {ID: "d1", Score: idfFlow / (1 + n1)}, {ID: "d3", Score: idfFlow / (1 + n3)}}},
		{"heat heat", k1, b, []retrieval.Hit{{ID: "d3", Score: 2 * idfHeat / (1 + n3)}}},
		{"heat wing", k1, b, []retrieval.Hit{{ID: "d3", Score: (idfHeat + idfWing) / (1 + n3)}, {ID: "d1", Score: idfWing * 2 / (2 + n1)}}},
		{"flow", 0, b, []retrieval.Hit{{ID: "d3", Score: idfFlow}, {ID: "d2", Score: idfFlow}, {ID: "d1", Score: idfFlow}}},                               // presence counts; ties by id descending
		{"flow", 2, 0, []retrieval.Hit{{ID: "d3", Score: idfFlow / 3}, {ID: "d2", Score: idfFlow / 3}, {ID: "d1", Score: idfFlow / 3}}},                   // lengths do not count
		{"flow", 1, 1, []retrieval.Hit{{ID: "d2", Score: idfFlow / (1 + 1./3)}, {ID: "d1", Score: idfFlow / 2}, {ID: "d3", Score: idfFlow / (1 + 5./3)}}}, // lengths count fully
		{"unknown", k1, b, nil},
		{"", k1, b, nil},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s k1=%v b=%v", tt.query, tt.k1, tt.b), func(t *testing.T) {
			r := index3(t, documents, plain(Settings{K1: &tt.k1, B: &tt.b}))
			hits, err := r.Retrieve(t.Context(), retrieval.Query{Text: tt.query}, 10)
			if err != nil {
				t.Fatal(err)
			}
			if len(hits) != len(tt.want) {
				t.Fatalf("hits = %v, want %v", hits, tt.want)
			}
			for i, h := range hits {
				if h.ID != tt.want[i].ID || math.Abs(h.Score-tt.want[i].Score) > 1e-15 {
					t.Errorf("rank %d = %s %v, want %s %v", i+1, h.ID, h.Score, tt.want[i].ID, tt.want[i].Score)
				}
			}
		})
	}
}

// A weight of 2 is the same as writing the field twice.
func TestFieldWeightIsRepetition(t *testing.T) {
	weighted := index3(t, []corpus.Document{
		{ID: "a", Fields: fields("wing", "heat flow")}, {ID: "b", Fields: fields("heat", "wing wing flow")}, {ID: "c", Fields: fields("", "flow")},
	}, plain(Settings{Fields: map[string]float64{corpus.FieldTitle: 2, corpus.FieldText: 1}}))
	repeated := index3(t, []corpus.Document{
		{ID: "a", Fields: fields("wing wing", "heat flow")}, {ID: "b", Fields: fields("heat heat", "wing wing flow")}, {ID: "c", Fields: fields("", "flow")},
	}, plain(Settings{}))
	for _, query := range []string{"wing", "heat flow", "wing heat"} {
		got, err := weighted.Retrieve(t.Context(), retrieval.Query{Text: query}, 10)
		if err != nil {
			t.Fatal(err)
		}
		want, err := repeated.Retrieve(t.Context(), retrieval.Query{Text: query}, 10)
		if err != nil {
			t.Fatal(err)
		}
		compareRankings(t, query, got, want)
	}
}

// Random corpora, weights and constants against the slow scorer.
func TestBM25AgainstSlowScorer(t *testing.T) {
	word := rapid.SampledFrom(strings.Fields("a b c d e f g h wing flow heat naïve 東京 x1"))
	text := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(word, 0, 12).Draw(t, "words"), " ") })
	rapid.Check(t, func(rt *rapid.T) {
		documents := []corpus.Document{{ID: "first", Fields: body("a")}}
		for i := range rapid.IntRange(0, 12).Draw(rt, "documents") {
			documents = append(documents, corpus.Document{
				ID:     fmt.Sprint(i),
				Fields: fields(text.Draw(rt, "title"), text.Draw(rt, "text")),
			})
		}
		k1, b := rapid.Float64Range(0, 3).Draw(rt, "k1"), rapid.Float64Range(0, 1).Draw(rt, "b")
		weights := map[string]float64{corpus.FieldTitle: rapid.Float64Range(0.1, 5).Draw(rt, "weight"), corpus.FieldText: 1}
		slow := scoreSlowly(documents, weights, noAnalysis(t), k1, b)
		r := index3(t, documents, plain(Settings{K1: &k1, B: &b, Fields: weights}))
		query := retrieval.Query{Text: text.Draw(rt, "query")}
		got, err := r.Retrieve(t.Context(), query, 100)
		if err != nil {
			rt.Fatal(err)
		}
		want, err := slow.Retrieve(t.Context(), query, 100)
		if err != nil {
			rt.Fatal(err)
		}
		compareRankings(t, query.Text, got, want)
		if t.Failed() {
			rt.Fatal("the rankings differ")
		}
	})
}

// The heap keeps what sorting everything and cutting would keep.
func TestTopK(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(rapid.IntRange(0, 5), 0, 40).Draw(t, "scores")
		k := rapid.IntRange(-1, 45).Draw(t, "k")
		best := newTopK(k, len(scores))
		var hits []retrieval.Hit
		for d, s := range scores {
			best.offer(scored{d, float64(s)})
			hits = append(hits, retrieval.Hit{ID: fmt.Sprintf("%03d", d), Score: float64(s)})
		}
		retrievaltest.Sort(hits)
		got := best.ranking()
		if len(got) != max(0, min(k, len(hits))) {
			t.Fatalf("%d of %d, k = %d", len(got), len(hits), k)
		}
		for i, s := range got {
			if id := fmt.Sprintf("%03d", s.doc); id != hits[i].ID {
				t.Fatalf("rank %d is %s, want %s (sorted)", i+1, id, hits[i].ID)
			}
		}
	})
}

func TestBuildStopsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, model := range []string{BM25, LSA} {
		s := plain(Settings{Model: model})
		if _, err := build(ctx, []corpus.Document{{ID: "a", Fields: body("a")}}, s, noAnalysis(t)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: build with a cancelled context: %v, want context.Canceled", model, err)
		}
	}
}
