package run_test

import (
	"context"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
)

// Runs are dated by the clock that was given, in UTC.
func TestRunsAreDated(t *testing.T) {
	at := time.Date(2024, 2, 29, 23, 30, 0, 0, time.FixedZone("", -3600))
	store := wingtest.NewMemory()
	runner := wingtest.Prepared(t, wingtest.LiveDir(t, 2, twoConfigs), run.Options{Clock: func() time.Time { return at }})
	if _, err := wingtest.AnsweredBy(runner, wingtest.AtRank(1), wingtest.AtRank(1)).Run(t.Context(), store); err != nil {
		t.Fatal(err)
	}
	if len(store.Runs) == 0 {
		t.Fatal("no run is stored")
	}
	for id, stored := range store.Runs {
		if want := "2024-03-01T00:30:00Z"; stored.CreatedAt.Format(time.RFC3339) != want {
			t.Errorf("%s is of %v, want %s", id, stored.CreatedAt, want)
		}
	}
}

// The duration is that of the retrieval and of the rerank after it.
func TestDurationIsThatOfAllSteps(t *testing.T) {
	const wait = 50 * time.Millisecond
	slow := retrieval.Func(func(ctx context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
		time.Sleep(wait)
		return texted(4)(ctx, q, k)
	})
	dir := wingtest.LiveDir(t, 2, reranked(newModel(t).URL+"/rerank"))
	c, err := wingtest.AnsweredBy(wingtest.Prepared(t, dir, run.Options{}), slow, wingtest.AtRank(1)).Run(t.Context(), wingtest.NewMemory())
	if err != nil {
		t.Fatal(err)
	}
	if least := float64(wait / time.Millisecond); c.Retrieval.DurationMS < least || c.Retrieval.Reranks != 2 {
		t.Errorf("%v ms with %d reranks, want at least the %v of the retrieval", c.Retrieval.DurationMS, c.Retrieval.Reranks, least)
	}
}
