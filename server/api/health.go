package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// A state is all that is said without a token.
type state struct {
	Body struct {
		Status string `json:"status" enum:"ok"`
	}
}

func (o *operations) health() {
	ok := func() *state { s := &state{}; s.Body.Status = "ok"; return s }
	huma.Register(o.API, huma.Operation{
		OperationID: "healthz", Method: http.MethodGet, Path: "/healthz", Summary: "Whether the server runs", Security: public(),
	}, func(context.Context, *struct{}) (*state, error) { return ok(), nil })
	huma.Register(o.API, huma.Operation{
		OperationID: "readyz", Method: http.MethodGet, Path: "/readyz", Summary: "Whether the server can answer: its store can be read", Security: public(),
	}, func(ctx context.Context, _ *struct{}) (*state, error) {
		if err := o.Ready(ctx); err != nil {
			o.Log.ErrorContext(ctx, "not ready", "error", err)
			return nil, huma.Error503ServiceUnavailable("the server is not ready; its log says why")
		}
		return ok(), nil
	})
}
