package retrieval

import (
	"context"
	"errors"
)

// A Stater is an Engine that may be able to say in which state its index is: a
// number of changes, a hash, a date, any text that is another one when the index
// is. The state is part of the key of recordings, so that an engine in another
// state is another component.
type Stater interface {
	Engine
	// State asks for the state; "" when it was not declared how. An error that wraps
	// ErrNoState means that a way which no one asked for did not work: the engine is
	// used as one that has no state.
	State(ctx context.Context, at Place) (string, error)
}

// ErrNoState is wrapped by the error of a State that was tried unasked.
var ErrNoState = errors.New("the state of the index is not known")
