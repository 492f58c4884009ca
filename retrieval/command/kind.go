package command

import (
	"context"

	"github.com/rankduel/rankduel/retrieval"
)

// Kind lets experiments declare such programs, under the key command. They run
// in the folder of the experiment, unless their settings say otherwise.
func Kind() retrieval.Kind {
	return retrieval.KindOf("command", func(s Settings) retrieval.Engine { return engine{s} })
}

type engine struct{ Settings }

// Inputs returns the files that are declared to fix what the program answers.
func (e engine) Inputs() []string { return e.Settings.Inputs }

// Identity returns the fingerprint with paths from the working folder.
func (e engine) Identity(ctx context.Context, p retrieval.Place) (string, error) {
	return e.Rebased(p.Resolve).identity(ctx, p)
}

// State returns what the program that tells it prints.
func (e engine) State(ctx context.Context, p retrieval.Place) (string, error) {
	return e.Rebased(p.Resolve).ReadState(ctx)
}

// Open finds the program, and starts it where it keeps running.
func (e engine) Open(ctx context.Context, p retrieval.Place) (retrieval.Retriever, error) {
	return Open(ctx, e.Rebased(p.Resolve))
}
