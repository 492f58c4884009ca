package tables_test

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/rankduel/rankduel/store/internal/tables"
	"github.com/rankduel/rankduel/store/sqlite"
)

// Every table is copied, in all its columns, or left on purpose.
func TestEveryTableIsCopiedOrLeft(t *testing.T) {
	path := filepath.Join(t.TempDir(), "store.db")
	d, err := sqlite.Open(t.Context(), path, sqlite.Create)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	rows, err := db.QueryContext(t.Context(), "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	seen := 0
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		seen++
		if !tables.Transferred(table, column) {
			t.Errorf("%s.%s is neither copied nor left on purpose: see transfer.go", table, column)
		}
	}
	if rows.Err() != nil || seen == 0 {
		t.Error(rows.Err(), seen)
	}
}
