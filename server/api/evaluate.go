package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/danielgtaylor/huma/v2"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/server/system"
	"github.com/rankduel/rankduel/testsets"
)

// An evaluateRequest is a test set, as a body or by name.
type evaluateRequest struct {
	Components  []string `query:"components" maxItems:"100" doc:"evaluate these components alone; without it the configuration that the server was started with"`
	Detail      string   `query:"detail" enum:"full" doc:"full: also every measure, with interval, and by query type"`
	TestSet     string   `query:"test_set" maxLength:"300" doc:"name or name@version of a set that the server has, in place of a body"`
	TopK        int      `query:"top_k" minimum:"1" maximum:"100" doc:"how many hits of each ranking are kept; measures that look deeper are left out"`
	ContentType string   `header:"Content-Type"`
	body        []byte

	name, version string // of the set, where the body has them next to it
}

// Resolve takes the body as it is: what it has to be, package testsets knows.
func (r *evaluateRequest) Resolve(ctx huma.Context) []error {
	var err error
	if r.body, err = io.ReadAll(ctx.BodyReader()); err != nil {
		return []error{err}
	}
	return nil
}

// An evaluateAnswer is how the configuration did.
type evaluateAnswer struct {
	Body struct {
		Schema       string                `json:"schema"`
		Profile      string                `json:"profile"`
		Config       string                `json:"config" doc:"the configuration, or the component, that was evaluated"`
		Components   []string              `json:"components"`
		TestSet      result.TestSetInfo    `json:"test_set"`
		RunID        string                `json:"run_id" doc:"of the stored run: /v1/runs/{run_id}"`
		Metrics      headlineOf            `json:"metrics"`
		PerQueryType map[string]headlineOf `json:"per_query_type"`
		Queries      int                   `json:"queries"`
		Failed       int                   `json:"failed_queries"`
		Missing      int                   `json:"missing_queries"`
		Calls        int                   `json:"calls" doc:"of engines, made for this answer; 0 when everything was recorded"`
		Health       []result.Finding      `json:"health"`
		Summaries    map[string]summary    `json:"summaries,omitempty" doc:"with detail=full: every measure, those of metrics by their names there"`
		Evaluation   *result.Evaluation    `json:"evaluation,omitempty" doc:"with detail=full: a document of schema rankduel/evaluation/v1"`
	}
}

// A headlineOf is the measures of every evaluation; null is undefined.
type headlineOf struct {
	Recall *float64 `json:"recall_at_10"`
	NDCG   *float64 `json:"ndcg_at_10"`
	MRR    *float64 `json:"mrr"`
}

// A summary is a measure with how far its mean is known.
type summary struct {
	Measure   string           `json:"measure"`
	N         int              `json:"n"`
	Undefined int              `json:"undefined"`
	Mean      *float64         `json:"mean"`
	Median    *float64         `json:"median"`
	Std       *float64         `json:"std"`
	Interval  *result.Interval `json:"interval" doc:"of the mean, by a percentile bootstrap; null where there is none"`
}

// evaluateSchema names the answer.
const evaluateSchema = "rankduel/evaluate/v1"

func (o *operations) evaluate() {
	sets := map[string]*huma.MediaType{}
	for _, kind := range setTypes() {
		sets[kind] = &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeObject, Description: "a test set; see schemas/testset.schema.json in the repository"}}
	}
	huma.Register(o.API, huma.Operation{
		OperationID: "evaluate", Method: http.MethodPost, Path: "/v1/evaluate", Summary: "Evaluate the server's configuration on a test set",
	}, func(ctx context.Context, in *evaluateRequest) (*evaluateAnswer, error) {
		ctx, cancel := context.WithTimeout(ctx, o.Limits.Time)
		defer cancel()
		done, err := o.turns.take(ctx)
		if err != nil {
			return nil, o.problem(ctx, err)
		}
		defer done()
		set, err := o.setOf(in)
		if err != nil {
			return nil, o.problem(ctx, err)
		}
		got, err := o.System.Evaluate(ctx, set, system.Choice{Components: in.Components, TopK: in.TopK})
		if err != nil {
			return nil, o.problem(ctx, err)
		}
		a := answer(got)
		if in.Detail == "full" {
			if err := o.detail(got, a); err != nil {
				return nil, o.problem(ctx, err)
			}
		}
		return a, nil
	})
	// Said afterwards: huma would read the body by it.
	o.OpenAPI().Paths["/v1/evaluate"].Post.RequestBody = &huma.RequestBody{Description: "a test set, which needs no version; as JSON also what the service of the medical graph takes: test_set_name, or queries, with test_set_version, top_k and components", Content: sets}
}

func setTypes() []string {
	return []string{"application/json", "application/yaml", "application/x-ndjson", "application/jsonl"}
}

