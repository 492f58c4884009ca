package api

import (
	"context"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/server/access"
)

// TokensPath is where tokens are listed, for those who look after the server.
const TokensPath = "/v1/tokens"

func (o *operations) tokens() {
	huma.Register(o.API, documents(huma.Operation{
		OperationID: "list-tokens", Method: http.MethodGet, Path: TokensPath, Summary: "Who holds tokens, and of which scope: as `rankduel token list`, for scope admin",
	}, reports.TokensSchema), func(ctx context.Context, _ *struct{}) (*written, error) {
		tokens, err := o.Store.Tokens(ctx)
		if err != nil {
			return nil, o.problem(ctx, &result.StoreError{Err: err})
		}
		return o.document(ctx, func(w io.Writer) error { return reports.Tokens(w, tokens, reports.JSON, reports.Options{}) })
	})
}

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
