//go:build unix

package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/internal/pgtest"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/internal/adaptertest"
	"github.com/rankduel/rankduel/retrieval/postgres"
	"github.com/rankduel/rankduel/retrieval/retrievaltest"
)

// corpus is a full-text index over a few pages, in chunks.
const corpus = `
CREATE TABLE pages (id bigint PRIMARY KEY, page text NOT NULL, body text NOT NULL,
  words tsvector GENERATED ALWAYS AS (to_tsvector('english', body)) STORED);
CREATE INDEX pages_words ON pages USING gin (words);
INSERT INTO pages (id, page, body) VALUES
  (1, 'cats',  'Cats sleep for most of the day. A cat that does not sleep hunts.'),
  (2, 'dogs',  'Dogs sleep less than cats and bark more than they hunt.'),
  (3, 'birds', 'Birds sing in the morning.'),
  (4, 'birds', 'Some birds sleep on the wing, others hide from cats.'),
  (5, 'trees', 'Trees neither sleep nor bark, though they have bark.'),
  (6, 'cafés', 'A naïve visitor of a café in 東京 orders tea.');
INSERT INTO pages (id, page, body)
  SELECT n, 'filler', 'filler number ' || n || repeat(' again', (n % 7)::int) FROM generate_series(9007199254740990, 9007199254741049) AS n;
ANALYZE pages;`

const search = `
SELECT id, ts_rank_cd(words, query) AS score, body AS text, page AS document
FROM pages, websearch_to_tsquery('english', $1) AS query
WHERE words @@ query
ORDER BY score DESC, id
LIMIT $2`

// One server for all tests that leave it running: most of a start is initdb.
func TestPostgreSQL(t *testing.T) {
	server := pgtest.Start(t)
	server.Exec(t, corpus)
	for _, part := range []struct {
		name string
		test func(*testing.T, *pgtest.Server)
	}{
		{"full-text search", fullTextSearch},
		{"what is read from a row", whatIsReadFromARow},
		{"row faults", rowFaults},
		{"open faults", openFaults},
		{"read-only", readOnly},
		{"context ends mid-call", contextEndsMidCall},
		{"statement timeout", statementTimeout},
		{"closing", closing},
		{"state", states},
		{"passwords", passwords},
		{"faults", faults},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(t, server) })
	}
}

