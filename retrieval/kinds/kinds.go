// Package kinds is the one place that names all engines. A program that reads experiments hands the list to
// anyone who plans them; one that needs fewer hands over fewer, and links no other.
package kinds

import (
	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/command"
	"github.com/rankduel/rankduel/retrieval/elastic"
	"github.com/rankduel/rankduel/retrieval/embedded"
	"github.com/rankduel/rankduel/retrieval/httpsearch"
	"github.com/rankduel/rankduel/retrieval/postgres"
)

// A Pool is the HTTP clients of engines and rerankers. Those that share one keep the rate limits of a host
// together: hand it to [All], and to run.Options for the rerankers.
type Pool = httpclient.Pool

// NewPool returns an empty one.
func NewPool() *Pool { return httpclient.NewPool() }

// All returns the kinds of engines that experiments can declare, in the order in which messages name them.
// Those that speak HTTP share the pool; nil is one of each kind's own.
func All(pool *Pool) []retrieval.Kind {
	all := []retrieval.Kind{embedded.Kind(), httpsearch.Kind(pool)}
	all = append(all, elastic.Kinds(pool)...)
	return append(all, postgres.Kind(), command.Kind())
}
