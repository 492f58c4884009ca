package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/request"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/verify"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/server/experiments"
)

// A pairQuery names runs to compare.
type pairQuery struct {
	A string   `query:"a" required:"true" minLength:"1" maxLength:"300" doc:"id of the baseline, or the first characters of one"`
	B []string `query:"b" required:"true" minItems:"1" maxItems:"100" doc:"ids of the candidates, with commas"`
	experiments.Comparing
}

func (o *operations) comparisons() {
	huma.Register(o.API, documents(huma.Operation{
		OperationID: "compare", Method: http.MethodGet, Path: "/v1/comparisons", Summary: "Compare stored runs, as `rankduel compare A B`",
		Parameters: experiments.Parameters(),
	}, result.ComparisonSchema), func(ctx context.Context, in *pairQuery) (*written, error) {
		c, err := o.compare(ctx, in)
		if err != nil {
			return nil, o.problem(ctx, err)
		}
		return o.document(ctx, func(w io.Writer) error { return reports.Comparison(w, c, reports.JSON, reports.Options{}) })
	})
	huma.Register(o.API, documents(huma.Operation{
		OperationID: "compare-job", Method: http.MethodGet, Path: "/v1/jobs/{id}/comparison", Summary: "What a job with labels of a model compared, as `rankduel run`",
	}, result.ComparisonSchema), func(ctx context.Context, in *struct {
		ID string `path:"id" maxLength:"100"`
	},
	) (*written, error) {
		kept, err := o.Store.JobComparison(ctx, in.ID)
		switch {
		case errors.Is(err, result.ErrNotFound):
			return nil, huma.Error404NotFound(fmt.Sprintf("job %q has no comparison of its own: there is no such job, it has not ended, or its comparison_url says where its runs are compared", in.ID))
		case err != nil:
			return nil, o.problem(ctx, &result.StoreError{Err: err})
		}
		return &written{"application/json", kept}, nil
	})
}

// compare reads the runs and compares them. The error of a comparison without a verdict is in its findings too.
func (o *operations) compare(ctx context.Context, in *pairQuery) (*result.Comparison, error) {
	runs, p, err := o.named(ctx, in)
	if err != nil {
		return nil, err
	}
	wanted, _ := in.Settings()
	c, _, err := o.compareRuns(ctx, in, runs, p, wanted.PerQuery)
	return c, err
}

// named reads the runs that a request names, with what they are hashed to.
func (o *operations) named(ctx context.Context, in *pairQuery) (runs []result.StoredRun, p *result.Provenance, err error) {
	if err := in.Check(len(in.B)+1, o.System.Plan().Compare); err != nil {
		return nil, nil, err
	}
	p = &result.Provenance{Program: o.Program, Architecture: runtime.GOARCH, Command: "compare", Inputs: []result.Input{}}
	if p.Request, err = in.Record(); err != nil {
		return nil, nil, err
	}
	for _, id := range append([]string{in.A}, in.B...) {
		run, err := o.find(ctx, id)
		if err != nil {
			return nil, nil, err
		}
		if err := refuseHeldOut(run); err != nil {
			return nil, nil, err
		}
		sum, err := verify.HashRun(run)
		if err != nil {
			return nil, nil, err
		}
		runs = append(runs, run)
		p.Inputs = append(p.Inputs, result.Input{Role: result.InputStoredRun, Path: run.ID, SHA256: sum})
	}
	return runs, p, in.Call(runs)
}

// compareRuns compares runs that were read; perQuery has the values of each query too.
func (o *operations) compareRuns(ctx context.Context, in *pairQuery, runs []result.StoredRun, p *result.Provenance, perQuery bool) (*result.Comparison, []*scoring.Table, error) {
	done, err := o.turns.take(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	settings, roles := in.Settings()
	settings.PerQuery = perQuery
	c, systems, err := compare.Runs(runs, settings, roles)
	if c == nil {
		return nil, nil, huma.Error422UnprocessableEntity(err.Error()) // it is about the runs that were named
	}
	c.Provenance = p
	return c, systems, nil
}

// refuseHeldOut keeps everybody who has a token from choosing by held-out queries.
func refuseHeldOut(run result.StoredRun) error {
	if part := run.TestSet.Part; part != judgments.PartHeldOut && part != judgments.PartAll {
		return nil
	}
	return huma.Error403Forbidden(fmt.Sprintf("run %s is of part %s of test set %s: showing it is a look at held-out queries, which `rankduel compare` and `rankduel runs show` take and write to the ledger", run.ID, run.TestSet.Part, run.Suite))
}

// command returns what does the same on the machine that has the store, whose place is not for clients.
func (q *pairQuery) command(runs []result.StoredRun, compared result.ComparedSettings) string {
	parts := []string{"rankduel", "compare"}
	for _, run := range runs {
		word := run.ID
		if len(q.Names) > 0 {
			word = run.Name + "=" + run.ID
		}
		parts = append(parts, prose.ShellWord(word))
	}
	settings := q.Query()
	settings.Del("guardrails")
	for _, m := range compared.Guardrails {
		parts = append(parts, "--guardrail="+prose.ShellWord(m))
	}
	for _, f := range request.Of(compare.OfStored) {
		if settings.Has(f.Key) {
			parts = append(parts, "--"+f.Name()+"="+prose.ShellWord(settings.Get(f.Key)))
		}
	}
	return strings.Join(append(parts, "--store=STORE"), " ")
}
