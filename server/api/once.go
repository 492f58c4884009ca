package api

import (
	"net/http"
	"net/url"

	"github.com/danielgtaylor/huma/v2"
)

// once refuses a query that would not be read as it was meant: a parameter that is
// given twice, of whose two values one would count, and one that is not escaped, or
// names no component, and would be done without.
func (o *operations) once(ctx huma.Context, next func(huma.Context)) {
	if fault := misread(ctx.URL().RawQuery); fault != "" {
		_ = huma.WriteErr(o, ctx, http.StatusUnprocessableEntity, fault) // whoever asked is gone
		return
	}
	next(ctx)
}

// misread says what is wrong with a query.
func misread(query string) string {
	given, err := url.ParseQuery(query)
	if err != nil {
		return "the query of the address: " + err.Error() + "; escape %, & and ; in values, as in components=a%3Bb"
	}
	for name, values := range given {
		if len(values) > 1 {
			return name + " is given several times; give it once, several names with commas"
		}
	}
	if given.Has("components") && given.Get("components") == "" {
		return "components: no name; leave it out to evaluate the whole configuration"
	}
	return ""
}
