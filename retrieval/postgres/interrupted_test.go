//go:build unix

package postgres_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/internal/pgtest"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/postgres"
)

func contextEndsMidCall(t *testing.T, server *pgtest.Server) {
	r := open(t, postgres.Settings{
		DSN: server.DSN(), SQL: `SELECT 'a' AS id, 1 AS score FROM pg_sleep($1::float8)`, MaxConnections: 2,
	})
	ask := func(ctx context.Context, seconds string) error {
		hits, err := r.Retrieve(ctx, retrieval.Query{Text: seconds}, 1)
		if (err == nil) != (len(hits) == 1) {
			t.Errorf("%d hits and error %v", len(hits), err)
		}
		return err
	}
	// How many queries sleep at the server.
	running := open(t, postgres.Settings{
		DSN: server.DSN(), SQL: `SELECT pid AS id, 1 AS score FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND $1 <> ''`,
	})
	asleep := func(want int) func() bool {
		return func() bool {
			hits, err := running.Retrieve(t.Context(), retrieval.Query{Text: "x"}, 10)
			if err != nil {
				t.Fatal(err)
			}
			return len(hits) == want
		}
	}
	start := time.Now()
	expiring, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := ask(expiring, "60"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("deadline: %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if err := ask(cancelled, "60"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	// The server does not go on with what no one waits for.
	waitUntil(t, asleep(0))

	// Both connections are taken: a third query waits, and its context ends while it does.
	taken, leave := context.WithCancel(t.Context())
	defer leave()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if err := ask(taken, "60"); !errors.Is(err, context.Canceled) {
				t.Errorf("cancelled while another one waited: %v", err)
			}
		})
	}
	waitUntil(t, asleep(2))
	waiting, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := ask(waiting, "0"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting for a connection: %v", err)
	}
	leave()
	wg.Wait()
	if took := time.Since(start); took > 50*time.Second { // less than one query
		t.Errorf("took %v", took)
	}
	if err := ask(t.Context(), "0"); err != nil {
		t.Errorf("afterwards: %v", err)
	}
	waitUntil(t, asleep(0))
}

// waitUntil asks again and again, for about forty seconds: a busy machine is
// slow to end a query, yet none would have ended by itself.
func waitUntil(t *testing.T, done func() bool) {
	t.Helper()
	for wait := 10 * time.Millisecond; !done(); wait *= 2 {
		if wait > 20*time.Second {
			t.Fatal("waited for forty seconds in vain")
		}
		time.Sleep(wait)
	}
}

func statementTimeout(t *testing.T, server *pgtest.Server) {
	r := open(t, postgres.Settings{
		DSN: server.DSN(), SQL: `SELECT setting AS id, setting::int AS score FROM pg_settings WHERE name = 'statement_timeout' AND $1 <> ''`, MaxConnections: 1,
	})
	timeout := func(ctx context.Context) float64 {
		hits, err := r.Retrieve(ctx, retrieval.Query{Text: "x"}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return hits[0].Score
	}
	bounded, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	// 30 s that are left, and one more.
	if got := timeout(bounded); got <= 20_000 || got > 31_000 {
		t.Errorf("statement_timeout = %v ms, want what is left of 30 s and a second", got)
	}
	if got := timeout(context.WithoutCancel(t.Context())); got != 0 {
		t.Errorf("statement_timeout = %v ms without a deadline, want 0, which is none", got)
	}

	// A limit of the server is not the end of the caller's context.
	limited := open(t, postgres.Settings{
		DSN: server.DSN() + " options='-c statement_timeout=50'", SQL: `SELECT 'a' AS id, 1 AS score FROM pg_sleep(60) WHERE $1 <> ''`,
	})
	_, err := limited.Retrieve(context.WithoutCancel(t.Context()), retrieval.Query{Text: "x"}, 1)
	if err == nil || !strings.Contains(err.Error(), "SQLSTATE 57014") || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want SQLSTATE 57014", err)
	}
}

func TestServerKilledMidRun(t *testing.T) {
	server := pgtest.Start(t)
	r := open(t, postgres.Settings{DSN: server.DSN(), SQL: `SELECT 'a' AS id, 1 AS score FROM pg_sleep($1::float8)`})
	ask := func(seconds string) error {
		_, err := r.Retrieve(t.Context(), retrieval.Query{Text: seconds}, 1)
		return err
	}
	if err := ask("0"); err != nil {
		t.Fatal(err)
	}
	const callers = 4
	errs := make(chan error, callers)
	for range callers {
		go func() { errs <- ask("60") }()
	}
	time.Sleep(200 * time.Millisecond)
	server.Kill(t)
	for range callers {
		if err := <-errs; !errors.Is(err, retrieval.ErrUnavailable) {
			t.Errorf("killed in the middle: %v, want ErrUnavailable", err)
		}
	}
	if err := ask("0"); !errors.Is(err, retrieval.ErrUnavailable) {
		t.Errorf("down: %v, want ErrUnavailable", err)
	}
	if _, err := postgres.Open(t.Context(), postgres.Settings{DSN: server.DSN(), SQL: search}); !errors.Is(err, retrieval.ErrUnavailable) {
		t.Errorf("open: %v, want ErrUnavailable", err)
	}
	server.Launch(t)
	if err := ask("0"); err != nil {
		t.Errorf("up again: %v", err)
	}
	// Now the connections are kept while the server goes down and comes up: no one notices.
	server.Kill(t)
	server.Launch(t)
	response, err := r.Respond(t.Context(), retrieval.Query{Text: "0"}, 1)
	if err != nil || response.Attempts != 2 {
		t.Errorf("after a restart: %d attempts, %v, want 2", response.Attempts, err)
	}
	// The same with several connections: no one is handed two dead ones.
	together := func() {
		var wg sync.WaitGroup
		for range callers {
			wg.Go(func() {
				if response, err := r.Respond(t.Context(), retrieval.Query{Text: "0.2"}, 1); err != nil || response.Attempts > 2 {
					t.Errorf("together: %d attempts, %v", response.Attempts, err)
				}
			})
		}
		wg.Wait()
	}
	together()
	server.Kill(t)
	server.Launch(t)
	together()
}

// Close lets a running query end, and answers no other.
func closing(t *testing.T, server *pgtest.Server) {
	r := open(t, postgres.Settings{DSN: server.DSN() + " application_name=closing", SQL: `SELECT 'a' AS id, 1 AS score FROM pg_sleep($1::float8)`})
	watch := open(t, postgres.Settings{
		DSN: server.DSN(), SQL: `SELECT pid AS id, 1 AS score FROM pg_stat_activity WHERE application_name = 'closing' AND wait_event = $1`,
	})
	answered := make(chan error, 1)
	go func() {
		_, err := r.Retrieve(t.Context(), retrieval.Query{Text: "0.5"}, 1)
		answered <- err
	}()
	waitUntil(t, func() bool {
		hits, err := watch.Retrieve(t.Context(), retrieval.Query{Text: "PgSleep"}, 1)
		if err != nil {
			t.Fatal(err)
		}
		return len(hits) == 1
	})
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	select {
	case err := <-answered:
		if err != nil {
			t.Errorf("the running query: %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("Close came back, and the query runs on")
	}
	if _, err := r.Retrieve(t.Context(), retrieval.Query{Text: "0"}, 1); err == nil || !strings.Contains(err.Error(), "postgres: the retriever is closed") {
		t.Errorf("after Close: %v", err)
	}
}
