package retrievaltest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rankduel/rankduel/retrieval"
)

// An HTTPEngine is an engine behind HTTP that the suite lets misbehave.
type HTTPEngine struct {
	// Answer is the engine in good health. It answers every query with the same two hits or more.
	Answer http.Handler
	// NoHits is the body of its answer to a query without a match.
	NoHits string
	// Query is the text that a request asks for.
	Query func(*http.Request) (string, error)
	// Open returns a retriever for the engine at that address, "http://host:port", with two retries at least and a
	// longest wait between a second and ten, so that the suite sees retries and does not take long.
	Open func(tb testing.TB, address string) retrieval.Retriever
}

// Run runs [RunFaults] with the faults of the engine, and checks that the engine gets every query as it was asked, that
// retries spare an engine that works, and what a [retrieval.Responder] says of them.
func (e HTTPEngine) Run(t *testing.T, q retrieval.Query) {
	t.Helper()
	healthy := func(tb testing.TB) retrieval.Retriever { return e.serve(tb, e.Answer.ServeHTTP) }
	RunFaults(t, healthy, q, e.faults(t)...)
	t.Run("queries arrive as asked", e.queriesArrive)
	t.Run("only what can pass is retried", func(t *testing.T) { e.spares(t, q) })
	t.Run("Retry-After", func(t *testing.T) { e.retryAfter(t, q) })
	t.Run("attempts and time", func(t *testing.T) { e.attempts(t, q) })
}

// serve opens a retriever over a server that ends with the test.
func (e HTTPEngine) serve(tb testing.TB, handler http.HandlerFunc) retrieval.Retriever {
	tb.Helper()
	server := httptest.NewServer(handler)
	tb.Cleanup(func() { server.CloseClientConnections(); server.Close() }) // a handler may still wait for its client
	return e.Open(tb, server.URL)
}

// body returns what the healthy engine answers.
func (e HTTPEngine) body(tb testing.TB) []byte {
	tb.Helper()
	recorder := httptest.NewRecorder()
	e.Answer.ServeHTTP(recorder, httptest.NewRequest(http.MethodPost, "/", http.NoBody))
	return recorder.Body.Bytes()
}

// queriesArrive: encoding a query for the wire and reading it back gives the query.
func (e HTTPEngine) queriesArrive(t *testing.T) {
	var mu sync.Mutex
	var got []string
	r := e.serve(t, func(w http.ResponseWriter, r *http.Request) {
		text, err := e.Query(r)
		if err != nil {
			t.Errorf("the request has no query: %v", err)
		}
		mu.Lock()
		got = append(got, text)
		mu.Unlock()
		e.Answer.ServeHTTP(w, r)
	})
	texts := []string{
		"plain words", "naïve café 東京 ١٢٣ 🜚 \u2028", "line\nbreak\ttab", `"quoted" \back\slash`, "a&b=c#d?e%zz/f+g;h", "{{.K}} ${HOME} $1 %s",
		"<b>'", "  ",
	}
	for i, text := range texts {
		retrieve(t, r, retrieval.Query{ID: strconv.Itoa(i), Text: text}, 10)
	}
	mu.Lock()
	defer mu.Unlock()
	if !slices.Equal(got, texts) {
		t.Errorf("the engine was asked\n%q\nwant\n%q", got, texts)
	}
}

// spares: an engine that says that the query is wrong, or breaks on it, is not asked again.
func (e HTTPEngine) spares(t *testing.T, q retrieval.Query) {
	for _, status := range []int{400, 401, 403, 404, 500} {
		var calls atomic.Int64
		r := e.serve(t, func(w http.ResponseWriter, _ *http.Request) {
			calls.Add(1)
			http.Error(w, "no", status)
		})
		if hits, err := r.Retrieve(t.Context(), q, 10); err == nil || len(hits) > 0 {
			t.Errorf("status %d: %d hits, error %v, want an error", status, len(hits), err)
		}
		if n := calls.Load(); n != 1 {
			t.Errorf("status %d: %d calls, want 1", status, n)
		}
	}
}

// retryAfter: no one comes back before the engine said.
func (e HTTPEngine) retryAfter(t *testing.T, q retrieval.Query) {
	var refused atomic.Int64 // when, in nanoseconds
	r := e.serve(t, func(w http.ResponseWriter, r *http.Request) {
		now := time.Now().UnixNano()
		if refused.CompareAndSwap(0, now) {
			w.Header().Set("Retry-After", "1")
			http.Error(w, "too many", http.StatusTooManyRequests)
			return
		}
		if waited := time.Duration(now - refused.Load()); waited < time.Second {
			t.Errorf("came back after %v, was asked to wait a second", waited)
		}
		e.Answer.ServeHTTP(w, r)
	})
	if hits, err := r.Retrieve(t.Context(), q, 10); err != nil || len(hits) == 0 {
		t.Errorf("%d hits, error %v, want the hits of the second call", len(hits), err)
	}
}

// attempts: a responder counts its calls, and its time is that of the last one.
func (e HTTPEngine) attempts(t *testing.T, q retrieval.Query) {
	const slow = 100 * time.Millisecond
	var calls atomic.Int64
	r, ok := e.serve(t, func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) < 3 {
			time.Sleep(slow)
			http.Error(w, "busy", http.StatusServiceUnavailable)
			return
		}
		e.Answer.ServeHTTP(w, r)
	}).(retrieval.Responder)
	if !ok {
		t.Skip("no retrieval.Responder")
	}
	begin := time.Now()
	response, err := r.Respond(t.Context(), q, 10)
	// Compared with the whole call, so that a busy machine may take its time.
	if rest := time.Since(begin) - response.Took; err != nil || response.Attempts != 3 || response.Took <= 0 || rest < 2*slow {
		t.Errorf("%d attempts, the last of %v, all else %v, error %v; want 3, the first two of %v in the rest", response.Attempts, response.Took, rest, err, slow)
	}
}

// status answers with a status and a short text.
func status(code int, retryAfter string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if retryAfter != "" {
			w.Header().Set("Retry-After", retryAfter)
		}
		http.Error(w, fmt.Sprintf("status %d on purpose", code), code)
	}
}
