package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/server/system"
	"github.com/rankduel/rankduel/testsets"
)

// maxFaults bounds the faults of an upload that an answer lists; all are counted.
const maxFaults = 50

// problem returns what a client is told of an error. What is wrong with the server
// itself is in its log: paths and addresses are not for clients.
func (o *operations) problem(ctx context.Context, err error) error {
	var (
		told    huma.StatusError
		faults  testsets.Errors
		missing *testsets.ReferenceError
		asked   *system.AskError
		foreign *scoring.ForeignIDsError
		common  *scoring.NoCommonQueryError
		nothing *scoring.NothingFoundError
		store   *result.StoreError
	)
	switch {
	case errors.As(err, &told):
		return err
	case errors.As(err, &faults):
		return huma.Error422UnprocessableEntity("the test set has "+prose.Plural(faults.Count(), "fault"), details(faults)...)
	case errors.As(err, &missing):
		ids := slices.Concat(missing.Docs, missing.Chunks)
		return huma.Error422UnprocessableEntity(fmt.Sprintf("test set %s names %s that the server's collection does not have: correct them, or have these documents indexed", missing.Set, prose.Plural(len(ids), "id")), unknown(ids)...)
	case errors.Is(err, testsets.ErrNotFound):
		return huma.Error404NotFound(err.Error())
	case errors.As(err, &asked), errors.As(err, &foreign):
		return huma.Error422UnprocessableEntity(err.Error())
	case errors.As(err, &common):
		return huma.Error422UnprocessableEntity("a run file: " + common.Reason())
	case errors.Is(err, errBusy):
		return huma.ErrorWithHeaders(huma.Error429TooManyRequests(err.Error()), http.Header{"Retry-After": {"2"}})
	case errors.Is(err, context.DeadlineExceeded):
		return huma.Error504GatewayTimeout(fmt.Sprintf("not done within %v; what was retrieved is recorded, and the same request goes on from there", o.Limits.Time))
	case errors.Is(err, context.Canceled):
		return huma.ErrorWithHeaders(huma.Error503ServiceUnavailable("the server is stopping; what was retrieved is recorded, and the same request goes on from there"), http.Header{"Retry-After": {"10"}})
	}
	o.Log.ErrorContext(ctx, "request failed", "error", err)
	switch {
	case errors.Is(err, retrieval.ErrUnavailable), errors.Is(err, recording.ErrAllFailed), errors.As(err, &nothing):
		return huma.Error502BadGateway("the retrieval system did not answer as it should; the server's log says what it said")
	case errors.As(err, &store):
		return huma.Error503ServiceUnavailable("the store could not be read or written; the server's log says why")
	}
	return huma.Error500InternalServerError("the server could not do this; its log says why")
}

func details(faults testsets.Errors) []error {
	list := make([]*huma.ErrorDetail, len(faults))
	for i, f := range faults {
		location := "body"
		if f.Line > 0 {
			location = fmt.Sprintf("body, line %d", f.Line)
		}
		f.File = ""
		list[i] = &huma.ErrorDetail{Message: f.Error(), Location: location}
	}
	return bounded(list, faults.Count())
}

func unknown(ids []testsets.MissingID) []error {
	return bounded(ordered.Each(ids, func(id testsets.MissingID) *huma.ErrorDetail {
		return &huma.ErrorDetail{Message: fmt.Sprintf("%q, which query %q asks for", id.ID, id.Queries[0]), Location: "body"}
	}), len(ids))
}

// bounded lists the first of some faults, and how many more there are of all.
func bounded(faults []*huma.ErrorDetail, all int) []error {
	list := ordered.Each(faults[:min(len(faults), maxFaults)], func(f *huma.ErrorDetail) error { return f })
	if n := all - maxFaults; n > 0 {
		list = append(list, &huma.ErrorDetail{Message: fmt.Sprintf("and %d more", n), Location: "body"})
	}
	return list
}
