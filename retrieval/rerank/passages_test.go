package rerank_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// spy keeps the passages that it was shown.
func spy(seen *[]rerank.Passage) rerank.Func {
	return func(_ context.Context, _ retrieval.Query, p []rerank.Passage) (rerank.Scores, error) {
		*seen = p
		return rerank.Scores{Values: make([]float64, len(p))}, nil
	}
}

func TestTextsOfHits(t *testing.T) {
	var seen []rerank.Passage
	step, err := rerank.NewStep(spy(&seen), 3)
	if err != nil {
		t.Fatal(err)
	}
	known := func(id string) (string, bool) {
		texts := map[string]string{"a": "not asked for", "b": "from the index", "empty": ""}
		text, ok := texts[id]
		return text, ok
	}
	hits := []retrieval.Hit{{ID: "a", Text: "from the hit"}, {ID: "b"}, {ID: "empty"}, {ID: "beyond top_n"}}
	if _, err := step.Score(t.Context(), anyQuery, hits, known); err != nil {
		t.Fatal(err)
	}
	want := []rerank.Passage{{ID: "a", Text: "from the hit"}, {ID: "b", Text: "from the index"}, {ID: "empty", Text: ""}}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("passages (-want +got):\n%s", diff)
	}
}

func TestHitsWithoutText(t *testing.T) {
	seen := []rerank.Passage{}
	step, err := rerank.NewStep(spy(&seen), 3)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		hits []retrieval.Hit
		want string
	}{
		{"one", []retrieval.Hit{{ID: "a", Text: "x"}, {ID: "b"}}, `rerank: query "q7": no text for document "b" at rank 2: name a corpus`},
		{"several", []retrieval.Hit{{ID: "a"}, {ID: "b"}, {ID: "c"}, {ID: "d"}}, `document "a" at rank 1, and 2 more of the first 3: name a corpus`},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, texts := range []rerank.Texts{nil, func(string) (string, bool) { return "", false }} {
				_, err := step.Score(t.Context(), anyQuery, test.hits, texts)
				if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "let the engine return texts") {
					t.Errorf("error %v, want it to say %q", err, test.want)
				}
			}
		})
	}
	if len(seen) != 0 {
		t.Errorf("the reranker was asked about %v", seen)
	}
}

func TestQueryWithoutText(t *testing.T) {
	step := open(t, rerank.Settings{Method: "lexical"}, nil)
	for _, text := range []string{"", " \t\n"} {
		_, err := step.Score(t.Context(), retrieval.Query{ID: "q7", Text: text}, hitsOf("a"), nil)
		if err == nil || !strings.Contains(err.Error(), `query "q7": it has no text`) {
			t.Errorf("query %q: %v", text, err)
		}
	}
}

func TestNoHits(t *testing.T) {
	var seen []rerank.Passage
	step, err := rerank.NewStep(spy(&seen), 3)
	if err != nil {
		t.Fatal(err)
	}
	hits, scores, err := step.Rerank(t.Context(), retrieval.Query{}, nil, nil)
	if err != nil || len(hits) != 0 || scores.Values != nil || seen != nil {
		t.Errorf("%v, %v, %v, asked about %v", hits, scores, err, seen)
	}
}

// A corpus has the say about texts, in the form that the embedded index gives its hits: title, line break, text.
func TestTextsOfCorpus(t *testing.T) {
	path := filepath.Join(t.TempDir(), "corpus.jsonl")
	corpus := `{"_id": "a", "title": "Wings", "text": "flutter flutter"}
{"_id": "b", "text": "heat"}
{"_id": "c", "text": ""}
`
	if err := os.WriteFile(path, []byte(corpus), 0o666); err != nil {
		t.Fatal(err)
	}
	step := open(t, rerank.Settings{Method: "lexical", Corpus: path}, nil)
	hits := []retrieval.Hit{{ID: "c"}, {ID: "b", Text: "flutter flutter flutter"}, {ID: "a"}}
	reranked, _, err := step.Rerank(t.Context(), retrieval.Query{ID: "1", Text: "flutter of wings, wings, wings, wings"}, hits, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkReranked(t, hits, reranked, 3)
	scores, err := step.Score(t.Context(), anyQuery, hits, func(string) (string, bool) { return "other", true })
	if err != nil {
		t.Fatal(err)
	}
	want := lexicalScores(t, "english", anyQuery.Text, "", "heat", "Wings\nflutter flutter")
	if diff := cmp.Diff(want, scores.Values); diff != "" {
		t.Errorf("scores of other texts than the corpus has (-want +got):\n%s", diff)
	}
	_, err = step.Score(t.Context(), anyQuery, []retrieval.Hit{{ID: "a"}, {ID: "x", Text: "there"}}, nil)
	if err == nil || !strings.Contains(err.Error(), `no text for document "x" at rank 2: not in corpus `+path) {
		t.Errorf("a document that the corpus lacks: %v", err)
	}
	if _, err := rerank.Open(t.Context(), rerank.Settings{Method: "lexical", Corpus: path + "2"}, nil); err == nil {
		t.Error("a corpus that is not there: no error")
	}
}