// faults are those of the suite that every adapter passes.
func faults(t *testing.T, server *pgtest.Server) {
	over := func(sql string) func(testing.TB) retrieval.Retriever {
		return func(tb testing.TB) retrieval.Retriever {
			return open(tb, postgres.Settings{DSN: server.DSN(), SQL: sql})
		}
	}
	const long = "repeat('x', 100000) AS text" // so that the first rows are on their way before the last
	retrievaltest.RunFaults(
		t, over(search), retrieval.Query{ID: "1", Text: "sleep"},
		retrievaltest.Fault{Name: "no match", Want: retrievaltest.Empty, Open: over(search + " OFFSET 1000")},
		retrievaltest.Fault{Name: "never answers", Want: retrievaltest.Hangs, Open: over(`SELECT 'a' AS id, 1 AS score FROM pg_sleep(60) WHERE $1 <> ''`)},
		retrievaltest.Fault{Name: "stops in the middle", Want: retrievaltest.Hangs, Open: over(
			`SELECT n AS id, -n AS score, ` + long + ` FROM generate_series(1, 20) AS n WHERE $1 <> '' AND (n < 10 OR pg_sleep(60) IS NOT NULL)`)},
		retrievaltest.Fault{Name: "fails in the middle", Want: retrievaltest.Fails, Open: over(
			`SELECT n AS id, 1.0 / (n - 10) AS score, ` + long + ` FROM generate_series(5, 20) AS n WHERE $1 <> ''`)},
		retrievaltest.Fault{Name: "malformed row", Want: retrievaltest.Fails, Open: over(`SELECT NULL AS id, 1 AS score WHERE $1 <> ''`)},
		retrievaltest.Fault{Name: "ends the session", Want: retrievaltest.Unavailable, Open: over(
			`SELECT 'a' AS id, 1 AS score WHERE $1 <> '' AND pg_terminate_backend(pg_backend_pid())`)},
		retrievaltest.Fault{Name: "ended the session before", Want: retrievaltest.Recovers, Open: func(tb testing.TB) retrieval.Retriever {
			r := open(tb, postgres.Settings{DSN: server.DSN() + " application_name=ended", SQL: search})
			server.Exec(tb, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ended'")
			return r
		}},
	)
}

func open(t testing.TB, s postgres.Settings) *postgres.Retriever {
	t.Helper()
	return adaptertest.Open(t, postgres.Open, s)
}

// asking runs one SQL for one query.
func asking(t *testing.T, dsn, sql string) ([]retrieval.Hit, error) {
	t.Helper()
	return open(t, postgres.Settings{DSN: dsn, SQL: sql}).Retrieve(t.Context(), retrieval.Query{Text: "x"}, 10)
}

func fullTextSearch(t *testing.T, server *pgtest.Server) {
	settings := postgres.Settings{DSN: server.DSN(), SQL: search}

	t.Run("suite", func(t *testing.T) {
		retrievaltest.Run(t, func(tb testing.TB) retrieval.Retriever { return open(tb, settings) },
			retrieval.Query{ID: "1", Text: "sleep"}, retrieval.Query{ID: "2", Text: "filler again"},
			retrieval.Query{ID: "3", Text: "birds or bark"}, retrieval.Query{ID: "4", Text: "東京"})
	})

	t.Run("ranking", func(t *testing.T) {
		response, err := open(t, settings).Respond(t.Context(), retrieval.Query{ID: "q", Text: "sleep -bark"}, 10)
		if err != nil {
			t.Fatal(err)
		}
		// Cover density of one word: 0.1, the weight of class D, for each time it occurs.
		// https://www.postgresql.org/docs/15/textsearch-controls.html#TEXTSEARCH-RANKING
		want := []retrieval.Hit{
			{ID: "1", Score: float64(float32(0.2)), Text: "Cats sleep for most of the day. A cat that does not sleep hunts.", Document: "cats"},
			{ID: "4", Score: float64(float32(0.1)), Text: "Some birds sleep on the wing, others hide from cats.", Document: "birds"},
		}
		if diff := cmp.Diff(want, response.Hits); diff != "" {
			t.Errorf("want -, got +:\n%s", diff)
		}
		if response.Attempts != 1 || response.Took <= 0 {
			t.Errorf("attempts %d, took %v", response.Attempts, response.Took)
		}
	})

	t.Run("connections are bounded", func(t *testing.T) {
		bounded := settings
		bounded.MaxConnections = 3
		bounded.DSN += " application_name=bounded" // the server may take a moment to part with those of other tests
		bounded.SQL = `SELECT pid AS id, 1 AS score FROM pg_stat_activity, pg_sleep(0.02) WHERE application_name = 'bounded' AND $1 <> ''`
		r := open(t, bounded)
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				hits, err := r.Retrieve(t.Context(), retrieval.Query{Text: "x"}, 100)
				if err != nil || len(hits) > bounded.MaxConnections {
					t.Errorf("%d connections, %v, want at most %d", len(hits), err, bounded.MaxConnections)
				}
			})
		}
		wg.Wait()
	})

	t.Run("closed", func(t *testing.T) {
		before := runtime.NumGoroutine()
		r, err := postgres.Open(t.Context(), settings)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := r.Close(); err != nil {
				t.Error(err)
			}
		}
		if hits, err := r.Retrieve(t.Context(), retrieval.Query{Text: "x"}, 1); err == nil || !strings.Contains(err.Error(), "closed") {
			t.Errorf("after Close: %v, %v", hits, err)
		}
		waitUntil(t, func() bool { return runtime.NumGoroutine() <= before })
	})
}

func BenchmarkRetrieve(b *testing.B) {
	server := pgtest.Start(b)
	server.Exec(b, corpus)
	r := open(b, postgres.Settings{DSN: server.DSN(), SQL: search})
	for b.Loop() {
		if _, err := r.Retrieve(b.Context(), retrieval.Query{Text: "filler again"}, 10); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleOpen() {
	ctx := context.Background()
	r, err := postgres.Open(ctx, postgres.Settings{
		DSN: "postgres://search:${SEARCH_PASSWORD}@localhost/wiki",
		SQL: `SELECT id, similarity(title, $1) AS score FROM pages ORDER BY score DESC, id LIMIT $2`,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	hits, err := r.Retrieve(ctx, retrieval.Query{ID: "1", Text: "sleeping cats"}, 10)
	fmt.Println(hits, errors.Join(err, r.Close()))
}
