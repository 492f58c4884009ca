package httpclient

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/internal/secrets"
)

var headerName = pattern.Lazy("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$") // token of RFC 9110, section 5.6.2

// CheckHeaders reports every fault of headers that settings ask for, joined: names and values that HTTP does not have,
// and secrets that are written out where ${NAME} belongs. It quotes no value.
func CheckHeaders(headers map[string]string) error {
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		value := headers[name]
		if !headerName().MatchString(name) {
			faults = append(faults, fmt.Errorf("header name %q: want letters, digits and -", name))
		}
		if strings.ContainsAny(value, "\r\n\x00") {
			faults = append(faults, fmt.Errorf("header %s has a line break", name))
		}
		if err := secrets.CheckReferences(value); err != nil {
			faults = append(faults, fmt.Errorf("header %s: %w", name, err))
		} else if secrets.Named(name) && !secrets.HasReference(value) {
			faults = append(faults, fmt.Errorf("header %s holds a secret in plain text: write ${NAME} and set that environment variable", name))
		}
	}
	return errors.Join(faults...)
}

// SetHeaders puts headers in the place of those of the same name, ${NAME} expanded.
func SetHeaders(to http.Header, headers map[string]string, known *secrets.Set) error {
	var faults []error
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		expand := known.Expand
		if secrets.Named(name) {
			expand = known.ExpandSecret
		}
		expanded, err := expand(headers[name])
		if err != nil {
			faults = append(faults, fmt.Errorf("header %s: %w", name, err))
		}
		to.Set(name, expanded)
	}
	return errors.Join(faults...)
}
