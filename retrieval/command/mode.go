package command

import (
	"context"
	"errors"

	"github.com/rankduel/rankduel/retrieval"
)

// A mode is a way to ask.
type mode interface {
	respond(ctx context.Context, q retrieval.Query, k int) (retrieval.Response, error)
	close() error
}

// errClosed answers queries after Close.
var errClosed = errors.New("command: the retriever is closed")
