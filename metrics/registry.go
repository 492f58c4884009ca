package metrics

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A Registry is a set of measure families by name. It is a plain value: build one with [Builtin], or with
// [NewRegistry] and Register. A registry that is no longer registered into is safe for concurrent use.
type Registry struct {
	definitions map[string]*Definition // by canonical name
	names       map[string]target      // by every name, exactly as written
	folded      map[string][]string    // by lower case: the exact names
	lists       map[string]string      // nicknames: the lists of measures they stand for
}

// A target is what a name stands for.
type target struct {
	definition *Definition
	form       *Form // nil for a canonical name or a plain alias
}

// NewRegistry returns a registry without measures.
func NewRegistry() *Registry {
	return &Registry{
		definitions: map[string]*Definition{},
		names:       map[string]target{},
		folded:      map[string][]string{},
		lists:       map[string]string{},
	}
}

// Register adds a family of measures. A name, alias or form that is already
// taken is an error, and then nothing is added.
func (r *Registry) Register(d Definition) error {
	switch {
	case d.Name == "":
		return fmt.Errorf("measure definition without a name")
	case d.New == nil:
		return fmt.Errorf("measure %s: the constructor is missing", d.Name)
	}
	added := map[string]target{d.Name: {definition: &d}}
	add := func(name string, t target) error {
		if _, taken := added[name]; taken {
			return fmt.Errorf("measure %s: name %q is given twice", d.Name, name)
		}
		added[name] = t
		return nil
	}
	for _, alias := range d.Aliases {
		if err := add(alias, target{definition: &d}); err != nil {
			return err
		}
	}
	for i := range d.Forms {
		if err := add(d.Forms[i].Name, target{definition: &d, form: &d.Forms[i]}); err != nil {
			return err
		}
	}
	for name := range added {
		if old, taken := r.names[name]; taken {
			return fmt.Errorf("measure %s: name %q belongs to %s already", d.Name, name, old.definition.Name)
		}
		if _, taken := r.lists[name]; taken {
			return fmt.Errorf("measure %s: name %q stands for a list already", d.Name, name)
		}
	}
	r.definitions[d.Name] = &d
	for _, name := range slices.Sorted(maps.Keys(added)) {
		r.names[name] = added[name]
		low := strings.ToLower(name)
		r.folded[low] = append(r.folded[low], name)
	}
	return nil
}

// Definitions lists all families by name.
func (r *Registry) Definitions() []Definition {
	return ordered.Each(slices.Sorted(maps.Keys(r.definitions)), func(name string) Definition { return *r.definitions[name] })
}

// Lookup finds a family by its name, an alias, or a form of it.
func (r *Registry) Lookup(name string) (Definition, bool) {
	t, ok := r.find(name)
	if !ok {
		return Definition{}, false
	}
	return *t.definition, true
}

// DefinitionOf finds the family that m belongs to, by its canonical text.
func (r *Registry) DefinitionOf(m Measure) (Definition, bool) {
	name, _, _ := strings.Cut(m.String(), "@")
	name, _, _ = strings.Cut(name, "(")
	return r.Lookup(name)
}

// find looks a name up exactly, and if there is none, regardless of case as long as that leaves one family.
func (r *Registry) find(name string) (target, bool) {
	if t, ok := r.names[name]; ok {
		return t, true
	}
	same := r.folded[strings.ToLower(name)]
	if len(same) == 0 {
		return target{}, false
	}
	first := r.names[same[0]]
	for _, other := range same[1:] {
		t := r.names[other]
		if t.definition != first.definition {
			return target{}, false
		}
		if t.form == nil {
			first = t // the plain name goes before a form that is spelled alike
		}
	}
	return first, true
}
