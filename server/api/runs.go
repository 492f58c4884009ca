package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports"
)

// A runsQuery says which runs are listed.
type runsQuery struct {
	Suite string `query:"suite" maxLength:"300" doc:"runs over this test set only, as name@version"`
	Limit int    `query:"limit" minimum:"1" maximum:"1000" default:"100" doc:"how many runs at most"`
	After string `query:"after" maxLength:"300" doc:"the runs that follow this one: the last id of the list before"`
}

func (o *operations) runs() {
	huma.Register(o.API, documents(huma.Operation{
		OperationID: "list-runs", Method: http.MethodGet, Path: "/v1/runs", Summary: "Stored runs, the newest first",
	}, reports.RunsSchema), func(ctx context.Context, q *runsQuery) (*written, error) {
		runs, err := o.Store.Runs(ctx)
		if err != nil {
			return nil, o.problem(ctx, &result.StoreError{Err: err})
		}
		if runs, err = q.page(runs); err != nil {
			return nil, o.problem(ctx, err)
		}
		listed := make([]reports.ListedRun, len(runs))
		for i, r := range runs {
			if refuseHeldOut(r) != nil { // that there is one, and no score
				r.Aggregate = nil
			}
			listed[i] = reports.ListedRun{StoredRun: r, Primary: compare.PrimaryOf(r)}
		}
		return o.document(ctx, func(w io.Writer) error { return reports.Runs(w, listed, reports.JSON, reports.Options{}) })
	})
	huma.Register(o.API, documents(huma.Operation{
		OperationID: "get-run", Method: http.MethodGet, Path: "/v1/runs/{id}", Summary: "One stored run with its rows",
	}, reports.RunSchema), func(ctx context.Context, in *struct {
		ID string `path:"id" maxLength:"300" doc:"the id of a run, or the first characters of one"`
	},
	) (*written, error) {
		run, err := o.find(ctx, in.ID)
		if err == nil {
			err = refuseHeldOut(run)
		}
		if err != nil {
			return nil, o.problem(ctx, err)
		}
		return o.document(ctx, func(w io.Writer) error { return reports.StoredRun(w, run, reports.JSON, reports.Options{}) })
	})
}

// page takes the runs that were asked for.
func (q *runsQuery) page(runs []result.StoredRun) ([]result.StoredRun, error) {
	if q.Suite != "" {
		runs = slices.DeleteFunc(runs, func(r result.StoredRun) bool { return r.Suite != q.Suite })
	}
	if q.After != "" {
		at := slices.IndexFunc(runs, func(r result.StoredRun) bool { return r.ID == q.After })
		if at < 0 {
			return nil, huma.Error422UnprocessableEntity("after: no such run in the list; begin again without it")
		}
		runs = runs[at+1:]
	}
	return runs[:min(len(runs), q.Limit)], nil
}

// find reads a run by its id or the start of it. What the store says of an id
// names the store too, which is not for clients.
func (o *operations) find(ctx context.Context, id string) (result.StoredRun, error) {
	full, err := o.Store.Resolve(ctx, id)
	if err == nil {
		var run result.StoredRun
		switch run, err = o.Store.Run(ctx, full); {
		case err == nil:
			return run, nil
		case !errors.Is(err, result.ErrNotFound): // it may have been removed since
			return run, &result.StoreError{Err: err}
		}
	}
	if errors.Is(err, result.ErrNotFound) {
		return result.StoredRun{}, huma.Error404NotFound(fmt.Sprintf("no run %q; /v1/runs lists them", id))
	}
	runs, unread := o.Store.Runs(ctx)
	if unread != nil {
		return result.StoredRun{}, &result.StoreError{Err: errors.Join(err, unread)}
	}
	n := ordered.Count(runs, func(r result.StoredRun) bool { return strings.HasPrefix(r.ID, id) })
	if n < 2 {
		return result.StoredRun{}, &result.StoreError{Err: err}
	}
	return result.StoredRun{}, huma.Error422UnprocessableEntity(fmt.Sprintf("%d runs begin with %q; give more of the id", n, id))
}
