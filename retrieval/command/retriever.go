package command

import (
	"context"
	"errors"

	"github.com/rankduel/rankduel/internal/secrets"
	"github.com/rankduel/rankduel/retrieval"
)

// A Retriever asks a program. It is safe for concurrent use. It has to be closed, or its processes go on until this one
// ends.
type Retriever struct {
	mode    mode
	secrets *secrets.Set
	loading int
}

var (
	_ retrieval.Responder = (*Retriever)(nil)
	_ retrieval.Loader    = (*Retriever)(nil)
	_ mode                = (*lines)(nil)
	_ mode                = (*once)(nil)
)

// Open finds the program. In mode lines it starts it, and waits until it is ready if start_timeout is set.
func Open(ctx context.Context, s Settings) (*Retriever, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	s = s.resolved()
	p, err := s.program()
	if err != nil {
		return nil, err
	}
	if s.Mode == Once {
		o, err := openOnce(p, s)
		if err != nil {
			return nil, err
		}
		return &Retriever{mode: o, secrets: p.secrets}, nil
	}
	l, err := openLines(ctx, p, s)
	if err != nil {
		return nil, err
	}
	r := &Retriever{mode: l, secrets: p.secrets}
	if s.StartTimeout == 0 {
		r.loading = s.Instances
	}
	return r, nil
}

// Loading returns a query for each process that does not say when it is ready.
func (r *Retriever) Loading() int { return r.loading }

// Retrieve asks the program for the hits of one query.
func (r *Retriever) Retrieve(ctx context.Context, q retrieval.Query, k int) ([]retrieval.Hit, error) {
	response, err := r.Respond(ctx, q, k)
	return response.Hits, err
}

// Respond returns Retrieve with the answer that the program may have written, and the time from the request to the response:
// waiting for a process is not in it. In mode once that is the life of the process.
func (r *Retriever) Respond(ctx context.Context, q retrieval.Query, k int) (retrieval.Response, error) {
	if err := ctx.Err(); err != nil {
		return retrieval.Response{}, err
	}
	if k < 1 {
		return retrieval.Response{}, nil
	}
	response, err := r.mode.respond(ctx, q, k)
	if err != nil {
		return retrieval.Response{Attempts: response.Attempts}, r.secrets.RedactError(err)
	}
	return response, nil
}

// Close ends the program and what it has started, and returns when they are gone. A program in mode lines has a second to
// end by itself after its standard input is closed. Queries that are running get an error.
func (r *Retriever) Close() error { return r.mode.close() }

// A mode is a way to ask.
type mode interface {
	respond(ctx context.Context, q retrieval.Query, k int) (retrieval.Response, error)
	close() error
}

// errClosed answers queries after Close.
var errClosed = errors.New("command: the retriever is closed")
