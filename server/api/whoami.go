package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/rankduel/rankduel/server/access"
)

// A visitor is who asks.
type visitor struct {
	Body struct {
		Name  string       `json:"name" doc:"of the token; local where none is needed"`
		Scope access.Scope `json:"scope" enum:"read,label,run,admin"`
	}
}

func (o *operations) whoami() {
	huma.Register(o.API, huma.Operation{
		OperationID: "whoami", Method: http.MethodGet, Path: "/v1/whoami", Summary: "Whose token this is, and what it allows",
	}, func(ctx context.Context, _ *struct{}) (*visitor, error) {
		who, v := access.Actor(ctx), &visitor{}
		v.Body.Name, v.Body.Scope = who.Name, who.Scope
		return v, nil
	})
}
