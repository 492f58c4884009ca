package server_test

import (
	"fmt"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/server"
)

// A server that has answered many times from the store sees at the next request that
// a corpus has changed.
func TestChangedCorpusIsSeen(t *testing.T) {
	t.Parallel()
	path := clinical(t, "hybrid.yaml")
	corpus := filepath.Join(filepath.Dir(path), "corpus.jsonl")
	time.Sleep(3200 * time.Millisecond) // until what is known of the corpus may be remembered
	s := serve(t, path)
	run := func() (id string, calls float64) {
		_, body := ask(t, "POST", s.URL+"/v1/evaluate?test_set=clinical", "", "")
		answer := decode(t, body)
		return answer["run_id"].(string), answer["calls"].(float64)
	}
	first, _ := run()
	for range 3 {
		if id, calls := run(); id != first || calls != 0 {
			t.Errorf("again: run %s with %v calls, want %s from the store", id, calls, first)
		}
	}
	info, err := os.Stat(corpus)
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(corpus)
	if err != nil {
		t.Fatal(err)
	}
	swapped := strings.Replace(string(content), "cough", "cuogh", 1) // of the same size
	if swapped == string(content) {
		t.Fatal("the corpus has no cough")
	}
	if err := os.WriteFile(corpus, []byte(swapped), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(corpus, time.Time{}, info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if id, calls := run(); id == first || calls == 0 {
		t.Errorf("over another corpus: run %s with %v calls, want another than %s", id, calls, first)
	}
}

// BenchmarkCachedEvaluate asks for an evaluation that is stored, next to corpora of
// some sizes: the answer needs none of them.
func BenchmarkCachedEvaluate(b *testing.B) {
	for _, mb := range []int{0, 10, 100} {
		b.Run(fmt.Sprintf("corpus=%dMB", mb), func(b *testing.B) {
			path := clinical(b, "hybrid.yaml")
			f, err := os.OpenFile(filepath.Join(filepath.Dir(path), "corpus.jsonl"), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				b.Fatal(err)
			}
			text := strings.Repeat("word ", 200)
			for i := range mb * 1000 {
				fmt.Fprintf(f, `{"_id":"filler-%d","title":"","text":"%s"}`+"\n", i, text)
			}
			if err := f.Close(); err != nil {
				b.Fatal(err)
			}
			h := newServer(b, path, func(c *server.Config) { c.Log = slog.New(slog.DiscardHandler) }).Handler()
			ask := func() time.Duration {
				began := time.Now()
				w := httptest.NewRecorder()
				r := httptest.NewRequest("POST", "/v1/evaluate?test_set=clinical", nil)
				r.Host = "localhost"
				if h.ServeHTTP(w, r); w.Code != 200 {
					b.Fatal(w.Body)
				}
				return time.Since(began)
			}
			time.Sleep(3200 * time.Millisecond)
			ask()
			var took []time.Duration
			for b.Loop() {
				took = append(took, ask())
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
		})
	}
}
