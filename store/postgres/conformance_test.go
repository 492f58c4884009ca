//go:build unix

package postgres_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/rankduel/rankduel/internal/pgtest"
	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/store/internal/tables"
	"github.com/rankduel/rankduel/store/postgres"
	"github.com/rankduel/rankduel/store/storetest"
)

func TestMain(m *testing.M) { storetest.Main(m) }

func TestConforms(t *testing.T) {
	server := pgtest.Start(t)
	schemas := 0
	name := func(t *testing.T) string {
		schemas++
		return newSchema(t, server, fmt.Sprintf("store%d", schemas))
	}
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, name(t), tables.Create) })
	storetest.Processes(t, name)

	here := func(t *testing.T) store.Store { return open(t, name(t), tables.Create) }
	file := func(t *testing.T) store.Store {
		s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "store.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	t.Run("from SQLite", func(t *testing.T) { storetest.Copies(t, file, here) })
	t.Run("to SQLite", func(t *testing.T) { storetest.Copies(t, here, file) })
	t.Run("Changed", func(t *testing.T) {
		storetest.Changed(t, here, func(t *testing.T, _ store.Store, statements string) {
			server.Exec(t, fmt.Sprintf("SET search_path = store%d; %s", schemas, statements))
		})
	})
}

// newSchema makes an empty schema and is the address of a store in it.
func newSchema(t testing.TB, server *pgtest.Server, name string) string {
	t.Helper()
	server.Exec(t, "CREATE SCHEMA "+name)
	return server.URL("search_path=" + name)
}

// open opens a store and closes it when the test ends.
func open(t testing.TB, dsn string, mode tables.Mode) *postgres.DB {
	t.Helper()
	db, err := postgres.Open(t.Context(), dsn, mode)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}
