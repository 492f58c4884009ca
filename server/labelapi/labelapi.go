// Package labelapi has the operations about labels: what there is to label, the question that someone is to
// answer, and their answer. Who they are is the name of their token.
package labelapi

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/rankduel/rankduel/server/access"
	"github.com/rankduel/rankduel/server/labels"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/wire"
)

// mostBody bounds an answer, in bytes.
const mostBody = 64 << 10

// A Config is what the operations work on.
type Config struct {
	Labels *labels.Labels
	Log    *slog.Logger // of what clients are not told
}

// A taskName names a task.
type taskName struct {
	Task string `path:"task" maxLength:"300" doc:"name of the task: that of its folder"`
}

// An answered request brings an answer.
type answered struct {
	Task string `path:"task" maxLength:"300" doc:"name of the task: that of its folder"`
	Body wire.Answer
}

// A listAnswer is what there is to label.
type listAnswer struct {
	Body struct {
		Person string         `json:"person" doc:"the name of the token, by which labels are kept; empty without one"`
		Tasks  []labels.State `json:"tasks"`
	}
}

// A questionAnswer is what is to be answered.
type questionAnswer struct {
	Body *wire.Question
}

// Mount adds the operations to an API.
func Mount(to huma.API, cfg Config) {
	huma.Register(to, huma.Operation{
		OperationID: "list-labels", Method: http.MethodGet, Path: "/v1/labels",
		Summary: "What there is to label, and how far everybody is",
	}, cfg.list)
	for _, a := range []struct {
		what       labels.Activity
		ask, reply string
	}{
		{labels.Labelling, "The document that you are to grade next", "Grade it, put it off, or take the last answer back; answered when it is on the disk, with the next one"},
		{labels.Adjudication, "The document whose labels differ that you are to decide next", "Decide it; answered when it is on the disk, with the next one"},
	} {
		path := "/v1/labels/{task}/" + string(a.what)
		huma.Register(to, huma.Operation{OperationID: "ask-" + string(a.what), Method: http.MethodGet, Path: path, Summary: a.ask},
			func(ctx context.Context, in *taskName) (*questionAnswer, error) {
				return cfg.question(ctx, func(person string) (*wire.Question, error) {
					return cfg.Labels.Ask(in.Task, a.what, person)
				})
			})
		huma.Register(to, huma.Operation{OperationID: "answer-" + string(a.what), Method: http.MethodPost, Path: path, Summary: a.reply, MaxBodyBytes: mostBody},
			func(ctx context.Context, in *answered) (*questionAnswer, error) {
				return cfg.question(ctx, func(person string) (*wire.Question, error) {
					return cfg.Labels.Answer(in.Task, a.what, person, in.Body)
				})
			})
	}
}

func (c Config) list(ctx context.Context, _ *struct{}) (*listAnswer, error) {
	out := &listAnswer{}
	if who := access.Actor(ctx); who.Known {
		out.Body.Person = who.Name
	}
	var err error
	if out.Body.Tasks, err = c.Labels.States(out.Body.Person); err != nil {
		c.Log.ErrorContext(ctx, "labels", "error", err)
	}
	return out, nil
}

// question does something in the name of anyone who asks.
func (c Config) question(ctx context.Context, do func(person string) (*wire.Question, error)) (*questionAnswer, error) {
	who := access.Actor(ctx)
	if !who.Known {
		return nil, huma.Error403Forbidden("labels are kept by the name of a token, and there is none; `rankduel token add ada --scope label` makes one for ada")
	}
	q, err := do(who.Name)
	var refusal *wire.Refusal
	switch {
	case err == nil:
		return &questionAnswer{q}, nil
	case errors.As(err, &refusal):
		return nil, refusal
	case errors.Is(err, labels.ErrNoTask):
		return nil, huma.Error404NotFound(err.Error())
	case errors.Is(err, labels.ErrNotYours):
		return nil, huma.Error403Forbidden(err.Error())
	case errors.Is(err, labels.ErrNotNow):
		return nil, huma.Error409Conflict(err.Error())
	}
	c.Log.ErrorContext(ctx, "labels", "error", err)
	if errors.Is(err, label.ErrNotKept) {
		return nil, huma.Error500InternalServerError("it could not be written, and nothing was kept; the server's log says why")
	}
	return nil, huma.Error500InternalServerError("the labels of this task could not be read; the server's log says why")
}
