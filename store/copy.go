package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/store/internal/tables"
	"github.com/rankduel/rankduel/store/postgres"
	"github.com/rankduel/rankduel/store/sqlite"
)

// A Copying is how Copy copies.
type Copying = tables.Copying

// Copy adds to one store what another has and it lacks, byte for byte, and then reads both again. Of what
// both have and is not the same, to keeps its own, unless how says to replace it. What was copied before an
// error stays, and the same call goes on from there.
func Copy(ctx context.Context, to, from Store, how Copying) (*result.StoreCopy, error) {
	source, err := tablesOf(from)
	if err != nil {
		return nil, err
	}
	target, err := tablesOf(to)
	if err != nil {
		return nil, err
	}
	c := &result.StoreCopy{Schema: result.StoreCopySchema, From: source.Name(), To: target.Name(), Equal: true}
	if c.Tables, err = target.CopyFrom(ctx, source, how); err != nil {
		return c, fmt.Errorf("%w; what is copied stays, and the same again goes on from there", err)
	}
	for _, t := range c.Tables {
		c.Equal = c.Equal && t.Unequal == 0
	}
	return c, nil
}

func tablesOf(s Store) (*tables.Tables, error) {
	switch s := s.(type) {
	case *sqlite.DB:
		return s.Tables, nil
	case *postgres.DB:
		return s.Tables, nil
	}
	return nil, errors.New("store: it was not opened by this package")
}
