package run_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
)

// A model is a reranking service in the shape of Text-Embeddings-Inference. It
// likes the text "relevant" and is down while down is set.
type model struct {
	*httptest.Server
	mu    sync.Mutex
	calls int
	down  bool
}

func newModel(t *testing.T) *model {
	m := &model{}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.calls++
		if m.down {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		var asked struct{ Texts []string }
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		var scores []string
		for i, text := range asked.Texts {
			score := -float64(i)
			if strings.Contains(text, "relevant") {
				score = 1
			}
			scores = append(scores, fmt.Sprintf(`{"index": %d, "score": %g}`, i, score))
		}
		fmt.Fprintf(w, "[%s]", strings.Join(scores, ","))
	}))
	t.Cleanup(m.Close)
	return m
}

// texted answers like answering, with texts: that of the relevant document
// says so.
func texted(rank int) retrieval.Func {
	return func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		hits := wingtest.Answering(q, rank)
		for i := range hits {
			hits[i].Text = "some text"
			if i == rank-1 {
				hits[i].Text = "a relevant text"
			}
		}
		return hits, nil
	}
}

func reranked(url string) string {
	return `configs:
  plain: {components: [bm25]}
  reranked: {components: [bm25], rerank: {method: tei, url: "` + url + `", top_n: 5, retries: 0}}
concurrency: 2
`
}

// The reranker lifts a relevant document from rank 4 to rank 1 and cannot lift
// one from rank 7, because it looks at five. Both are attributed.
func TestRerank(t *testing.T) {
	m := newModel(t)
	for from, want := range map[int]float64{4: 1, 7: 1. / 7} {
		store := wingtest.NewMemory()
		m.calls = 0
		runner := wingtest.AnsweredBy(wingtest.Prepared(t, wingtest.LiveDir(t, 6, reranked(m.URL+"/rerank")), run.Options{PerQuery: true}), texted(from), wingtest.AtRank(1))
		c, err := runner.Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		if m.calls != 6 || c.Retrieval.Reranks != 6 || c.Retrieval.Calls != 18 {
			t.Errorf("the model was called %d times, reported %d, and %d retrievals; want 6, 6 and 18", m.calls, c.Retrieval.Reranks, c.Retrieval.Calls)
		}
		b := c.Comparisons[0].Measures[0]
		if *b.MeanA != 1/float64(from) || *b.MeanB != want {
			t.Errorf("RR %v and %v, want 1/%d and %v", *b.MeanA, *b.MeanB, from, want)
		}
		for _, run := range store.Runs {
			if run.Name != "reranked" {
				continue
			}
			for _, row := range run.Rows {
				if r := row.Relevant[0]; r.FusedRank == nil || *r.FusedRank != from {
					t.Errorf("%s: rank before the rerank %v, want %d", row.QueryID, r.FusedRank, from)
				}
				if row.RerankMS == nil || row.LatencyMS == nil || *row.LatencyMS < *row.RerankMS {
					t.Errorf("%s: latency %v with a rerank of %v", row.QueryID, row.LatencyMS, row.RerankMS)
				}
			}
		}
		for r, err := range runner.Rankings(t.Context(), store, "reranked") {
			if err != nil || len(r.Hits) != 10 || from == 4 && r.Hits[0].ID != fmt.Sprintf("d%d", wingtest.Number(retrieval.Query{ID: r.QueryID})) {
				t.Errorf("ranking %v, %v, want the relevant document first", r, err)
			}
		}
	}
}

// Scores are recorded once, and again only for candidates that have changed.
func TestRerankIsRecorded(t *testing.T) {
	m, store := newModel(t), wingtest.NewMemory()
	dir := wingtest.LiveDir(t, 6, reranked(m.URL+"/rerank"))
	ran := func(bm25 retrieval.Retriever, opts run.Options) *result.Comparison {
		t.Helper()
		c, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, opts), bm25, wingtest.AtRank(1)).Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	ran(texted(4), run.Options{})
	clear(store.Runs) // as when a measure was added
	if c := ran(texted(4), run.Options{}); c.Retrieval.Reranks != 0 || m.calls != 6 {
		t.Errorf("%d reranks of recorded candidates, the model was called %d times, want 0 and 6", c.Retrieval.Reranks, m.calls)
	}
	moved := retrieval.Func(func(ctx context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
		if wingtest.Number(q) < 2 {
			return texted(3)(ctx, q, k)
		}
		return texted(4)(ctx, q, k)
	})
	if c := ran(moved, run.Options{Refresh: []string{"bm25"}}); c.Retrieval.Reranks != 2 || m.calls != 8 {
		t.Errorf("%d reranks after two rankings changed, %d calls in all, want 2 and 8", c.Retrieval.Reranks, m.calls)
	}
}

// The same documents with other texts are other candidates.
func TestRerankOfNewTexts(t *testing.T) {
	m, store := newModel(t), wingtest.NewMemory()
	dir := wingtest.LiveDir(t, 6, reranked(m.URL+"/rerank"))
	ran := func(bm25 retrieval.Retriever, opts run.Options) float64 {
		t.Helper()
		c, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, opts), bm25, wingtest.AtRank(1)).Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		return *c.Comparisons[0].Measures[0].MeanB
	}
	plain := retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		hits := wingtest.Answering(q, 4)
		for i := range hits {
			hits[i].Text = "some text"
		}
		return hits, nil
	})
	if rr := ran(plain, run.Options{}); rr != 1./4 {
		t.Errorf("RR %v, want 1/4: no text is relevant", rr)
	}
	if rr := ran(texted(4), run.Options{Refresh: []string{"bm25"}}); rr != 1 {
		t.Errorf("RR %v after the texts changed, want 1", rr)
	}
}

// A reranker that fails everywhere is a failed arm; the retrieval is kept, and
// the next run asks the reranker alone.
func TestRerankerDown(t *testing.T) {
	m, store := newModel(t), wingtest.NewMemory()
	m.down = true
	dir := wingtest.LiveDir(t, 6, reranked(m.URL+"/rerank"))
	_, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), texted(4), wingtest.AtRank(1)).Run(t.Context(), store)
	if !errors.Is(err, recording.ErrAllFailed) || !strings.Contains(err.Error(), "reranked") || !strings.Contains(err.Error(), "500") {
		t.Fatalf("Run = %v, want a failed arm with configuration and status", err)
	}
	m.down = false
	c, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), texted(4), wingtest.AtRank(1)).Run(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	if c.Retrieval.Calls != 0 || c.Retrieval.Reranks != 6 {
		t.Errorf("%d retrievals and %d reranks, want 0 and 6", c.Retrieval.Calls, c.Retrieval.Reranks)
	}
}
