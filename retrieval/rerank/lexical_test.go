package rerank_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// open makes a step, or ends the test.
func open(t testing.TB, s rerank.Settings, pool *httpclient.Pool) *rerank.Step {
	t.Helper()
	step, err := rerank.Open(t.Context(), s, pool)
	if err != nil {
		t.Fatal(err)
	}
	return step
}

func lexicalScores(t testing.TB, language, query string, texts ...string) []float64 {
	t.Helper()
	l, err := rerank.NewLexical(language)
	if err != nil {
		t.Fatal(err)
	}
	scores, err := l.Rerank(t.Context(), retrieval.Query{ID: "1", Text: query}, passages(texts...))
	if err != nil {
		t.Fatal(err)
	}
	if scores.Attempts != 0 || scores.Took != 0 {
		t.Errorf("%d attempts, %v: nothing was called", scores.Attempts, scores.Took)
	}
	return scores.Values
}

func passages(texts ...string) []rerank.Passage {
	list := make([]rerank.Passage, len(texts))
	for i, text := range texts {
		list[i] = rerank.Passage{ID: fmt.Sprintf("d%d", i), Text: text}
	}
	return list
}

// By hand, for query "x y" and the candidates "x y z" and "y w x x", 3 + 4 = 7 terms together.
//
// Counts of the features in the first and the second text, and together:
//
//	x 1, 2, 3 · y 1, 1, 2 · "x y" 1, 0, 1 · x and y within 8: 1, 1, 2
//
// (in "y w x x" the y has only one partner). μ = 3·7/2 = 10.5, so P(x|D₁) = (1 + 10.5·3/7)/(3 + 10.5), and so on.
//
// Relevance model: the first text with weight 1, the second with ½:
//
//	x 1·1/3 + ½·2/4 = 7/12 · y 1/3 + 1/8 = 11/24 · z 1/3 · w 1/8; together 1.5 = 36/24
//
// so P(w|R) = 14/36, 11/36, 8/36, 3/36. Of z the texts have 1 and 0, of w 0 and 1. |Q| = 2, half of it is 1.
func TestLexicalByHand(t *testing.T) {
	p := func(n, together, length float64) float64 {
		return math.Log((n + 10.5*together/7) / (length + 10.5))
	}
	want := []float64{
		-math.Log(1) + .5*(.85*(p(1, 3, 3)+p(1, 2, 3))+.10*p(1, 1, 3)+.05*p(1, 2, 3)) +
			(14*p(1, 3, 3)+11*p(1, 2, 3)+8*p(1, 1, 3)+3*p(0, 1, 3))/36,
		-math.Log(2) + .5*(.85*(p(2, 3, 4)+p(1, 2, 4))+.10*p(0, 1, 4)+.05*p(1, 2, 4)) +
			(14*p(2, 3, 4)+11*p(1, 2, 4)+8*p(0, 1, 4)+3*p(1, 1, 4))/36,
	}
	got := lexicalScores(t, "none", "x y", "x y z", "Y, w: x x!")
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Errorf("text %d: score %.15f, want %.15f (by hand)", i, got[i], want[i])
		}
	}
}

// By hand, for query "a" and the texts "a" and "b", 2 terms together: each of the terms is there once, the relevance
// model is a with 1 and b with ½, so 2/3 and 1/3, and |Q| = 1. μ = 3.
func TestLexicalOneTerm(t *testing.T) {
	p := func(n float64) float64 { return math.Log((n + 3./2) / 4) }
	want := []float64{
		.5*.85*p(1) + .5*(2*p(1)+p(0))/3,
		-math.Log(2) + .5*.85*p(0) + .5*(2*p(0)+p(1))/3,
	}
	got := lexicalScores(t, "none", "a", "a", "b")
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			t.Errorf("text %d: score %.15f, want %.15f (by hand)", i, got[i], want[i])
		}
	}
}

