package rerank_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

var anyQuery = retrieval.Query{ID: "q7", Text: "which text is longest"}

// Responses with status 200 that are not one score for each of the texts "a", "bb" and "ccc". Each is an error that
// says what is wrong; none is filled in.
func TestBadResponses(t *testing.T) {
	const cohere, tei = "cohere", "tei"
	for _, test := range []struct {
		name, method, body string
		want               []string
	}{
		{"missing", tei, `[{"index":0,"score":1},{"index":2,"score":1}]`, []string{`2 results for 3 texts`, `text 1 (document "d1") is missing`}},
		{"Cohere's own sample for five", cohere, `{"results":[{"index":3,"relevance_score":0.99},{"index":4,"relevance_score":0.78},{"index":0,"relevance_score":0.32}]}`, []string{"result 1 has index 3: there are 3 texts", `text 1 (document "d1") is missing`}},
		{"repeated", tei, `[{"index":0,"score":1},{"index":1,"score":1},{"index":1,"score":2}]`, []string{`text 1 (document "d1") has 2 scores`, `text 2 (document "d2") is missing`}},
		{"repeated next to all", tei, `[{"index":0,"score":1},{"index":1,"score":1},{"index":2,"score":1},{"index":0,"score":1}]`, []string{`4 results for 3 texts`, `text 0 (document "d0") has 2 scores`}},
		{"out of range", tei, `[{"index":0,"score":1},{"index":1,"score":1},{"index":3,"score":2}]`, []string{"result 3 has index 3"}},
		{"negative index", tei, `[{"index":0,"score":1},{"index":1,"score":1},{"index":-1,"score":2}]`, []string{"result 3 has index -1"}},
		{"no index", tei, `[{"index":0,"score":1},{"index":1,"score":1},{"score":2}]`, []string{"result 3 has no index"}},
		{"index is not an integer", tei, `[{"index":0.5,"score":1}]`, []string{"not of the documented form"}},
		{"null score", tei, `[{"index":0,"score":1},{"index":1,"score":null},{"index":2,"score":2}]`, []string{`text 1 (document "d1") has no number as its score`}},
		{"no score", cohere, `{"results":[{"index":0,"score":1}]}`, []string{`text 0 (document "d0") has no number as its score`}},
		{"score is text", tei, `[{"index":0,"score":"high"}]`, []string{"not of the documented form"}},
		{"NaN", tei, `[{"index":0,"score":NaN}]`, []string{"malformed JSON"}},
		{"score too large for a float64", tei, `[{"index":0,"score":1e999}]`, []string{"not of the documented form"}},
		{"no results", tei, `[]`, []string{"0 results for 3 texts", "is missing"}},
		{"null", tei, `null`, []string{"no results"}},
		{"an error with status 200", cohere, `{"message":"no such model"}`, []string{"the response has no results", "no such model"}},
		{"object where an array should be", tei, `{"results":[]}`, []string{"not of the documented form"}},
		{"array where an object should be", cohere, `[{"index":0,"score":1}]`, []string{"not of the documented form"}},
		{"malformed", tei, `[{"index":0,"score":1},`, []string{"malformed JSON"}},
		{"a key twice", tei, `[{"index":0,"score":1,"score":2}]`, []string{`the response: malformed JSON at byte 23: the key "score" comes twice in one object`}},
		{"two values", tei, `[] []`, []string{"malformed JSON"}},
		{"HTML", tei, `<html>sign in</html>`, []string{"malformed JSON", "sign in"}},
		{"empty", tei, ``, []string{"the response is empty"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			address := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, test.body) })
			s := rerank.Settings{Method: test.method, URL: address + "/rerank"}
			if test.method == cohere {
				s.Model = "m"
			}
			scores, err := open(t, s, newPool(t)).Score(t.Context(), anyQuery, hitsOf("a", "bb", "ccc"), nil)
			if err == nil {
				t.Fatalf("scores %v, want an error", scores)
			}
			if scores.Values != nil {
				t.Errorf("scores %v next to an error", scores)
			}
			for _, want := range append(test.want, `query "q7"`, test.method) {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q, want it to say %q", err, want)
				}
			}
			if errors.Is(err, retrieval.ErrUnavailable) {
				t.Errorf("error %q blames the engine for one response", err)
			}
		})
	}
}

func TestManyFaultsAreCounted(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "[]") })
	step := open(t, rerank.Settings{Method: "tei", URL: address + "/rerank"}, newPool(t))
	_, err := step.Score(t.Context(), anyQuery, hitsOf(strings.Fields(strings.Repeat("x ", 20))...), nil)
	if err == nil || !strings.Contains(err.Error(), "and 17 more;") {
		t.Errorf("error %v, want three faults and the number of the others", err)
	}
}

