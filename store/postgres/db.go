package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/rankduel/rankduel/store/internal/tables"
)

// openConnections bounds the connections of one program.
const openConnections = 8

// idleTime is how long a connection is kept that no one uses.
const idleTime = 5 * time.Minute

// A DB is an open store.
type DB struct {
	*tables.Tables
	server *server
}

// A server is where the tables are.
type server struct {
	address
	mode     tables.Mode
	db       *sql.DB
	opened   bool // it was there once: when it is gone, it is waited for
	patience tables.Patience
}

// Open opens the store in the database at the address dsn. It refuses a database with tables of another program and a
// store of a newer version of this one. A database without any table, where one may not be made, gives an error
// wrapping fs.ErrNotExist; a server that is not there one wrapping tables.ErrUnreachable.
func Open(ctx context.Context, dsn string, mode tables.Mode, opts ...tables.Option) (*DB, error) {
	a, err := parse(dsn)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	d := &DB{server: &server{address: a, mode: mode}}
	for _, opt := range opts {
		opt(&d.server.patience)
	}
	if d.Tables, err = tables.New(d.server, tables.PostgreSQL()); err != nil {
		return nil, err
	}
	if err := d.connect(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("store %s: %w", a.name, d.server.Explain(err)), d.Close())
	}
	return d, nil
}

func (d *DB) connect(ctx context.Context) error {
	s := d.server
	s.db = stdlib.OpenDB(*s.config, stdlib.OptionAfterConnect(checkEncoding))
	s.db.SetMaxOpenConns(openConnections)
	s.db.SetMaxIdleConns(openConnections)
	s.db.SetConnMaxIdleTime(idleTime)
	err := d.Inspect(ctx, tables.Existing)
	switch {
	case errors.Is(err, tables.ErrEmpty):
		err = s.mayBeCreated(ctx)
	case errors.Is(err, tables.ErrForeign): // no kebab keeps its runs in PostgreSQL
		err = errOthers
	case errors.Is(err, tables.ErrOther):
		err = fmt.Errorf("%w; %s", err, elsewhere)
	}
	if err != nil {
		return err
	}
	s.opened = true
	if s.mode == tables.ReadOnly {
		return nil
	}
	return d.Migrate(ctx)
}

// checkEncoding refuses a database that cannot hold every text.
func checkEncoding(_ context.Context, c *pgx.Conn) error {
	if encoding := c.PgConn().ParameterStatus("server_encoding"); encoding != "UTF8" {
		return fmt.Errorf("its encoding is %s, want UTF8: make one with `createdb --encoding=UTF8 --template=template0`", encoding)
	}
	return nil
}

// mayBeCreated refuses to make tables where there are none, or says why none
// could be made: before anything is measured that could not be kept.
func (s *server) mayBeCreated(ctx context.Context) error {
	absent := fmt.Errorf("nothing has been stored there: %w", fs.ErrNotExist)
	if s.mode == tables.ReadOnly {
		return absent
	}
	var schema, user string
	var may bool
	row := s.db.QueryRowContext(ctx, "SELECT coalesce(current_schema(), ''), current_user, coalesce(has_schema_privilege(current_schema(), 'CREATE'), false)")
	if err := row.Scan(&schema, &user, &may); err != nil {
		return err
	}
	switch {
	case schema == "":
		return errNoSchema
	case !may:
		return fmt.Errorf("user %s may not make tables in schema %s: GRANT CREATE ON SCHEMA %s TO %s, or give another schema with ?search_path=", user, schema, schema, user)
	case s.mode == tables.Existing:
		return absent
	}
	return nil
}

// Close closes the store.
func (d *DB) Close() error {
	var err error
	if d.server.db != nil {
		err = d.server.db.Close()
	}
	if err := errors.Join(err, d.Release()); err != nil {
		return fmt.Errorf("close store %s: %w", d.server.name, d.server.Explain(err))
	}
	return nil
}

// Name implements tables.Database.
func (s *server) Name() string { return s.name }