// What is left when there is nothing to go by is the prior, −ln rank.
func TestLexicalWithoutEvidence(t *testing.T) {
	for _, test := range []struct {
		name, query string
		texts       []string
	}{
		{"query of stop words", "is it the", []string{"wing", "wing flow", "heat"}},
		{"empty query", "", []string{"wing", "wing flow", "heat"}},
		{"texts without a word", "wing", []string{"", "...", "the"}},
		{"no texts", "wing", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := lexicalScores(t, "english", test.query, test.texts...)
			if len(got) != len(test.texts) {
				t.Fatalf("%d scores for %d texts", len(got), len(test.texts))
			}
			for i, s := range got {
				if want := -math.Log(float64(i + 1)); math.Abs(s-want) > 1e-15 {
					t.Errorf("text %d: score %v, want %v", i, s, want)
				}
			}
		})
	}
}

// Evidence that the models are there for moves a text up, everything else being equal: the rank is undone by putting
// the better text last among many that are worse.
func TestLexicalPrefers(t *testing.T) {
	filler := strings.Repeat("shock ", 12)
	for _, test := range []struct{ name, query, worse, better string }{
		{"a word of the query", "flutter", "heat conduction " + filler, "flutter " + filler + "heat"},
		{"inflected", "fluttering wings", "heat conduction " + filler, "wing flutters " + filler},
		{"neighbours", "boundary layer", "boundary " + filler + "layer", filler + "boundary layer"},
		{"nearness", "boundary layer", "boundary " + filler + "layer", filler + "layer of the boundary"},
	} {
		t.Run(test.name, func(t *testing.T) {
			texts := []string{test.worse, test.better}
			first := lexicalScores(t, "english", test.query, texts...)
			slices.Reverse(texts)
			second := lexicalScores(t, "english", test.query, texts...)
			// The sum over both orders cancels the prior.
			worse, better := first[0]+second[1], first[1]+second[0]
			if better <= worse {
				t.Errorf("%q scores %v, %q %v", test.better, better, test.worse, worse)
			}
		})
	}
}

func TestLexicalIsDeterministic(t *testing.T) {
	texts := manyPassages()
	first := lexicalScores(t, "english", benchmarkQuery, texts...)
	for range 20 {
		if again := lexicalScores(t, "english", benchmarkQuery, texts...); !slices.Equal(first, again) {
			t.Fatalf("the same call gave\n%v\nand\n%v", first, again)
		}
	}
	for i, s := range first {
		if math.IsNaN(s) || math.IsInf(s, 0) {
			t.Errorf("text %d: score %v", i, s)
		}
	}
}

func TestLexicalCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l, err := rerank.NewLexical(rerank.DefaultLanguage)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Rerank(ctx, retrieval.Query{Text: "wing"}, passages("wing")); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func FuzzLexical(f *testing.F) {
	f.Add("boundary layer", "the boundary layer of a wing", "layer")
	f.Add("\xff\xfe", "\x00", "naïve café 東京 ١٢٣ 🜚")
	f.Fuzz(func(t *testing.T, query, a, b string) {
		for i, s := range lexicalScores(t, "english", query, a, b, a+" "+b) {
			if math.IsNaN(s) || math.IsInf(s, 0) {
				t.Errorf("text %d: score %v", i, s)
			}
		}
	})
}

const benchmarkQuery = "what similarity laws must be obeyed when constructing aeroelastic models of heated high speed aircraft"

// manyPassages returns 50 texts of 150 words, of which every third is on the subject.
func manyPassages() []string {
	words := strings.Fields("pressure distribution flow supersonic boundary layer transition plate cylinder shock wave turbulent laminar " +
		"temperature heating transfer speed models structure panel flutter " + benchmarkQuery)
	texts := make([]string, 50)
	for i := range texts {
		var b strings.Builder
		for j := range 150 {
			b.WriteString(words[(i*7+j*(1+i%3)+j*j)%len(words)])
			b.WriteByte(' ')
		}
		texts[i] = b.String()
	}
	return texts
}

func BenchmarkLexical(b *testing.B) {
	l, err := rerank.NewLexical(rerank.DefaultLanguage)
	if err != nil {
		b.Fatal(err)
	}
	q, list := retrieval.Query{ID: "1", Text: benchmarkQuery}, passages(manyPassages()...)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := l.Rerank(b.Context(), q, list); err != nil {
			b.Fatal(err)
		}
	}
}
