package api

import (
	"context"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
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
