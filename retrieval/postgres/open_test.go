//go:build unix

package postgres_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/internal/pgtest"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/postgres"
)

func openFaults(t *testing.T, server *pgtest.Server) {
	server.Exec(t, "CREATE ROLE guest LOGIN")
	for _, c := range []struct{ name, sql, want string }{
		{"syntax", "SELECT id, score\nFORM pages WHERE $1 <> ''", `syntax error at or near "pages" (SQLSTATE 42601, line 2, column 6 of sql)`},
		{"after letters of several bytes", "SELECT 'é東' AS id, nope AS score WHERE $1 <> ''", `column "nope" does not exist (SQLSTATE 42703, line 1, column 20 of sql): check the name of the column`},
		{"no table", "SELECT id, score FROM nowhere WHERE $1 <> ''", "SQLSTATE 42P01, line 1, column 23 of sql): check the name of the table and search_path"},
		{"two statements", "SELECT id, 1 AS score FROM pages WHERE $1 <> ''; DELETE FROM pages", "cannot insert multiple commands into a prepared statement (SQLSTATE 42601): it is one statement"},
		{"type unknown", "SELECT jsonb_build_object('q', $1) AS id, 1 AS score", "SQLSTATE 42P18): say which type the parameter has, such as $1::text"},
		{"three parameters", "SELECT $1 AS id, $2::int AS score WHERE $3 = ''", "sql has $3: there are only $1"},
		{"one column", "SELECT $1 AS id", "sql returns 1 columns: want id and score at least"},
		{"no rows at all", "DELETE FROM pages WHERE body = $1", "sql returns 0 columns"},
		{"score without id", "SELECT 'a' AS name, 1 AS score WHERE $1 <> ''", "has a column score and none called id: name it with AS id, or in columns; there are name, score"},
		{"id without score", "SELECT 'a' AS id, 1 AS rank WHERE $1 <> ''", "has a column id and none called score"},
		{"two ids", "SELECT 'a' AS id, 'b' AS id, 1 AS score WHERE $1 <> ''", "returns 2 columns called id: name the one that is the id with AS"},
		{"score is text", "SELECT 'a' AS id, '1' AS score WHERE $1 <> ''", "column score is the score and has type text: want a number, for example (score)::float8"},
		{"by position, the wrong way round", "SELECT 1, 'a' WHERE $1 <> ''", "column ?column? is the score and has type text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := postgres.Open(t.Context(), postgres.Settings{DSN: server.DSN(), SQL: c.sql})
			if err == nil || r != nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}

	t.Run("named columns that are not there", func(t *testing.T) {
		_, err := postgres.Open(t.Context(), postgres.Settings{
			DSN: server.DSN(), SQL: search, Columns: postgres.Columns{ID: "ID", Text: "content"},
		})
		for _, want := range []string{
			"columns: sql returns no column ID for the id; there are id, score, text, document",
			"columns: sql returns no column content for the text",
		} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %q", err, want)
			}
		}
	})

	t.Run("not allowed to read", func(t *testing.T) {
		_, err := asking(t, server.DSNFor("guest"), search)
		if want := "permission denied for table pages (SQLSTATE 42501): grant the user SELECT on what the SQL reads"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	})
	t.Run("no database, no role", func(t *testing.T) {
		for dsn, want := range map[string]string{
			strings.Replace(server.DSN(), "dbname=postgres", "dbname=nowhere", 1): "(SQLSTATE 3D000): check the database in dsn",
			server.DSNFor("nobody"): `role "nobody" does not exist (SQLSTATE 28000)`,
		} {
			_, err := postgres.Open(t.Context(), postgres.Settings{DSN: dsn, SQL: search})
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %q", err, want)
			}
		}
	})
}

// Whatever the SQL is, the database stays as it was.
func readOnly(t *testing.T, server *pgtest.Server) {
	server.Exec(t, `CREATE TABLE t (id text, score int); INSERT INTO t VALUES ('a', 1); CREATE SEQUENCE s;
		CREATE FUNCTION sneak(text) RETURNS int LANGUAGE plpgsql AS $$ BEGIN INSERT INTO t VALUES ($1, 2); RETURN 1; END $$`)
	for _, sql := range []string{
		"INSERT INTO t VALUES ($1, 2) RETURNING id, score",
		"UPDATE t SET score = 9 WHERE $1 <> '' RETURNING id, score",
		"WITH gone AS (DELETE FROM t RETURNING *) SELECT id, score FROM gone WHERE $1 <> ''",
		"SELECT 'a' AS id, sneak($1) AS score",
		"SELECT 'a' AS id, nextval('s') AS score WHERE $1 <> ''",
		"SELECT id, score FROM t WHERE $1 <> '' FOR UPDATE",
	} {
		hits, err := asking(t, server.DSN(), sql)
		if err == nil || !strings.Contains(err.Error(), "SQLSTATE 25006") || !strings.Contains(err.Error(), "may not change the database") {
			t.Errorf("%s: %v, %v, want SQLSTATE 25006", sql, hits, err)
		}
	}
	// A query that leaves the read-only transaction is not one that returns rows, and nothing it sets outlives it.
	if _, err := asking(t, server.DSN(), "SELECT set_config('transaction_read_only', 'off', false) AS id, sneak($1) AS score"); err == nil {
		t.Error("the transaction was made writable")
	}
	r := open(t, postgres.Settings{DSN: server.DSN(), SQL: `SELECT id, score FROM t WHERE $1 <> ''`, MaxConnections: 1})
	hits, err := r.Retrieve(t.Context(), retrieval.Query{Text: "x"}, 10)
	if diff := cmp.Diff([]retrieval.Hit{{ID: "a", Score: 1}}, hits); diff != "" || err != nil {
		t.Errorf("%v, want -, got +:\n%s", err, diff)
	}
}
