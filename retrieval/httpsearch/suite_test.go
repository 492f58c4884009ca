package httpsearch_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/httpsearch"
	"github.com/rankduel/rankduel/retrieval/retrievaltest"
)

// three is an engine that finds the same three documents whatever it is asked.
func three(w http.ResponseWriter, r *http.Request) {
	type hit struct {
		Doc  string  `json:"doc"`
		Rank float64 `json:"rank"`
	}
	hits := []hit{{"b", 2}, {"a", 2}, {"c", -1}}
	var asked struct{ N int }
	if json.NewDecoder(r.Body).Decode(&asked) == nil && asked.N < len(hits) {
		hits = hits[:asked.N]
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"found": hits})
}

func declared(address string) httpsearch.Settings {
	return httpsearch.Settings{
		URL: address + "/find", Body: `{"q": {{json .Query}}, "n": {{.K}}}`, Hits: ".found[] | {id: .doc, score: .rank}",
		Policy: httpclient.Policy{Retries: new(2), MaxWait: 2 * time.Second},
	}
}

func open(tb testing.TB, s httpsearch.Settings) *httpsearch.Retriever {
	tb.Helper()
	pool := httpclient.NewPool()
	tb.Cleanup(pool.Close)
	r, err := httpsearch.Open(s, pool)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func TestSuite(t *testing.T) {
	retrievaltest.Run(t, func(tb testing.TB) retrieval.Retriever {
		server := httptest.NewServer(http.HandlerFunc(three))
		tb.Cleanup(server.Close)
		return open(tb, declared(server.URL))
	}, retrieval.Query{ID: "1", Text: "anything"})
}

func TestFaultsWithBody(t *testing.T) {
	t.Parallel()
	retrievaltest.HTTPEngine{
		Answer: http.HandlerFunc(three),
		NoHits: `{"found": []}`,
		Query: func(r *http.Request) (string, error) {
			var asked struct{ Q *string }
			if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || asked.Q == nil {
				return "", fmt.Errorf("no q: %w", err)
			}
			return *asked.Q, nil
		},
		Open: func(tb testing.TB, address string) retrieval.Retriever { return open(tb, declared(address)) },
	}.Run(t, retrieval.Query{ID: "1", Text: "anything"})
}

func TestFaultsWithURL(t *testing.T) {
	t.Parallel()
	retrievaltest.HTTPEngine{
		Answer: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `["one of three", "another", "the last"]`)
		}),
		NoHits: `[]`,
		Query:  func(r *http.Request) (string, error) { return r.URL.Query().Get("q"), nil },
		Open: func(tb testing.TB, address string) retrieval.Retriever {
			s := declared(address)
			s.URL, s.Body, s.Hits = address+"/find?q={{urlquery .Query}}&n={{.K}}", "", ".[]"
			return open(tb, s)
		},
	}.Run(t, retrieval.Query{ID: "1", Text: "anything"})
}
