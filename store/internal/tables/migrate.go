package tables

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/pressly/goose/v3"
)

// migrationFiles are numbered by what their names begin with. Their types are TEXT, BIGINT, DOUBLE PRECISION, BLOB, and
// OPAQUE for text that may hold any bytes, such as an id of someone else's; a Dialect has its own for them.
//
//go:embed migrations/*.sql
var migrationFiles embed.FS

// latest is the version of the tables that this program writes: the number of the last migration.
const latest = 12

// Migrate brings the tables up to date. An up-to-date store costs nothing here. Several processes may
// do this to one store at once. Each migration is one transaction that also inserts its number, unique,
// into the version table: the second one is undone as a whole and goes on from the new version.
func (t *Tables) Migrate(ctx context.Context) error {
	for t.schema.version < latest {
		failed := t.db.Migrate(ctx, func(db *sql.DB) error { return t.applyMigrations(ctx, db) })
		before := t.schema.version
		if err := t.Inspect(ctx, Create); err != nil {
			return errors.Join(failed, err)
		}
		if failed != nil && t.schema.version == before {
			return fmt.Errorf("bring its tables from version %d to %d: %w", before, latest, failed)
		}
	}
	return nil
}

func (t *Tables) applyMigrations(ctx context.Context, db *sql.DB) error {
	if err := t.createVersionTable(context.WithoutCancel(ctx), db); err != nil {
		return err
	}
	migrations, err := t.migrations()
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(t.dialect.goose, db, nil,
		goose.WithTableName(versionTable),
		goose.WithDisableGlobalRegistry(true),
		goose.WithGoMigrations(migrations...))
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}

// createVersionTable makes goose's table with goose's columns; what goose
// would not do is to keep a version from being entered twice.
func (t *Tables) createVersionTable(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	if _, err := tx.ExecContext(ctx, t.dialect.versionTable); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO "+versionTable+" (version_id, is_applied) VALUES ($1, $2) ON CONFLICT (version_id) DO NOTHING", 0, true)
	if err != nil {
		return err
	}
	return tx.Commit()
}

// migrations returns those of the files and those in Go.
func (t *Tables) migrations() ([]*goose.Migration, error) {
	list := []*goose.Migration{
		goose.NewGoMigration(2, &goose.GoFunc{RunTx: t.addRunColumns}, nil),
		goose.NewGoMigration(10, &goose.GoFunc{RunTx: t.addDigests}, nil),
	}
	files, err := migrationFiles.ReadDir("migrations")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		content, err := migrationFiles.ReadFile(path.Join("migrations", f.Name()))
		if err != nil {
			return nil, err
		}
		number, _, _ := strings.Cut(f.Name(), "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("migration %s: %w", f.Name(), err)
		}
		statements := t.dialect.types.Replace(string(content))
		list = append(list, goose.NewGoMigration(version, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, statements)
			return err
		}}, nil))
	}
	return list, nil
}

// addRunColumns applies migration 2: it adds the columns of eval_runs that a store of kebab lacks, with what stands for
// "not known". It is written in Go because SQLite cannot add a column only if it is missing.
func (t *Tables) addRunColumns(ctx context.Context, tx *sql.Tx) error {
	have, err := t.columnsOf(ctx, tx, "eval_runs")
	if err != nil {
		return err
	}
	for _, c := range []struct{ name, absent string }{{"name", "''"}, {"profile", "''"}, {"test_set_json", "'{}'"}} {
		if have[c.name] {
			continue
		}
		column := t.dialect.types.Replace(c.name + " TEXT NOT NULL DEFAULT " + c.absent)
		if _, err := tx.ExecContext(ctx, "ALTER TABLE eval_runs ADD COLUMN "+column); err != nil {
			return err
		}
	}
	return nil
}

// addDigests applies migration 10: each row that is there is believed to be what was
// stored, from now on one without a digest is not.
func (t *Tables) addDigests(ctx context.Context, tx *sql.Tx) error {
	older, err := t.readerIn(ctx, tx)
	if err != nil {
		return err
	}
	older.within = tx
	for _, table := range transfers {
		for tr := table; tr != nil && tr.digested > 0; tr = tr.parts {
			column := t.dialect.types.Replace(digestColumn + " TEXT NOT NULL DEFAULT ''")
			if _, err := tx.ExecContext(ctx, "ALTER TABLE "+tr.table+" ADD COLUMN "+column); err != nil {
				return err
			}
		}
		if table.digested > 0 {
			if err := older.rewrite(ctx, tx, table); err != nil {
				return fmt.Errorf("digests of %s: %w", table.what, err)
			}
		}
	}
	return nil
}

// rewrite writes every unit of a table as it is read.
func (t reader) rewrite(ctx context.Context, tx *sql.Tx, tr *transfer) error {
	for from := row(nil); ; {
		rows, err := t.page(ctx, tr, from, false, pageRows)
		if err != nil || len(rows) == 0 {
			return err
		}
		units, err := t.units(ctx, tr, rows)
		if err != nil {
			return err
		}
		if err := t.put(ctx, ctx, tx, tr, rows, true); err != nil {
			return err
		}
		for _, u := range units {
			if tr.parts == nil {
				break
			}
			if err := t.put(ctx, ctx, tx, tr.parts, u.parts, true); err != nil {
				return err
			}
		}
		from = rows[len(rows)-1]
	}
}
