package access

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// A Scope is how much a token allows. Each includes those before it.
type Scope string

// The scopes.
const (
	Read  Scope = "read"  // look at runs, comparisons, test sets and gauges
	Run   Scope = "run"   // and evaluate, start and cancel jobs, label
	Admin Scope = "admin" // and whatever changes the server itself
)

// Scopes lists them, the smallest first.
func Scopes() []string { return []string{string(Read), string(Run), string(Admin)} }

// ParseScope reads a scope.
func ParseScope(text string) (Scope, error) {
	if !slices.Contains(Scopes(), text) {
		return "", fmt.Errorf("scope %q: want %s", text, strings.Join(Scopes(), ", "))
	}
	return Scope(text), nil
}

// allows tells whether the scope includes another.
func (s Scope) allows(wanted Scope) bool {
	have, want := slices.Index(Scopes(), string(s)), slices.Index(Scopes(), string(wanted))
	return have >= 0 && want >= 0 && have >= want
}

// wantedBy is what a request needs: whatever does more than read needs Run.
func wantedBy(r *http.Request) Scope {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		return Read
	}
	return Run
}
