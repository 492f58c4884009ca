package api

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// once refuses a parameter that is given twice: of two values one would count, and
// the client would not know which.
func (o *operations) once(ctx huma.Context, next func(huma.Context)) {
	at := ctx.URL()
	for name, values := range at.Query() {
		if len(values) > 1 {
			_ = huma.WriteErr(o, ctx, http.StatusUnprocessableEntity, name+" is given several times; give it once, several names with commas") // whoever asked is gone
			return
		}
	}
	next(ctx)
}
