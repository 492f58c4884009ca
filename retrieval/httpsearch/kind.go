package httpsearch

import (
	"context"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
)

// Kind lets experiments declare such engines, under the key http. Engines that share a pool keep the rate
// limits of a host together; nil is a pool of their own.
func Kind(pool *httpclient.Pool) retrieval.Kind {
	if pool == nil {
		pool = httpclient.NewPool()
	}
	return retrieval.KindOf("http", func(s Settings) retrieval.Engine { return engine{s, pool} })
}

type engine struct {
	Settings
	pool *httpclient.Pool
}

// Inputs is empty: nothing is read from files.
func (engine) Inputs() []string { return nil }

// Identity returns the fingerprint.
func (e engine) Identity(context.Context, retrieval.Place) (string, error) { return e.Fingerprint() }

// State asks the engine, where the declaration says how.
func (e engine) State(ctx context.Context, _ retrieval.Place) (string, error) {
	return ReadState(ctx, e.Settings, e.pool)
}

// Open makes a client; nothing is asked yet.
func (e engine) Open(context.Context, retrieval.Place) (retrieval.Retriever, error) {
	return Open(e.Settings, e.pool)
}
