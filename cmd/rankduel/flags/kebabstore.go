package flags

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/rankduel/rankduel/store/kebab"
)

// InKebab opens a store of kebab, and says when kebab wrote to it meanwhile.
func (s *Store) InKebab(ctx context.Context, do func(*kebab.DB) error) error {
	db, err := kebab.Open(ctx, s.Address, s.OnWait())
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w; name the store of kebab with --store FILE", err)
	}
	if err != nil {
		return err
	}
	err = do(db)
	return errors.Join(err, db.Close())
}
