package sets

import (
	"context"
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/store/kebab"
)

// idsInKebab returns the look-ups of a store of kebab, which has documents and chunks
// as they are now.
func idsInKebab(ctx context.Context, path string) (documents, chunks func(string) bool, err error) {
	db, err := kebab.Open(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	corpus, err := db.Corpus(ctx)
	if err := errors.Join(err, db.Close()); err != nil {
		return nil, nil, err
	}
	if corpus == nil {
		return nil, nil, fmt.Errorf("store %s: it has no tables of documents and chunks to look ids up in", path)
	}
	has := func(id string) bool { _, ok := corpus.Chunks[id]; return ok }
	return func(id string) bool { return corpus.Documents[id] }, has, nil
}
