package httpclient

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/secrets"
)

var headerName = pattern.Lazy("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$") // token of RFC 9110, section 5.6.2

// CheckHeaders reports every fault of headers that settings ask for, joined: names and values that HTTP does not have,
// and secrets that are written out where ${NAME} belongs. It quotes no value.
func CheckHeaders(headers map[string]string) error {
	var faults prose.Faults
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		value := headers[name]
		faults.If(!headerName().MatchString(name), "header name %q: want letters, digits and -", name)
		faults.If(strings.ContainsAny(value, "\r\n\x00"), "header %s has a line break", name)
		err := secrets.CheckReferences(value)
		faults.In("header "+name, err)
		faults.If(err == nil && secrets.Named(name) && !secrets.HasReference(value), "header %s holds a secret in plain text: write ${NAME} and set that environment variable", name)
	}
	return faults.Join()
}

// SetHeaders puts headers in the place of those of the same name, ${NAME} expanded.
func SetHeaders(to http.Header, headers map[string]string, known *secrets.Set) error {
	var faults prose.Faults
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		expand := known.Expand
		if secrets.Named(name) {
			expand = known.ExpandSecret
		}
		expanded, err := expand(headers[name])
		faults.In("header "+name, err)
		to.Set(name, expanded)
	}
	return faults.Join()
}
