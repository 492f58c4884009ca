package httpsearch

import (
	"fmt"
	"maps"
	"net/url"
	"slices"

	"github.com/rankduel/rankduel/internal/secrets"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/internal/wirejson"
)

// Warnings names secrets that valid settings seem to hold in plain text, where Validate, which refuses passwords and
// headers, cannot be sure: parameters of the address, keys of the body and params that are called like one. They would
// be stored and shared with the experiment. No value is quoted.
func (s Settings) Warnings() []string {
	s, err := s.resolved()
	if err != nil {
		return nil
	}
	var warnings []string
	warn := func(place, name, remedy string) {
		warnings = append(warnings, fmt.Sprintf("%s: %s seems to be a secret in plain text, which is stored and shared with the experiment: %s", place, name, remedy))
	}
	const expanded = "write ${NAME} and set that environment variable"
	for _, field := range []struct{ name, text string }{{"server", s.Server}, {"url", s.URL}} {
		for _, name := range secrets.LiteralParams(field.text) {
			warn(field.name, "the parameter "+name, expanded)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Params)) {
		if text, ok := s.Params[name].(string); ok && secrets.Literal(name, text) {
			warn("params", name, "send it in a header, written as ${NAME}")
		}
	}
	for _, name := range s.bodySecrets() {
		warn("body", name, "send it in a header, written as ${NAME}")
	}
	return warnings
}

// bodySecrets returns the keys of the body that hold a secret which is the same for every query.
func (s Settings) bodySecrets() []string {
	s.Params = maps.Clone(s.Params)
	for name, value := range s.Params {
		if _, ok := value.(string); ok {
			s.Params[name] = "" // it is looked at under its own name
		}
	}
	t, err := s.templates(standIn)
	if err != nil || t.body == nil {
		return nil
	}
	found := map[secret]int{}
	for _, query := range []string{"x", "y"} {
		_, body, err := t.render(retrieval.Query{ID: query, Text: query}, 1)
		if err != nil {
			return nil
		}
		for key := range secretsOf(body) {
			found[key]++
		}
	}
	maps.DeleteFunc(found, func(_ secret, times int) bool { return times < 2 })
	var names []string
	for key := range found {
		names = append(names, key.name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// A secret is a key and its value.
type secret struct{ name, value string }

// secretsOf looks at a body that is JSON or a form.
func secretsOf(body []byte) map[secret]bool {
	found := map[secret]bool{}
	note := func(name, value string) {
		if secrets.Literal(name, value) {
			found[secret{name, value}] = true
		}
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, item := range v {
				walk(item)
			}
		case map[string]any:
			for name, item := range v {
				if text, ok := item.(string); ok {
					note(name, text)
				}
				walk(item)
			}
		}
	}
	var v any
	if wirejson.Decode(body, &v) == nil {
		walk(v)
		return found
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return found
	}
	for name, values := range form {
		for _, value := range values {
			note(name, value)
		}
	}
	return found
}
