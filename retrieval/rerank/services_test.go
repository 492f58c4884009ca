package rerank_test

import (
	"encoding/json"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

func newPool(t testing.TB) *httpclient.Pool {
	t.Helper()
	pool := httpclient.NewPool()
	t.Cleanup(pool.Close)
	return pool
}

// serve starts a server on the loopback that ends with the test, and returns its address.
func serve(t testing.TB, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

// The responses are those of the vendors' documentation and of public recordings, completed where a sample shows only
// the best few: Cohere's samples have three of five results, vLLM's two of three.
//
//	cohere, cohere_v2  https://docs.cohere.com/v1/reference/rerank, https://docs.cohere.com/reference/rerank
//	jina               README of github.com/boxxxie/jina-clojure, a response of the API to these four documents
//	vllm               https://docs.vllm.ai/en/v0.7.2/serving/openai_compatible_server.html#re-rank-api
//	tei                schema RerankResponse of docs/openapi.json, 1.7.1; scores of Haystack's HuggingFaceTEIRanker
func TestServices(t *testing.T) {
	t.Setenv("RERANK_TEST_KEY", "s3cret")
	for _, test := range []struct {
		method, path string
		settings     rerank.Settings
		query        string
		texts        []string
		request      string
		response     string
		want         []float64
	}{
		{
			method: "cohere", path: "/v1/rerank", settings: rerank.Settings{Model: "rerank-v3.5"},
			query: "What is the capital of the United States?",
			texts: []string{"Carson City", "The Northern Mariana Islands", "Capitalization", "Washington, D.C.", "Capital punishment"},
			request: `{"model": "rerank-v3.5", "query": "What is the capital of the United States?", "return_documents": false,
				"documents": ["Carson City", "The Northern Mariana Islands", "Capitalization", "Washington, D.C.", "Capital punishment"]}`,
			response: `{"results": [{"index": 3, "relevance_score": 0.999071}, {"index": 4, "relevance_score": 0.7867867},
				{"index": 0, "relevance_score": 0.32713068}, {"index": 1, "relevance_score": 0.1}, {"index": 2, "relevance_score": 1e-5}],
				"id": "07734bd2-2473-4f07-94e1-0d9f0e6843cf",
				"meta": {"api_version": {"version": "1"}, "billed_units": {"search_units": 1}}}`,
			want: []float64{0.32713068, 0.1, 1e-5, 0.999071, 0.7867867},
		},
		{
			method: "cohere_v2", path: "/v2/rerank", settings: rerank.Settings{Model: "rerank-v4.0-pro"},
			query: "What is the capital of the United States?", texts: []string{"Carson City", "Washington, D.C."},
			request: `{"model": "rerank-v4.0-pro", "query": "What is the capital of the United States?", "documents": ["Carson City", "Washington, D.C."]}`,
			response: `{"results": [{"index": 1, "relevance_score": 0.999071}, {"index": 0, "relevance_score": 0.32713068}],
				"id": "07734bd2-2473-4f07-94e1-0d9f0e6843cf",
				"meta": {"api_version": {"version": "2", "is_experimental": false}, "billed_units": {"search_units": 1}}}`,
			want: []float64{0.32713068, 0.999071},
		},
		{
			method: "jina", path: "/v1/rerank", settings: rerank.Settings{Model: "jina-reranker-v2-base-multilingual"},
			query: "machine learning algorithms", texts: []string{"Deep learning", "Natural language", "Computer vision", "Reinforcement"},
			request: `{"model": "jina-reranker-v2-base-multilingual", "query": "machine learning algorithms", "return_documents": false,
				"documents": ["Deep learning", "Natural language", "Computer vision", "Reinforcement"]}`,
			response: `{"model": "jina-reranker-v2-base-multilingual", "usage": {"total_tokens": 50}, "results": [
				{"index": 0, "document": {"text": "Deep learning"}, "relevance_score": 0.23231014609336853},
				{"index": 2, "document": {"text": "Computer vision"}, "relevance_score": 0.16026602685451508},
				{"index": 1, "document": {"text": "Natural language"}, "relevance_score": 0.09401018172502518},
				{"index": 3, "document": {"text": "Reinforcement"}, "relevance_score": 0.08509904146194458}]}`,
			want: []float64{0.23231014609336853, 0.09401018172502518, 0.16026602685451508, 0.08509904146194458},
		},
		{
			method: "vllm", path: "/v1/rerank", settings: rerank.Settings{Model: "BAAI/bge-reranker-base"},
			query:   "What is the capital of France?",
			texts:   []string{"The capital of Brazil is Brasilia.", "The capital of France is Paris."},
			request: `{"model": "BAAI/bge-reranker-base", "query": "What is the capital of France?", "documents": ["The capital of Brazil is Brasilia.", "The capital of France is Paris."]}`,
			response: `{"id": "rerank-fae51b2b664d4ed38f5969b612edff77", "model": "BAAI/bge-reranker-base", "usage": {"total_tokens": 56},
				"results": [{"index": 1, "document": {"text": "The capital of France is Paris."}, "relevance_score": 0.99853515625},
				{"index": 0, "document": {"text": "The capital of Brazil is Brasilia."}, "relevance_score": 0.0005860328674316406}]}`,
			want: []float64{0.0005860328674316406, 0.99853515625},
		},
		{
			method: "vllm", path: "/rerank", settings: rerank.Settings{Truncate: true},
			query: "q", texts: []string{"only"},
			request:  `{"query": "q", "documents": ["only"], "truncate_prompt_tokens": -1}`,
			response: `{"results": [{"index": 0, "relevance_score": -7.5}]}`,
			want:     []float64{-7.5},
		},
		{
			method: "tei", path: "/rerank",
			query:    "What is the capital of France?",
			texts:    []string{"The capital of Germany is Berlin", "The capital of France is Paris"},
			request:  `{"query": "What is the capital of France?", "texts": ["The capital of Germany is Berlin", "The capital of France is Paris"], "truncate": false}`,
			response: `[{"index": 1, "score": 0.9979767}, {"index": 0, "score": 0.13982213}]`,
			want:     []float64{0.13982213, 0.9979767},
		},
		{
			method: "tei", path: "/rerank", settings: rerank.Settings{Truncate: true},
			query: `quotes " and 東京`, texts: []string{"a\nb"},
			request:  `{"query": "quotes \" and 東京", "texts": ["a\nb"], "truncate": true}`,
			response: `[{"index": 0, "score": 0, "text": null}]`,
			want:     []float64{0},
		},
	} {
		t.Run(test.method+test.path, func(t *testing.T) {
			address := serve(t, func(w http.ResponseWriter, r *http.Request) {
				body, err := io.ReadAll(r.Body)
				if err != nil {
					t.Error(err)
				}
				if diff := cmp.Diff(jsonValue(t, test.request), jsonValue(t, string(body))); diff != "" {
					t.Errorf("request (-want +got):\n%s", diff)
				}
				got := []string{r.Method, r.URL.Path, r.Header.Get("Content-Type"), r.Header.Get("Authorization"), r.Header.Get("X-Team")}
				if want := []string{"POST", test.path, "application/json", "Bearer s3cret", "search"}; !slices.Equal(got, want) {
					t.Errorf("sent %q, want %q", got, want)
				}
				_, _ = io.WriteString(w, test.response)
			})
			s := test.settings
			s.Method, s.URL, s.APIKey = test.method, address+test.path, "${RERANK_TEST_KEY}"
			s.Headers = map[string]string{"X-Team": "search"}
			step := open(t, s, newPool(t))
			scores, err := step.Score(t.Context(), retrieval.Query{ID: "1", Text: test.query}, hitsOf(test.texts...), nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(scores.Values, test.want) {
				t.Errorf("scores %v, want %v", scores.Values, test.want)
			}
			if scores.Attempts != 1 || scores.Took <= 0 {
				t.Errorf("%d attempts in %v, want one that took time", scores.Attempts, scores.Took)
			}
		})
	}
}

func jsonValue(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Errorf("%v in %s", err, text)
	}
	return v
}

func hitsOf(texts ...string) []retrieval.Hit {
	hits := make([]retrieval.Hit, len(texts))
	for i, p := range passages(texts...) {
		hits[i] = retrieval.Hit{ID: p.ID, Score: math.Pi, Text: p.Text}
	}
	return hits
}

// lengths answers like a TEI server whose model likes long texts, worst first.
func lengths(w http.ResponseWriter, r *http.Request) {
	var request struct{ Texts []string }
	if err := json.NewDecoder(r.Body).Decode(&request); err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	type rank struct {
		Index int     `json:"index"`
		Score float64 `json:"score"`
	}
	ranks := make([]rank, len(request.Texts))
	for i, text := range request.Texts {
		ranks[i] = rank{i, float64(len(text))}
	}
	slices.SortFunc(ranks, func(a, b rank) int { return int(a.Score - b.Score) })
	if err := json.NewEncoder(w).Encode(ranks); err != nil {
		panic(err)
	}
}
