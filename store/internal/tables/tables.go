// Package tables is what the stores of this program have in common: which tables there are, every statement
// on them, and how rankings and answers are written in them. A store adds how its database is opened, read,
// written and waited for (Database) and where its SQL is another (Dialect).
//
// A new table is one migration and one file of methods on Tables here, which every store then has.
package tables

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store/internal/hitblob"
)

// A Mode says what may be done to a store.
type Mode int

// The modes of opening one.
const (
	Create   Mode = iota // create what is absent, bring its tables up to date
	Existing             // the same, but a store that is absent is an error
	ReadOnly             // change nothing, not even the tables of an older store
)

// A Database is the place of the tables.
type Database interface {
	// Name says which it is, without a secret.
	Name() string
	// Explain says in people's words what an error of the database means; nil stays nil.
	Explain(err error) error
	// Read runs look, whose statements all see one state of the tables.
	Read(ctx context.Context, look func(q Querier) error) error
	// Write runs change in one transaction, of which all is kept or nothing. Statements get the context
	// during; between them change looks at ctx. It may run again when the database was busy.
	Write(ctx context.Context, change func(during context.Context, tx *sql.Tx) error) error
	// Migrate runs apply while no other process does, on the database as it is.
	Migrate(ctx context.Context, apply func(db *sql.DB) error) error
}

// Tables are those of one store.
type Tables struct {
	db      Database
	dialect Dialect
	codec   *hitblob.Codec
	schema  schema // what was found, or made
}

var (
	_ result.Recorder = (*Tables)(nil)
	_ result.Archive  = (*Tables)(nil)
)

// New returns the tables of a database that is not looked at yet: Inspect does.
func New(db Database, dialect Dialect) (*Tables, error) {
	codec, err := hitblob.NewCodec()
	if err != nil {
		return nil, err
	}
	return &Tables{db: db, dialect: dialect, codec: codec}, nil
}

// Release frees what reading and writing took; the database stays open.
func (t *Tables) Release() error { return t.codec.Close() }

// Name says which store it is, without a secret.
func (t *Tables) Name() string { return t.db.Name() }

// wrap says which store and what was being done in it; nil stays nil.
func (t *Tables) wrap(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("store %s: %s: %w", t.db.Name(), fmt.Sprintf(format, args...), t.db.Explain(err))
}
