package elastic

import (
	"context"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/httpsearch"
)

// Kinds lets experiments declare such engines, under the keys elasticsearch and opensearch, which speak
// alike. Engines that share a pool keep the rate limits of a host together; nil is a pool of their own.
func Kinds(pool *httpclient.Pool) []retrieval.Kind {
	if pool == nil {
		pool = httpclient.NewPool()
	}
	declared := func(s Settings) retrieval.Engine { return engine{s, pool} }
	return []retrieval.Kind{retrieval.KindOf("elasticsearch", declared), retrieval.KindOf("opensearch", declared)}
}

type engine struct {
	Settings
	pool *httpclient.Pool
}

// Inputs is empty: nothing is read from files.
func (engine) Inputs() []string { return nil }

// Identity returns the fingerprint.
func (e engine) Identity(context.Context, retrieval.Place) (string, error) { return e.Fingerprint() }

// State returns that of the index, by its statistics.
func (e engine) State(ctx context.Context, _ retrieval.Place) (string, error) {
	d, err := e.Declaration()
	if err != nil {
		return "", err
	}
	return httpsearch.ReadState(ctx, d, e.pool)
}

// Open makes a client; nothing is asked yet.
func (e engine) Open(context.Context, retrieval.Place) (retrieval.Retriever, error) {
	return Open(e.Settings, e.pool)
}
