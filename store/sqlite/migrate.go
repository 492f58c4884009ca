package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

// migrate brings the tables up to date. An up-to-date store costs nothing
// here: goose is not even set up.
//
// Several processes may do this to one file at once. Each migration is one
// immediate transaction that also inserts its number into the version table,
// where numbers are unique: whoever comes second is undone as a whole, sees
// that the version has moved on, and goes on from there.
func (d *DB) migrate(ctx context.Context) error {
	for d.schema.version < latest {
		failed := d.retry(ctx, func() error { return d.applyMigrations(ctx) })
		found, err := d.readSchema(ctx)
		if err != nil {
			return err
		}
		if failed != nil && found.version == d.schema.version {
			return fmt.Errorf("bring its tables from version %d to %d: %w", found.version, latest, failed)
		}
		d.schema = found
	}
	return nil
}

func (d *DB) applyMigrations(ctx context.Context) error {
	if err := d.transact(ctx, createVersionTable); err != nil {
		return err
	}
	p, err := newProvider(d.db)
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}

// createVersionTable makes goose's table with goose's columns; what goose
// would not do is to keep a version from being entered twice.
func createVersionTable(tx *sql.Tx) error {
	_, err := tx.Exec(`
CREATE TABLE IF NOT EXISTS ` + versionTable + ` (
    id         INTEGER PRIMARY KEY,
    version_id INTEGER NOT NULL UNIQUE,
    is_applied INTEGER NOT NULL,
    tstamp     TIMESTAMP DEFAULT (datetime('now'))
);
INSERT OR IGNORE INTO ` + versionTable + ` (version_id, is_applied) VALUES (0, 1);`)
	return err
}

func newProvider(db *sql.DB) (*goose.Provider, error) {
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		return nil, err
	}
	return goose.NewProvider(goose.DialectSQLite3, db, files,
		goose.WithTableName(versionTable),
		goose.WithDisableGlobalRegistry(true),
		goose.WithGoMigrations(goose.NewGoMigration(2, &goose.GoFunc{RunTx: addRunColumns}, nil)))
}

// ownColumns are the columns of eval_runs that a kebab store lacks, with what stands for "not
// known". Their defaults keep kebab able to insert its own rows.
var ownColumns = [...]ownColumn{
	{"name", "''"},
	{"profile", "''"},
	{"test_set_json", "'{}'"},
}

// addRunColumns is migration 2. It is written in Go because SQLite cannot add
// a column only if it is missing.
func addRunColumns(ctx context.Context, tx *sql.Tx) error {
	have, err := columnsOf(ctx, tx, "eval_runs")
	if err != nil {
		return err
	}
	for _, c := range ownColumns {
		if have[c.name] {
			continue
		}
		if _, err := tx.ExecContext(ctx, "ALTER TABLE eval_runs ADD COLUMN "+c.name+" TEXT NOT NULL DEFAULT "+c.absent); err != nil {
			return err
		}
	}
	return nil
}
