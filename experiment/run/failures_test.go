package run_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
)

// One failing query is recorded and left out; it ends nothing and is never a
// zero (SEMANTICS, failed query).
func TestEvaluateRecordsFailures(t *testing.T) {
	s := wingtest.Evaluated(t, "flaky", 50, func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		switch wingtest.Number(q) {
		case 7:
			return nil, wingtest.ErrDown
		case 8:
			panic("index out of range")
		}
		return wingtest.Answering(q, 2), nil
	})
	sum := s.Summarize(true)
	if sum.FailedQueries != 2 || len(sum.PerQuery) != 50 || sum.Measures[0].N != 48 || sum.Measures[0].Undefined != 0 {
		t.Errorf("failed %d, rows %d, n %d, undefined %d, want 2, 50, 48, 0", sum.FailedQueries, len(sum.PerQuery), sum.Measures[0].N, sum.Measures[0].Undefined)
	}
	wingtest.WantNumber(t, "MRR", sum.Measures[0].Mean, .5, 0, "all others have it at rank 2")
	for row, text := range map[int]string{7: "connection refused", 8: "panicked: index out of range"} {
		got := sum.PerQuery[row]
		if got.Status != result.Failed || !strings.Contains(got.Error, text) || got.Scores["RR"] != nil {
			t.Errorf("row = %+v, want failed with %q and a null score", got, text)
		}
	}
	f, ok := wingtest.Finding(s.Health, result.FindingFailed)
	if !ok || f.Severity != result.SeverityWarning || !strings.Contains(f.Text, `2 of 50`) || !strings.Contains(f.Text, `"q007", "q008"`) {
		t.Errorf("findings = %+v, want failed_queries with both ids", s.Health)
	}
}

// A retriever that takes too long failed; one that answers after the time is
// up did not answer.
func TestTimeouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := retrieval.Func(func(ctx context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
			switch wingtest.Number(q) {
			case 0:
				<-ctx.Done()
				return nil, fmt.Errorf("waiting: %w", ctx.Err())
			case 1:
				time.Sleep(2 * time.Second) // does not look at ctx
			}
			return wingtest.Answering(q, 1), nil
		})
		s, err := run.Evaluate(t.Context(), slow, wingtest.SmallSet(t, 3), run.EvaluateOptions{
			Retrieve: recording.Settings{Timeout: time.Second, Concurrency: 1},
		})
		if err != nil {
			t.Fatal(err)
		}
		for q, want := range []string{"no reply within 1s", "context deadline exceeded", ""} {
			if got := s.Query(q); (got.Status == result.Failed) != (want != "") || !strings.Contains(got.Error, want) {
				t.Errorf("query %d: %q %q, want failed with %q", q, got.Status, got.Error, want)
			}
		}
	})
}

// Of a document that a live retriever returns twice the first counts, with a
// warning (SEMANTICS, duplicate document).
func TestLiveDuplicates(t *testing.T) {
	twice := retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		relevant := wingtest.Answering(q, 1)[0].ID
		return []retrieval.Hit{{ID: "x", Score: 3}, {ID: "x", Score: 3}, {ID: relevant, Score: 2}, {ID: relevant, Score: 1}}, nil
	})
	s := wingtest.Evaluated(t, "twice", 3, twice)
	wingtest.WantNumber(t, "RR", s.Summarize(false).Measures[0].Mean, .5, 0, "x, then the relevant document: rank 2")
	if f, ok := wingtest.Finding(s.Health, result.FindingDuplicates); !ok || !strings.Contains(f.Text, "6 duplicate documents") {
		t.Errorf("findings = %+v, want 6 duplicate documents", s.Health)
	}

	runner := wingtest.Prepared(t, wingtest.LiveDir(t, 3, "configs:\n  one: {components: [bm25]}\n  two: {fusion_method: rrf}\n"), run.Options{})
	for _, name := range []string{"bm25", "splade", "dense"} {
		wingtest.Answer(runner, name, twice)
	}
	c, err := runner.Run(t.Context(), wingtest.NewMemory())
	if err != nil {
		t.Fatalf("Run = %v, want duplicates kept first and counted", err)
	}
	for _, system := range c.Systems {
		if _, ok := wingtest.Finding(system.Health, result.FindingDuplicates); !ok {
			t.Errorf("%s: findings = %v, want %s", system.Name, wingtest.Codes(system.Health), result.FindingDuplicates)
		}
		wingtest.WantNumber(t, system.Name+" RR", system.Measures[0].Mean, .5, 0, "x, then the relevant document: rank 2")
	}
}