// What an HTTP status means: whose fault it is, whether it is tried again, and what settings can do about it. The
// bodies are the examples of the services' documentation.
func TestStatus(t *testing.T) {
	for _, test := range []struct {
		name        string
		method      string
		status      int
		body        string
		attempts    int32
		unavailable bool
		want        []string
	}{
		{"too many texts", "tei", 413, `{"error":"Batch size error","error_type":"validation"}`, 1, false, []string{"Batch size error", "lower batch_size", "truncate: true"}},
		{"no reranker", "tei", 424, `{"error":"Inference failed","error_type":"backend"}`, 1, false, []string{"Inference failed", "is the model a reranker"}},
		{"tokenizer", "tei", 422, `{"error":"Tokenization error","error_type":"tokenizer"}`, 1, false, []string{"Tokenization error"}},
		{"overloaded", "tei", 429, `{"error":"Model is overloaded","error_type":"overloaded"}`, 2, true, []string{"429", "after 2 attempts"}},
		{"too long", "vllm", 400, `{"error":{"message":"This model's maximum context length is 512 tokens","code":400}}`, 1, false, []string{"maximum context length", "set truncate: true"}},
		{"broken", "vllm", 500, `boom`, 1, false, []string{"500", "boom"}},
		{"down", "vllm", 503, ``, 2, true, []string{"503", "after 2 attempts"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var calls atomic.Int32
			address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				calls.Add(1)
				http.Error(w, test.body, test.status)
			})
			s := rerank.Settings{Method: test.method, URL: address + "/rerank"}
			s.Retries = new(1)
			_, err := open(t, s, newPool(t)).Score(t.Context(), anyQuery, hitsOf("a", "bb"), nil)
			if err == nil {
				t.Fatal("no error")
			}
			if got := errors.Is(err, retrieval.ErrUnavailable); got != test.unavailable {
				t.Errorf("unavailable %v, want %v: %v", got, test.unavailable, err)
			}
			if calls.Load() != test.attempts {
				t.Errorf("%d calls, want %d", calls.Load(), test.attempts)
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("error %q, want it to say %q", err, want)
				}
			}
		})
	}
}

// A refusal, a cut and a slow answer in front of a server that works: two are mended by asking again, and the time that
// is reported is that of the call that succeeded, without the wait of a second that came before it.
func TestMendedByRetries(t *testing.T) {
	for _, test := range []struct {
		name, answer string // of the first call
	}{
		{"429 with Retry-After", "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n"},
		{"503", "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"},
		{"cut in the body", "HTTP/1.1 200 OK\r\nContent-Length: 60\r\n\r\n[{\"index\": 0, \"sco"},
		{"garbage", "\x00\xff\x16\x03garbage\r\n\r\n{[<"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var calls atomic.Int64
			address := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if calls.Add(1) == 1 {
					breakOff(t, w, test.answer)
					return
				}
				lengths(w, r)
			})
			step := open(t, rerank.Settings{Method: "tei", URL: address + "/rerank"}, newPool(t))
			start := time.Now()
			scores, err := step.Score(t.Context(), anyQuery, hitsOf("a", "ccc", "bb"), nil)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(scores.Values, []float64{1, 3, 2}) || scores.Attempts != 2 || scores.Retries != 1 {
				t.Errorf("scores %v after %d attempts, %d retries, want 1, 3, 2 after 2, 1 retry", scores.Values, scores.Attempts, scores.Retries)
			}
			if waited := time.Since(start); scores.Took >= waited-100*time.Millisecond {
				t.Errorf("took %v of %v: waiting is not the model's latency", scores.Took, waited)
			}
		})
	}
}

// breakOff answers with these bytes, whatever they are, and closes the connection.
func breakOff(t *testing.T, w http.ResponseWriter, answer string) {
	connection, _, err := http.NewResponseController(w).Hijack()
	if err == nil {
		_, err = io.WriteString(connection, answer)
	}
	if err = errors.Join(err, connection.Close()); err != nil {
		t.Error(err)
	}
}

func TestNobodyThere(t *testing.T) {
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) { breakOff(t, w, "") })
	s := rerank.Settings{Method: "tei", URL: address + "/rerank"}
	s.Retries = new(0)
	_, err := open(t, s, newPool(t)).Score(t.Context(), anyQuery, hitsOf("a"), nil)
	if !errors.Is(err, retrieval.ErrUnavailable) {
		t.Errorf("error %v, want retrieval.ErrUnavailable", err)
	}
}

