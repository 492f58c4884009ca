package postgres

import (
	"context"

	"github.com/rankduel/rankduel/retrieval"
)

// Kind lets experiments declare such databases, under the key postgres.
func Kind() retrieval.Kind {
	return retrieval.KindOf("postgres", func(s Settings) retrieval.Engine { return engine{s} })
}

type engine struct{ Settings }

// Inputs is empty: nothing is read from files.
func (engine) Inputs() []string { return nil }

// Identity returns the fingerprint.
func (e engine) Identity(context.Context, retrieval.Place) (string, error) { return e.Fingerprint() }

// State asks the database.
func (e engine) State(ctx context.Context, _ retrieval.Place) (string, error) {
	return ReadState(ctx, e.Settings)
}

// Open connects.
func (e engine) Open(ctx context.Context, _ retrieval.Place) (retrieval.Retriever, error) {
	return Open(ctx, e.Settings)
}
