package testsets

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/rankduel/rankduel/internal/prose"
)

// A mapping lists the keys of one kind of mapping. They are the fields of the type that the YAML library decodes it
// into, with their names in its tags. The tag `set` adds what the library does not know: required, blank (the text may
// be empty) and native (not a key of golden entries).
type mapping struct {
	what string // for messages: "a query"
	keys []key
	// tolerant mappings skip unknown keys, and read null as "not given".
	tolerant bool
}

type key struct {
	name            string
	into            reflect.Type
	required, blank bool
}

// mappings returns the keys of each type that a mapping of a test set is decoded into.
var mappings = sync.OnceValue(func() map[reflect.Type]*mapping {
	all := map[reflect.Type]*mapping{}
	for t, what := range map[reflect.Type]string{
		reflect.TypeFor[TestSet]():       "the test set",
		reflect.TypeFor[Parent]():        "parent",
		reflect.TypeFor[Provenance]():    "provenance",
		reflect.TypeFor[Draw]():          "split",
		reflect.TypeFor[Query]():         "a query",
		reflect.TypeFor[goldenEntry]():   "a golden entry",
		reflect.TypeFor[Judgment]():      "a judged document",
		reflect.TypeFor[ChunkJudgment](): "a judged chunk",
		reflect.TypeFor[Passage]():       "a passage",
		reflect.TypeFor[spanKeys]():      "a span",
	} {
		all[t] = &mapping{what: what, keys: fieldsOf(t, false), tolerant: t == reflect.TypeFor[goldenEntry]()}
	}
	return all
})

func keysOf[T any]() *mapping { return mappings()[reflect.TypeFor[T]()] }

func fieldsOf(t reflect.Type, golden bool) []key {
	var keys []key
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		rules := strings.Split(f.Tag.Get("set"), ",")
		switch {
		case options == "inline":
			keys = append(keys, fieldsOf(f.Type, true)...)
		case name != "-" && (!golden || !slices.Contains(rules, "native")):
			keys = append(keys, key{name, f.Type, slices.Contains(rules, "required"), slices.Contains(rules, "blank")})
		}
	}
	return keys
}

func (m *mapping) find(name string) int {
	return slices.IndexFunc(m.keys, func(k key) bool { return k.name == name })
}

// optional returns the mapping with a key that need not be there.
func (m *mapping) optional(name string) *mapping {
	keys := slices.Clone(m.keys)
	keys[m.find(name)].required = false
	return &mapping{m.what, keys, m.tolerant}
}

func (m *mapping) names(required bool) []string {
	var out []string
	for _, k := range m.keys {
		if !required || k.required {
			out = append(out, k.name)
		}
	}
	return out
}

func (m *mapping) suggest(name string) string {
	if name == "<<" {
		return "merge keys are not read: write the keys out"
	}
	return cmp.Or(prose.Meant(name, m.names(false)), "known are "+strings.Join(m.names(false), ", "))
}