func TestCancelledInTheCall(t *testing.T) {
	address := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // else the server does not notice that the client is gone
		<-r.Context().Done()
	})
	step := open(t, rerank.Settings{Method: "tei", URL: address + "/rerank"}, newPool(t))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	scores, err := step.Score(ctx, anyQuery, hitsOf("a"), nil)
	if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, retrieval.ErrUnavailable) || scores.Values != nil {
		t.Errorf("%v, %v, want no scores and context.DeadlineExceeded", scores, err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := step.Score(ended, anyQuery, hitsOf("a"), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

// Five texts in batches of two are three calls, one after the other, and one list of scores.
func TestBatches(t *testing.T) {
	var calls, atOnce atomic.Int32
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if atOnce.Add(1) > 1 {
			t.Error("two calls at once")
		}
		defer atOnce.Add(-1)
		calls.Add(1)
		lengths(w, r)
	})
	step := open(t, rerank.Settings{Method: "tei", URL: address + "/rerank", BatchSize: new(2)}, newPool(t))
	scores, err := step.Score(t.Context(), anyQuery, hitsOf("ccc", "a", "dddd", "bb", "eeeee"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(scores.Values, []float64{3, 1, 4, 2, 5}) || scores.Attempts != 3 || scores.Retries != 0 || calls.Load() != 3 {
		t.Errorf("scores %v in %d attempts, %d retries, %d calls, want 3, 1, 4, 2, 5 in 3 without a retry",
			scores.Values, scores.Attempts, scores.Retries, calls.Load())
	}
}

// When a later batch fails, the scores of the earlier ones do not count.
func TestFailureInALaterBatch(t *testing.T) {
	var calls atomic.Int32
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) == 2 {
			http.Error(w, "boom", http.StatusInternalServerError)
			return
		}
		lengths(w, r)
	})
	step := open(t, rerank.Settings{Method: "tei", URL: address + "/rerank", BatchSize: new(1)}, newPool(t))
	scores, err := step.Score(t.Context(), anyQuery, hitsOf("a", "bb", "ccc"), nil)
	if err == nil || scores.Values != nil || calls.Load() != 2 {
		t.Errorf("%v, %v after %d calls, want an error after 2", scores, err, calls.Load())
	}
}

func TestConcurrentCalls(t *testing.T) {
	address := serve(t, lengths)
	pool := newPool(t)
	for _, s := range []rerank.Settings{{Method: "lexical"}, {Method: "tei", URL: address + "/rerank", BatchSize: new(3)}} {
		step := open(t, s, pool)
		lists := make([][]retrieval.Hit, 100)
		want := make([]rerank.Scores, len(lists))
		for i := range lists {
			lists[i] = hitsOf(strings.Repeat("wing ", 1+i%7), fmt.Sprintf("flow number %d", i), "heat", strings.Repeat("longest text", 1+i%3))
			var err error
			if want[i], err = step.Score(t.Context(), anyQuery, lists[i], nil); err != nil {
				t.Fatal(err)
			}
		}
		var wg sync.WaitGroup
		for i, hits := range lists {
			wg.Go(func() {
				got, err := step.Score(t.Context(), anyQuery, hits, nil)
				if err != nil || !slices.Equal(got.Values, want[i].Values) {
					t.Errorf("%s, call %d: %v, %v, alone it was %v", s.Method, i, got.Values, err, want[i].Values)
				}
			})
		}
		wg.Wait()
	}
}

// A server that repeats the key in its answers finds no one who passes it on.
func TestSecretsStaySecret(t *testing.T) {
	t.Setenv("RERANK_TEST_KEY", "s3cret-0123")
	for _, status := range []int{http.StatusOK, http.StatusUnauthorized} {
		address := serve(t, func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(status)
			_, _ = fmt.Fprintf(w, "no entry with %s and %s", r.Header.Get("Authorization"), r.Header.Get("X-Token"))
		})
		s := rerank.Settings{
			Method: "tei", URL: address + "/${RERANK_TEST_KEY}/rerank", APIKey: "${RERANK_TEST_KEY}",
			Headers: map[string]string{"X-Token": "t=${RERANK_TEST_KEY}"},
		}
		_, err := open(t, s, newPool(t)).Score(t.Context(), anyQuery, hitsOf("a"), nil)
		if err == nil || !strings.Contains(err.Error(), "no entry with") || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("error %v, want one that quotes the response without the key", err)
		}
	}
	_, err := rerank.Open(t.Context(), rerank.Settings{
		Method: "tei", URL: "http://localhost/rerank", APIKey: "${RERANK_TEST_UNSET}", Headers: map[string]string{"A": "${RERANK_TEST_UNSET_TOO}"},
	}, newPool(t))
	for _, want := range []string{"api_key: environment variable RERANK_TEST_UNSET is not set", "header A: environment variable RERANK_TEST_UNSET_TOO is not set"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want it to say %q", err, want)
		}
	}
	var none *httpclient.Pool
	if _, err := rerank.Open(t.Context(), rerank.Settings{Method: "tei", URL: "http://localhost/rerank"}, none); err == nil {
		t.Error("a service without a pool: no error")
	}
}

// The first batch is scored, the second one fails after two retries: four calls that experiments have to know of.
func TestAttemptsOfAFailure(t *testing.T) {
	var calls atomic.Int32
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if calls.Add(1) > 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		lengths(w, r)
	})
	s := rerank.Settings{Method: "tei", URL: address + "/rerank", BatchSize: new(2)}
	s.Retries, s.MaxWait = new(2), 2*time.Millisecond
	scores, err := open(t, s, newPool(t)).Score(t.Context(), anyQuery, hitsOf("ccc", "a", "dddd"), nil)
	if !errors.Is(err, retrieval.ErrUnavailable) || scores.Values != nil || scores.Took != 0 || scores.Attempts != 4 || scores.Retries != 2 {
		t.Errorf("%+v, error %v, want ErrUnavailable, no scores, 4 attempts, 2 of them retries", scores, err)
	}
}
