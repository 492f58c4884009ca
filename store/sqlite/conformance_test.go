package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/rankduel/rankduel/store"
	"github.com/rankduel/rankduel/store/sqlite"
	"github.com/rankduel/rankduel/store/storetest"
)

func TestFileConforms(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store {
		return open(t, filepath.Join(t.TempDir(), "store.db"), sqlite.Create)
	})
}

func TestMemoryConforms(t *testing.T) {
	storetest.Run(t, func(t *testing.T) store.Store {
		return open(t, sqlite.Memory, sqlite.Create)
	})
}

func TestCopies(t *testing.T) {
	storetest.Copies(t, func(t *testing.T) store.Store {
		return open(t, filepath.Join(t.TempDir(), "from.db"), sqlite.Create)
	}, func(t *testing.T) store.Store {
		return open(t, filepath.Join(t.TempDir(), "to.db"), sqlite.Create)
	})
}

func TestChanged(t *testing.T) {
	storetest.Changed(t, func(t *testing.T) store.Store {
		return open(t, filepath.Join(t.TempDir(), "store.db"), sqlite.Create)
	}, func(t *testing.T, s store.Store, statements string) { execute(t, s.(*sqlite.DB).Name(), statements) })
}

// open opens a store and closes it when the test ends.
func open(t testing.TB, path string, mode sqlite.Mode) *sqlite.DB {
	t.Helper()
	db, err := sqlite.Open(t.Context(), path, mode)
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
