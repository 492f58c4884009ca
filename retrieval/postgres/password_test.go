//go:build unix

package postgres_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/internal/pgtest"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/postgres"
)

// nasty is a password that breaks a connection string unless it is put in with care.
const nasty = `p@ss:w/o?r#d 'q"u\o&t%41e+=ä`

// passwords: the server checks them, and whatever goes wrong shows none.
func passwords(t *testing.T, server *pgtest.Server) {
	server.Exec(t, "CREATE ROLE keeper LOGIN PASSWORD '"+strings.ReplaceAll(nasty, "'", "''")+"'; GRANT SELECT ON pages TO keeper")
	rules := filepath.Join(server.Dir, "data", "pg_hba.conf")
	old, err := os.ReadFile(rules)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(rules, append([]byte("local all keeper scram-sha-256\n"), old...), 0o600); err != nil {
		t.Fatal(err)
	}
	server.Exec(t, "SELECT pg_reload_conf()")
	// A reload takes effect a moment later; until then keeper needs no password.
	waitUntil(t, func() bool {
		_, err := postgres.Open(t.Context(), postgres.Settings{DSN: server.DSNFor("keeper"), SQL: search})
		return err != nil
	})

	t.Setenv("PG_TEST_PASSWORD", nasty)
	t.Setenv("PG_TEST_WRONG", "wr0ng-Secret")
	t.Setenv("PG_TEST_SOCKET", server.Dir)
	t.Setenv("PG_TEST_DSN", server.DSNFor("keeper")+" password="+`'`+strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(nasty)+`'`)
	for _, s := range []postgres.Settings{
		{DSN: server.DSNFor("keeper") + " password=${PG_TEST_PASSWORD}"},
		{DSN: server.DSNFor("keeper") + " password = '${PG_TEST_PASSWORD}' connect_timeout=10"},
		{DSN: "postgres://keeper:${PG_TEST_PASSWORD}@/postgres?host=${PG_TEST_SOCKET}"},
		{DSN: "postgresql:///postgres?host=${PG_TEST_SOCKET}&user=keeper&password=${PG_TEST_PASSWORD}"},
		{DSN: "${PG_TEST_DSN}"},
		{DSNEnv: "PG_TEST_DSN"},
	} {
		s.SQL = search
		if _, err := open(t, s).Retrieve(t.Context(), retrieval.Query{Text: "sleep"}, 1); err != nil {
			t.Errorf("%s%s: %v", s.DSN, s.DSNEnv, err)
		}
	}
	for _, s := range []postgres.Settings{
		{DSN: "postgres://keeper:${PG_TEST_WRONG}@/postgres?host=${PG_TEST_SOCKET}"},
		{DSN: server.DSNFor("keeper") + " password=${PG_TEST_WRONG}"},
		// The database is called like the password, so the server says it.
		{DSN: server.DSNFor("test") + " password=${PG_TEST_WRONG} dbname=wr0ng-Secret"},
	} {
		s.SQL = search
		_, err := postgres.Open(t.Context(), s)
		if err == nil || strings.Contains(err.Error(), "wr0ng") || !strings.Contains(err.Error(), "SQLSTATE") {
			t.Errorf("%s: %v, want an error of the server that does not show the password", s.DSN, err)
		}
	}
}
