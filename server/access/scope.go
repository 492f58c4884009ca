package access

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// A Scope is how much a token allows.
type Scope string

// The scopes. Label is next to Read and not above it: anyone who labels for others
// sees what is to be labelled, and not how systems do.
const (
	Read  Scope = "read"  // look at runs, comparisons, test sets and gauges
	Label Scope = "label" // answer the questions of a test set, and nothing else
	Run   Scope = "run"   // what both allow; evaluate, start jobs and cancel one's own
	Admin Scope = "admin" // and cancel those of others, and see who holds tokens

	Any Scope = "" // of a request: whatever the token allows
)

// Scopes lists them, the smallest first.
func Scopes() []string { return []string{string(Read), string(Label), string(Run), string(Admin)} }

// ParseScope reads a scope.
func ParseScope(text string) (Scope, error) {
	if !slices.Contains(Scopes(), text) {
		return "", fmt.Errorf("scope %q: want %s", text, strings.Join(Scopes(), ", "))
	}
	return Scope(text), nil
}

// allows tells whether the scope includes another.
func (s Scope) allows(wanted Scope) bool {
	switch s {
	case Read, Label:
		return wanted == s || wanted == Any
	case Run:
		return wanted != Admin
	}
	return s == Admin
}

// ByMethod returns what a request needs: whatever does more than read needs Run.
func ByMethod(r *http.Request) Scope {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return Read
	}
	return Run
}
