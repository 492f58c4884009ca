package integration_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval/kinds"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store"
)

// An engine that goes down while its queries are repeated stops the run as soon as one
// that goes down before: what was answered is kept, and the next run asks for the rest.
func TestLiveOutageWhileRepeating(t *testing.T) {
	t.Setenv("RANKDUEL_TEST_TOKEN", liveToken)
	engine := startEngine(t)
	proxy := startProxy(t, engine.addr())
	const queries, giveUp, concurrency = 80, 3, 2
	dir := live{queries: queries, settings: fmt.Sprintf("concurrency: %d\nrepeats: 3\ngive_up_after: %d", concurrency, giveUp), policy: "retries: 0"}.write(t, proxy.Addr())
	const answered = 2*queries + 10 // both components once, and some repetitions
	proxy.Inject(func(exchange int) proxyFault {
		if exchange > answered {
			return refusal(503, "")
		}
		return proxyFault{}
	})
	_, err := runLive(t.Context(), t, dir, "rankduel.db", run.Options{})
	var down *recording.UnavailableError
	if !errors.As(err, &down) || down.InARow != giveUp || !strings.Contains(err.Error(), "status 503") {
		t.Fatalf("%v, want an UnavailableError after %d calls", err, giveUp)
	}
	// Both components may miss some calls before one of them has missed enough.
	if got, most := proxy.Exchanges(), answered+2*giveUp-1+concurrency; got > most {
		t.Errorf("the engine that is down was asked %d times, want at most %d", got-answered, most-answered)
	}
	proxy.Inject(nil)
	run := mustRunLive(t, dir, "rankduel.db", run.Options{})
	// What was under way when the run was stopped is not recorded. A failure that came while
	// an answer was still under way is of its query.
	if r := run.Retrieval; r.Reused > answered+r.Failed || r.Reused <= answered-concurrency || r.Calls != 3*2*queries-r.Reused || r.Failed >= giveUp {
		t.Errorf("the next run found %d recorded, asked %d, %d failed, want %d, the rest, fewer than %d", r.Reused, r.Calls, r.Failed, answered, giveUp)
	}
}

// A repetition that fails is the failure of one run of its query, and is said to be.
func TestLiveFailureWhileRepeating(t *testing.T) {
	t.Setenv("RANKDUEL_TEST_TOKEN", liveToken)
	engine := startEngine(t)
	proxy := startProxy(t, engine.addr())
	const queries = 20
	dir := live{queries: queries, settings: "concurrency: 1\nrepeats: 2", policy: "retries: 1"}.write(t, proxy.Addr())
	proxy.Inject(func(exchange int) proxyFault {
		switch exchange - 2*queries { // of the repetitions
		case 5:
			return refusal(500, "")
		case 8:
			return says(200, "garbage")
		case 11: // and 12 is its retry
			return refusal(503, "")
		}
		return proxyFault{}
	})
	run := mustRunLive(t, dir, "rankduel.db", run.Options{})
	calls, retries, failed := 0, 0, 0
	for _, c := range run.Retrieval.Components {
		calls, retries, failed = calls+c.Calls, retries+c.Retries, failed+c.Failed
	}
	if calls != 4*queries || calls+retries != proxy.Exchanges() || failed != 2 {
		t.Errorf("%d calls, %d retries, %d failed; want %d calls, %d with retries as the engine saw, and the 2 that it refused", calls, retries, failed, 4*queries, proxy.Exchanges())
	}
	for _, f := range run.Retrieval.Failures {
		if f.Repeat != 1 {
			t.Errorf("%+v, want failures of the repetition", f)
		}
	}
	for _, health := range [][]result.Finding{run.Comparisons[0].Health} {
		text := fmt.Sprint(health)
		if !strings.Contains(text, "runs of 20 queries failed; a score is the mean of the others") {
			t.Errorf("health %v, want the runs that failed", health)
		}
	}
}

// A store that cannot keep answers stops the run: to go on asking would be for
// nothing.
func TestLiveStoreGone(t *testing.T) {
	t.Setenv("RANKDUEL_TEST_TOKEN", liveToken)
	engine := startEngine(t)
	const queries, concurrency, before = 200, 2, 30
	dir := live{queries: queries, settings: fmt.Sprintf("concurrency: %d", concurrency)}.write(t, engine.addr())
	db, err := store.Open(t.Context(), filepath.Join(dir, "rankduel.db"))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := plan.Load(filepath.Join(dir, "experiment.yaml"), kinds.All(nil)...)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	runner, err := run.Prepare(t.Context(), plan, run.Options{Progress: func(p run.Progress) {
		if asked = p.Done; asked == before {
			if err := db.Close(); err != nil {
				t.Error(err)
			}
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = runner.Run(t.Context(), db)
	var lost *result.StoreError
	if !errors.As(err, &lost) {
		t.Fatalf("%v, want a StoreError", err)
	}
	if asked == 2*queries {
		t.Errorf("all %d calls were made, although the store was gone after %d", asked, before)
	}
	t.Logf("%d calls after the store was gone: %v", asked-before, err)
}

// Anyone who interrupts a run because its engine is down loses nothing: what could
// not be asked is not a failure, and the next run asks it.
func TestLiveInterruptedOutage(t *testing.T) {
	t.Setenv("RANKDUEL_TEST_TOKEN", liveToken)
	engine := startEngine(t)
	proxy := startProxy(t, engine.addr())
	const queries, before = 20, 13
	dir := live{queries: queries, settings: "concurrency: 1\ngive_up_after: 10", policy: "retries: 0"}.write(t, proxy.Addr())
	proxy.Inject(func(exchange int) proxyFault {
		if exchange > before {
			return refusal(503, "")
		}
		return proxyFault{}
	})
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	_, err := runLive(ctx, t, dir, "rankduel.db", run.Options{Progress: func(p run.Progress) {
		if p.Done == before+4 {
			interrupt()
		}
	}})
	if want := fmt.Sprintf("interrupted after %d of %d", before, 2*queries); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), want) {
		t.Fatalf("%v, want %q", err, want)
	}
	proxy.Inject(nil)
	run := mustRunLive(t, dir, "rankduel.db", run.Options{})
	if r := run.Retrieval; r.Reused != before || r.Calls != 2*queries-before || r.Failed != 0 {
		t.Errorf("the next run found %d recorded, asked %d, %d failed, want %d, %d, 0", r.Reused, r.Calls, r.Failed, before, 2*queries-before)
	}
}
