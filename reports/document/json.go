package document

import (
	"encoding/json"
	"strings"
)

// Indented writes a value as indented JSON. A NaN or an infinity is an error.
func Indented(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.String(), err
}

// Object returns m, empty instead of nil.
func Object[V any](m map[string]V) map[string]V {
	if m == nil {
		return map[string]V{}
	}
	return m
}

// List returns s, empty instead of nil.
func List[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

// Each returns a new list of what change makes of every element.
func Each[T, U any](s []T, change func(T) U) []U {
	changed := make([]U, len(s))
	for i, v := range s {
		changed[i] = change(v)
	}
	return changed
}
