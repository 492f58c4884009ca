// Package api is what a server can be asked over HTTP: a file for each resource, described in OpenAPI 3.1
// at /openapi.json. An operation reads the request, calls what the command of the same name calls, and
// answers with the same document. It decides about no access and no limits; package server does, around it.
package api

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server/experiments"
	"github.com/rankduel/rankduel/server/jobs"
	"github.com/rankduel/rankduel/server/labels"
	"github.com/rankduel/rankduel/server/system"
)

// A Store is what the operations read.
type Store interface {
	result.Archive
	// Resolve returns the id of the run that the start of one names.
	Resolve(ctx context.Context, prefix string) (string, error)
	// JobComparison returns what a job compared, where its runs do not show it.
	JobComparison(ctx context.Context, id string) (json.RawMessage, error)
	// Tokens are those that may ask.
	Tokens(ctx context.Context) ([]result.Token, error)
}

// A Config is what the operations work on.
type Config struct {
	System  *system.System
	Store   Store
	Log     *slog.Logger // of what clients are not told
	Version string       // of the program
	Program string       // what computes documents, for their provenance
	Limits  Limits

	// Jobs and Experiments are for what is done later; nil where no jobs are taken.
	Jobs        *jobs.Queue
	Experiments *experiments.Experiments

	// Labels are what people label; nil where nothing is.
	Labels *labels.Labels

	// Ready says why the server cannot answer, nil when it can.
	Ready func(ctx context.Context) error
}

// Limits bound what one request may ask for. The zero value has the defaults.
type Limits struct {
	Queries int           // of an uploaded test set; 0 means 10,000
	Running int           // evaluations at once; 0 means 2
	Waiting int           // evaluations that wait for one of those to end; 0 means 64
	Time    time.Duration // of one evaluation; 0 means 5 minutes
}

func (l Limits) withDefaults() Limits {
	l.Queries, l.Running, l.Waiting = cmp.Or(l.Queries, 10_000), cmp.Or(l.Running, 2), cmp.Or(l.Waiting, 64)
	l.Time = cmp.Or(l.Time, 5*time.Minute)
	return l
}

// an api is the operations with what they share.
type operations struct {
	Config
	huma.API
	turns *turns
	pages *pages
}

// withoutValues takes out of a problem what the client had sent.
func withoutValues(_ huma.Context, _ string, v any) (any, error) {
	if p, ok := v.(*huma.ErrorModel); ok {
		for _, d := range p.Errors {
			d.Value = nil
		}
	}
	return v, nil
}

// public marks an operation that needs no token; package server lets it through.
func public() []map[string][]string { return []map[string][]string{} }

// A written answer is a JSON document that reports has written.
type written struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

func (o *operations) document(ctx context.Context, write func(io.Writer) error) (*written, error) {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return nil, o.problem(ctx, err)
	}
	return &written{"application/json", b.Bytes()}, nil
}

// documents describes an operation that answers with a document of a schema.
func documents(op huma.Operation, schema string) huma.Operation {
	op.Responses = map[string]*huma.Response{"200": {
		Description: schema,
		Content:     map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{Type: huma.TypeObject, Description: "a document of schema " + schema + "; see schemas/ in the repository"}}},
	}}
	return op
}
