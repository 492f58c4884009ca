package api

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
)

// once refuses an address that would not be read as it was meant: a parameter given twice, not escaped, unknown to the
// operation or naming no component. What is not text names nothing, and not every store can be asked for it.
func (o *operations) once(ctx huma.Context, next func(huma.Context)) {
	at := ctx.URL()
	if fault := misread(&at); fault != "" {
		_ = huma.WriteErr(o, ctx, http.StatusUnprocessableEntity, fault) // anyone who asked is gone
		return
	}
	if unknown := unknownOf(at.Query(), ctx.Operation().Parameters); len(unknown) > 0 {
		_ = huma.WriteErr(o, ctx, http.StatusUnprocessableEntity, "validation failed", unknown...)
		return
	}
	next(ctx)
}

// unknownOf returns an error for each parameter of a query that an operation does not have, and would be done without.
func unknownOf(query url.Values, known []*huma.Param) []error {
	var errs []error
	for _, key := range slices.Sorted(maps.Keys(query)) {
		if !slices.ContainsFunc(known, func(p *huma.Param) bool { return p.In == "query" && p.Name == key }) {
			errs = append(errs, &huma.ErrorDetail{Location: "query." + key, Message: "unknown query parameter"})
		}
	}
	return errs
}

// misread says what is wrong with an address.
func misread(at *url.URL) string {
	if !isText(at.Path) {
		return "the path is not text: it has a NUL byte, or is not UTF-8"
	}
	given, err := url.ParseQuery(at.RawQuery)
	if err != nil {
		return "the query of the address: " + err.Error() + "; escape %, & and ; in values, as in components=a%3Bb"
	}
	for name, values := range given {
		if len(values) > 1 {
			return name + " is given several times; give it once, several names with commas"
		}
		if !isText(values[0]) {
			return name + " is not text: it has a NUL byte, or is not UTF-8"
		}
	}
	if given.Has("components") && given.Get("components") == "" {
		return "components: no name; leave it out to evaluate the whole configuration"
	}
	return ""
}

func isText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }
