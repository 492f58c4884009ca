package experiment

import (
	"context"

	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/command"
	"github.com/rankduel/rankduel/retrieval/elastic"
	"github.com/rankduel/rankduel/retrieval/embedded"
	"github.com/rankduel/rankduel/retrieval/httpsearch"
	"github.com/rankduel/rankduel/retrieval/postgres"
)

// An engine is a source that answers when it is asked, as a component declares
// it: one for each folder below retrieval that has one.
type engine struct {
	kind        string   // its key in the experiment file
	inputs      []string // files that it reads, as they were written
	texts       bool     // it has the texts of its documents at hand: a retrieval.Texter
	validate    func() error
	fingerprint func(place) (string, error) // of all that fixes its rankings
	open        func(context.Context, place) (retrieval.Retriever, error)
}

// A place is where engines of one run are opened: what they share.
type place struct {
	resolve  func(path string) string // of the experiment file
	cacheDir string                   // for built indexes
	clients  *httpclient.Pool
}

// engines lists those that the component declares; a good one declares one,
// or a run file.
func (c *Component) engines() []engine {
	var list []engine
	if c.Embedded != nil {
		list = append(list, embeddedEngine(*c.Embedded))
	}
	if c.HTTP != nil {
		list = append(list, httpEngine(*c.HTTP))
	}
	if c.Elasticsearch != nil {
		list = append(list, elasticEngine("elasticsearch", *c.Elasticsearch))
	}
	if c.OpenSearch != nil {
		list = append(list, elasticEngine("opensearch", *c.OpenSearch))
	}
	if c.Postgres != nil {
		list = append(list, postgresEngine(*c.Postgres))
	}
	if c.Command != nil {
		list = append(list, commandEngine(*c.Command))
	}
	return list
}

// sourceKinds names what a component can be, for messages.
func sourceKinds() []string {
	return []string{"run", "embedded", "http", "elasticsearch", "opensearch", "postgres", "command"}
}

func embeddedEngine(s embedded.Settings) engine {
	at := func(p place) embedded.Settings {
		s := s
		s.Corpus, s.StopWords = p.resolve(s.Corpus), s.StopWords.Rebased(p.resolve)
		return s
	}
	return engine{
		kind: "embedded", inputs: []string{s.Corpus}, texts: true, validate: s.Validate,
		fingerprint: func(p place) (string, error) { return at(p).Fingerprint() },
		open: func(ctx context.Context, p place) (retrieval.Retriever, error) {
			return embedded.Open(ctx, at(p), p.cacheDir)
		},
	}
}

func httpEngine(s httpsearch.Settings) engine {
	return engine{
		kind: "http", validate: s.Validate,
		fingerprint: func(place) (string, error) { return s.Fingerprint() },
		open: func(_ context.Context, p place) (retrieval.Retriever, error) {
			return httpsearch.Open(s, p.clients)
		},
	}
}

func elasticEngine(kind string, s elastic.Settings) engine {
	return engine{
		kind: kind, validate: s.Validate,
		fingerprint: func(place) (string, error) { return s.Fingerprint() },
		open: func(_ context.Context, p place) (retrieval.Retriever, error) {
			return elastic.Open(s, p.clients)
		},
	}
}

func postgresEngine(s postgres.Settings) engine {
	return engine{
		kind: "postgres", validate: s.Validate,
		fingerprint: func(place) (string, error) { return s.Fingerprint() },
		open: func(ctx context.Context, _ place) (retrieval.Retriever, error) {
			return postgres.Open(ctx, s)
		},
	}
}

// commandEngine runs the program in the folder of the experiment, unless it
// says otherwise.
func commandEngine(s command.Settings) engine {
	return engine{
		kind: "command", inputs: s.Inputs, validate: s.Validate,
		fingerprint: func(p place) (string, error) { return s.Rebased(p.resolve).Fingerprint() },
		open: func(ctx context.Context, p place) (retrieval.Retriever, error) {
			return command.Open(ctx, s.Rebased(p.resolve))
		},
	}
}
