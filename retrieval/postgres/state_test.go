package postgres_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/internal/pgtest"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/postgres"
)

// The state is another one after a change to a table that the statement reads, and only then. PostgreSQL publishes
// its counts a second after the change at the latest.
func states(t *testing.T, server *pgtest.Server) {
	server.Exec(t, "CREATE TABLE shelf (id int, body text); CREATE TABLE other (id int); INSERT INTO shelf VALUES (1, 'one')")
	settings := postgres.Settings{DSN: server.DSN(), SQL: "SELECT id, 1 AS score FROM shelf WHERE body = $1 LIMIT $2"}
	state := func(s postgres.Settings) string {
		t.Helper()
		got, err := postgres.ReadState(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	settled := func() string {
		t.Helper()
		last := state(settings)
		for quiet := 0; quiet < 3; quiet++ {
			time.Sleep(500 * time.Millisecond)
			if now := state(settings); now != last {
				last, quiet = now, 0
			}
		}
		return last
	}
	before := settled()
	server.Exec(t, "INSERT INTO other VALUES (1)")
	if after := settled(); after != before {
		t.Errorf("another table changed the state: %q, before %q", after, before)
	}
	server.Exec(t, "UPDATE shelf SET body = 'two'")
	changed := settled()
	if changed == before {
		t.Errorf("an update did not change the state %q", before)
	}
	server.Exec(t, "TRUNCATE shelf")
	if after := settled(); after == changed {
		t.Errorf("TRUNCATE did not change the state %q", changed)
	}

	settings.State = "SELECT count(*) FROM other"
	if got := state(settings); got != "\"1\",\n" {
		t.Errorf("state of a statement %q, want one row of 1", got)
	}
	settings.State = postgres.NoState
	if got := state(settings); got != "" {
		t.Errorf("state none: %q", got)
	}
	settings.State = "SELECT 1 WHERE false"
	if _, err := postgres.ReadState(t.Context(), settings); err == nil || !strings.Contains(err.Error(), "gave no row") || errors.Is(err, retrieval.ErrNoState) {
		t.Errorf("no row: %v", err)
	}
	settings.State = "DELETE FROM other"
	if _, err := postgres.ReadState(t.Context(), settings); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("a statement that writes: %v", err)
	}
	tableless := postgres.Settings{DSN: server.DSN(), SQL: "SELECT $1::text AS id, 1 AS score"}
	if _, err := postgres.ReadState(t.Context(), tableless); !errors.Is(err, retrieval.ErrNoState) {
		t.Errorf("a statement without a table: %v, want ErrNoState", err)
	}
}
