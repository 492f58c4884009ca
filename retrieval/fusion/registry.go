package fusion

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// An Entry describes one method to a [Registry].
type Entry struct {
	Name    string
	Summary string // one line for listings

	// Check reports all faults of the settings for these components, sorted by name and without
	// duplicates. Components nil means that they are not known.
	Check func(s Settings, components []string) []error

	// Build makes the scorer from settings without faults.
	Build func(s Settings) Scorer
}

// A Registry holds fusion methods by name.
type Registry struct {
	entries map[string]Entry
}

// Builtin returns the methods of this package. To add one, write its file and add its row here.
func Builtin() *Registry {
	r := &Registry{entries: make(map[string]Entry, 3)}
	for _, e := range []Entry{
		rrfEntry(),
		singleEntry(),
		weightedEntry(),
	} {
		r.entries[e.Name] = e
	}
	return r
}

// Register adds a method. A name that is already taken is an error.
func (r *Registry) Register(e Entry) error {
	if _, taken := r.entries[e.Name]; taken {
		return fmt.Errorf("fusion method %q is registered already", e.Name)
	}
	r.entries[e.Name] = e
	return nil
}

// Entries lists the methods, sorted by name.
func (r *Registry) Entries() []Entry {
	list := make([]Entry, 0, len(r.entries))
	for _, name := range r.names() {
		list = append(list, r.entries[name])
	}
	return list
}

// New builds the method that the settings name.
func (r *Registry) New(s Settings) (Method, error) {
	if err := errors.Join(r.check(s, nil)...); err != nil {
		return Method{}, err
	}
	return Method{r.entries[s.Resolved().Method].Build(s)}, nil
}

func (r *Registry) names() []string {
	return slices.Sorted(maps.Keys(r.entries))
}

func (r *Registry) check(s Settings, components []string) []error {
	e, ok := r.entries[s.Resolved().Method]
	if !ok {
		return []error{fmt.Errorf("fusion_method %q: want one of %s", s.Method, strings.Join(r.names(), ", "))}
	}
	return e.Check(s, components)
}
