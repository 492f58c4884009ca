package jobapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server/jobs"
)

// mostStreams bounds how many watch jobs at once: each holds a connection.
const mostStreams = 256

// streamWrite is how long a watcher may take to take one event.
const streamWrite = 10 * time.Second

// lastEvent is the id of the event after which nothing comes. A client that begins
// again from there is told so by 204, at which browsers stop asking.
const lastEvent = "end"

// An eventsRequest asks to watch a job.
type eventsRequest struct {
	ID   string `path:"id" maxLength:"100"`
	Last string `header:"Last-Event-ID" maxLength:"20"`
}

// events adds the progress of a job as server-sent events: one named job each time
// that it has changed, and again every few seconds.
func (o *operations) events() {
	streams := make(chan struct{}, mostStreams)
	huma.Register(o.API, huma.Operation{
		OperationID: "watch-job", Method: http.MethodGet, Path: "/v1/jobs/{id}/events", Summary: "The progress of a job as server-sent events, until it has ended",
		Responses: map[string]*huma.Response{
			"200": {Description: "events named job, each with the job as data", Content: map[string]*huma.MediaType{"text/event-stream": {}}},
			"204": {Description: "there is nothing after the last event"},
		},
	}, func(ctx context.Context, in *eventsRequest) (*huma.StreamResponse, error) {
		job, err := o.Jobs.Job(ctx, in.ID)
		if err != nil {
			return nil, o.jobProblem(ctx, err)
		}
		if job.State.Ended() && in.Last == lastEvent {
			return &huma.StreamResponse{Body: func(h huma.Context) { h.SetStatus(http.StatusNoContent) }}, nil
		}
		select {
		case streams <- struct{}{}:
		default:
			return nil, later(huma.Error429TooManyRequests("as many watch jobs as this server takes; look at the job itself, or try again later"))
		}
		return &huma.StreamResponse{Body: func(h huma.Context) {
			defer func() { <-streams }()
			o.stream(h, in.ID)
		}}, nil
	})
}

// stream writes events until the job has ended, the client has gone or the server stops.
func (o *operations) stream(h huma.Context, id string) {
	_, w := humago.Unwrap(h)
	to := http.NewResponseController(w)
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // a proxy that collects events would show none
	w.WriteHeader(http.StatusOK)
	err := o.Jobs.Watch(h.Context(), id, func(job result.Job) error {
		// Not the limit of a whole answer, which may take as long as the job.
		if err := to.SetWriteDeadline(time.Now().Add(streamWrite)); err != nil {
			return err
		}
		if err := writeEvent(w, job); err != nil {
			return err
		}
		return to.Flush()
	})
	if err != nil && !errors.Is(err, jobs.ErrStopping) && h.Context().Err() == nil {
		o.Log.DebugContext(h.Context(), "watching a job ended", "job", id, "error", err)
	}
}

// writeEvent writes one event; JSON of one line needs no escape.
func writeEvent(w io.Writer, job result.Job) error {
	data, err := json.Marshal(bodyOf(job))
	if err != nil {
		return err
	}
	last := ""
	if job.State.Ended() {
		last = "id: " + lastEvent + "\n"
	}
	_, err = fmt.Fprintf(w, "event: job\n%sdata: %s\n\n", last, data)
	return err
}
