// Package jobapi has the HTTP operations about what is done later: start an
// experiment, look at jobs, watch one, cancel it. docs/jobs.md is for who calls them.
package jobapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/server/access"
	"github.com/rankduel/rankduel/server/experiments"
	"github.com/rankduel/rankduel/server/jobs"
)

// A jobBody is a job as clients see it.
type jobBody struct {
	result.Job
	ComparisonURL string `json:"comparison_url,omitempty" doc:"of the runs, when there are some: the baseline and the candidates, compared as was asked for"`
}

func bodyOf(job result.Job) jobBody {
	b := jobBody{Job: job}
	switch {
	case len(job.Runs) < 2:
	case job.Settings == experiments.ByJob:
		b.ComparisonURL = "/v1/jobs/" + job.ID + "/comparison"
	default:
		b.ComparisonURL = "/v1/comparisons?" + url.Values{"a": job.Runs[:1], "b": {strings.Join(job.Runs[1:], ",")}}.Encode()
		if job.Settings != "" {
			b.ComparisonURL += "&" + job.Settings
		}
	}
	return b
}

// A jobAnswer is one job.
type jobAnswer struct {
	Location string `header:"Location"`
	Body     jobBody
}

// An experimentRequest asks for a comparison of configurations.
type experimentRequest struct {
	ContentType string `header:"Content-Type"`
	body        []byte
}

// Resolve takes the body as it is: a test set in it is read by package testsets.
func (r *experimentRequest) Resolve(ctx huma.Context) []error {
	var err error
	if r.body, err = io.ReadAll(ctx.BodyReader()); err != nil {
		return []error{err}
	}
	return nil
}