func (o *operations) setOf(in *evaluateRequest) (*testsets.TestSet, error) {
	kind, _, _ := mime.ParseMediaType(in.ContentType)
	if kind == "application/json" {
		if err := in.takeOriginal(o.System); err != nil {
			return nil, err
		}
	}
	switch {
	case len(in.body) > 0 && in.TestSet != "":
		return nil, huma.Error422UnprocessableEntity("a body and test_set are two test sets; give one")
	case in.TestSet != "":
		return o.System.Sets().Open(in.TestSet)
	case len(in.body) == 0:
		return nil, huma.Error422UnprocessableEntity("no test set: send one as the body, or name one that the server has with ?test_set=")
	}
	return o.upload(kind, in)
}

// upload reads a set that a client sent.
func (o *operations) upload(kind string, in *evaluateRequest) (*testsets.TestSet, error) {
	if !slices.Contains(setTypes(), kind) {
		return nil, huma.NewError(http.StatusUnsupportedMediaType, fmt.Sprintf("want a Content-Type of %v", setTypes()))
	}
	ending := cmp.Or(map[string]string{"application/json": ".json", "application/yaml": ".yaml"}[kind], ".jsonl")
	sent := testsets.Sent{Most: o.Limits.Queries, Name: in.name, Version: in.version}
	if kind == "application/json" {
		sent.Beside = besideSet
	}
	set, err := system.ReadSent("upload"+ending, in.body, sent)
	if err != nil {
		return nil, err
	}
	if set.Name == "" {
		return nil, &system.AskError{Err: errors.New("the test set has no name")}
	}
	return set, nil
}

func answer(got *system.Evaluated) *evaluateAnswer {
	a := &evaluateAnswer{}
	b, run := &a.Body, got.Evaluation.Runs[0]
	b.Schema, b.Profile, b.Config, b.Components = evaluateSchema, got.Evaluation.Profile, got.Table.Name, got.Components
	b.TestSet, b.RunID, b.Queries = got.Table.TestSet, got.Table.RunID, got.Table.Len()
	b.Failed, b.Missing, b.Calls, b.Health = run.FailedQueries, run.MissingQueries, got.Calls, run.Health
	if n := got.HeldOut; n > 0 {
		b.Health = append(slices.Clip(b.Health), result.Noted(result.FindingHeldOut, prose.Plural(n, "query")+" of the set held out, not asked and in no number here; `rankduel holdout check` looks at such queries, and counts it"))
	}
	if deep := got.TooDeep; len(deep) > 0 {
		b.Health = append(slices.Clip(b.Health), result.Noted(result.FindingTopK, "left out, for they look deeper than the hits that top_k keeps: "+strings.Join(metrics.Texts(deep), ", ")))
	}
	b.Metrics = headline(got, run.Measures)
	b.PerQueryType = map[string]headlineOf{}
	for stratum, measures := range run.Strata {
		b.PerQueryType[stratum] = headline(got, measures)
	}
	return a
}

// detail adds what is asked for with detail=full.
func (o *operations) detail(got *system.Evaluated, a *evaluateAnswer) error {
	intervals, err := o.System.Intervals(got)
	if err != nil {
		return err
	}
	a.Body.Evaluation, a.Body.Summaries = got.Evaluation, map[string]summary{}
	for _, m := range got.Evaluation.Runs[0].Measures {
		name := m.Measure
		for i, key := range []string{"recall_at_10", "ndcg_at_10", "mrr"} {
			if name == got.Headline[i].String() {
				name = key
				break
			}
		}
		a.Body.Summaries[name] = summary{m.Measure, m.N, m.Undefined, m.Mean, m.Median, m.Std, intervals[m.Measure]}
	}
	return nil
}

// headline picks the means that every evaluation has.
func headline(got *system.Evaluated, measures []result.MeasureSummary) headlineOf {
	var h headlineOf
	for i, to := range []**float64{&h.Recall, &h.NDCG, &h.MRR} {
		for _, m := range measures {
			if m.Measure == got.Headline[i].String() {
				*to = m.Mean
			}
		}
	}
	return h
}

// errBusy says that there is no room to wait in.
var errBusy = errors.New("as many evaluations run and wait as the server takes; try again later")

// turns bound how many run at once, and how many wait.
type turns struct {
	running chan struct{}
	inside  atomic.Int64
	room    int64
}

// take waits for a turn, or refuses at once when too many wait.
func (t *turns) take(ctx context.Context) (done func(), err error) {
	if t.inside.Add(1) > t.room {
		t.inside.Add(-1)
		return nil, errBusy
	}
	select {
	case t.running <- struct{}{}:
		return func() { <-t.running; t.inside.Add(-1) }, nil
	case <-ctx.Done():
		t.inside.Add(-1)
		return nil, ctx.Err()
	}
}