// A jobsQuery says which jobs are listed.
type jobsQuery struct {
	State string `query:"state" enum:"queued,running,done,failed,cancelled" doc:"jobs in this state only"`
	Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"how many jobs at most"`
	After string `query:"after" maxLength:"100" doc:"the jobs that follow this one: the last id of the list before"`
}

// A jobID names a job.
type jobID struct {
	ID string `path:"id" maxLength:"100"`
}

// jobsAnswer is a list of jobs.
type jobsAnswer struct {
	Body struct {
		Jobs []jobBody `json:"jobs"`
	}
}

// A Config is what the operations work on.
type Config struct {
	Jobs        *jobs.Queue
	Experiments *experiments.Experiments
	Log         *slog.Logger

	// Problem is what clients are told of an error that is not about jobs.
	Problem func(ctx context.Context, err error) error
}

// operations are those of a config.
type operations struct {
	Config
	huma.API
}

// Mount adds the operations to an API.
func Mount(to huma.API, cfg Config) {
	o := &operations{cfg, to}
	huma.Register(o.API, huma.Operation{
		OperationID: "start-experiment", Method: http.MethodPost, Path: "/v1/experiments", DefaultStatus: http.StatusAccepted,
		Summary: "Compare configurations of the server's experiment: accepted as a job, and done later",
	}, o.startExperiment)
	o.OpenAPI().Paths["/v1/experiments"].Post.RequestBody = experimentBody() // said afterwards: huma would read the body by it
	huma.Register(o.API, huma.Operation{
		OperationID: "list-jobs", Method: http.MethodGet, Path: "/v1/jobs", Summary: "Jobs, the newest first",
	}, o.listJobs)
	huma.Register(o.API, huma.Operation{
		OperationID: "get-job", Method: http.MethodGet, Path: "/v1/jobs/{id}", Summary: "One job: its state, its progress, and what came of it",
	}, func(ctx context.Context, in *jobID) (*jobAnswer, error) {
		job, err := o.Jobs.Job(ctx, in.ID)
		return o.job(ctx, job, err)
	})
	huma.Register(o.API, huma.Operation{
		OperationID: "cancel-job", Method: http.MethodDelete, Path: "/v1/jobs/{id}", DefaultStatus: http.StatusAccepted,
		Summary: "Have a job stopped soon; what it asked until then is recorded. Those of others take scope admin",
	}, o.cancelJob)
	o.events()
}

func (o *operations) job(ctx context.Context, job result.Job, err error) (*jobAnswer, error) {
	if err != nil {
		return nil, o.jobProblem(ctx, err)
	}
	return &jobAnswer{Body: bodyOf(job)}, nil
}

func (o *operations) startExperiment(ctx context.Context, in *experimentRequest) (*jobAnswer, error) {
	if kind, _, err := mime.ParseMediaType(in.ContentType); err != nil || kind != "application/json" {
		return nil, huma.NewError(http.StatusUnsupportedMediaType, "want a Content-Type of application/json")
	}
	asked, err := experiments.Read(in.body)
	if err != nil {
		return nil, o.Problem(ctx, err)
	}
	requests, settings, err := o.Experiments.Accept(ctx, asked)
	if err != nil {
		return nil, o.Problem(ctx, err)
	}
	job, err := o.Jobs.Submit(ctx, jobs.Submission{Kind: experiments.Kind, By: access.Actor(ctx).Name, Request: requests[0], Parts: requests[1:], Settings: settings})
	answer, err := o.job(ctx, job, err)
	if err == nil {
		answer.Location = "/v1/jobs/" + job.ID
	}
	return answer, err
}

// cancelJob leaves the jobs of others to those who look after the server.
func (o *operations) cancelJob(ctx context.Context, in *jobID) (*jobAnswer, error) {
	job, err := o.Jobs.Job(ctx, in.ID)
	if err != nil {
		return nil, o.jobProblem(ctx, err)
	}
	if who := access.Actor(ctx); job.By != who.Name && !who.May(access.Admin) {
		return nil, huma.Error403Forbidden(fmt.Sprintf("token %s started this job: it, or a token of scope admin, may cancel it", job.By))
	}
	job, err = o.Jobs.Cancel(ctx, in.ID)
	return o.job(ctx, job, err)
}

func (o *operations) listJobs(ctx context.Context, q *jobsQuery) (*jobsAnswer, error) {
	list, err := o.Jobs.Jobs(ctx, result.JobFilter{State: result.JobState(q.State), Limit: q.Limit, After: q.After})
	switch {
	case errors.Is(err, result.ErrNotFound):
		return nil, huma.Error422UnprocessableEntity("after: no such job; begin again without it")
	case err != nil:
		return nil, o.jobProblem(ctx, err)
	}
	answer := &jobsAnswer{}
	answer.Body.Jobs = []jobBody{}
	for _, job := range list {
		answer.Body.Jobs = append(answer.Body.Jobs, bodyOf(job))
	}
	return answer, nil
}

// jobProblem returns what a client is told of an error of the queue: what it does not know is the store's.
func (o *operations) jobProblem(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, result.ErrJobsFull):
		return later(huma.Error429TooManyRequests("as many jobs wait as this server takes; try again later"))
	case errors.Is(err, jobs.ErrStopping):
		return later(huma.Error503ServiceUnavailable("the server is stopping"))
	case errors.Is(err, result.ErrNotFound):
		return huma.Error404NotFound("there is no such job")
	}
	return o.Problem(ctx, &result.StoreError{Err: err})
}

func later(told huma.StatusError) error {
	return huma.ErrorWithHeaders(told, http.Header{"Retry-After": {strconv.Itoa(int(jobs.RetryAfter.Seconds()))}})
}

// experimentBody describes a request, which package experiments checks.
func experimentBody() *huma.RequestBody {
	properties := map[string]*huma.Schema{"test_set": {
		Description: "name or name@version of a set that the server has, or a set as an object; see schemas/testset.schema.json in the repository",
		OneOf:       []*huma.Schema{{Type: huma.TypeString}, {Type: huma.TypeObject}},
	}}
	for _, f := range experiments.Rows() {
		properties[f.Key] = experiments.SchemaOf(f.Schema())
	}
	return &huma.RequestBody{
		Description: "what is compared; what is left out is as the server's experiment file says",
		Content:     map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{Type: huma.TypeObject, AdditionalProperties: false, Properties: properties}}},
	}
}
