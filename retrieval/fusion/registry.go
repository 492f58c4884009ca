package fusion

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
)

// An Entry describes one method to a [Registry].
type Entry struct {
	Name    string
	Aliases []string // other names that mean the same, such as "combsum"
	Summary string   // one line for listings

	// Uses names the keys of [Settings] that the method reads. Any other is a fault.
	Uses []string

	// Check reports all faults of resolved settings for these components, sorted by name and without
	// duplicates. Components nil means that they are not known. Check nil finds none.
	Check func(s Settings, components []string) []error

	// Build makes the scorer from resolved settings without faults. It is nil for a method that is trained.
	Build func(s Settings) Scorer

	// Train makes the trainer from resolved settings without faults, for a method that is trained.
	Train func(s Settings) Trainer
}

// A Registry holds fusion methods by name.
type Registry struct{ entries []Entry }

// Register adds a method. A name or an alias that is already taken is an error.
func (r *Registry) Register(e Entry) error {
	for _, name := range append([]string{e.Name}, e.Aliases...) {
		if _, taken := r.entry(name); taken {
			return fmt.Errorf("fusion method %q is registered already", name)
		}
	}
	r.entries = append(r.entries, e)
	return nil
}

// Entries lists the methods, sorted by name.
func (r *Registry) Entries() []Entry {
	list := slices.Clone(r.entries)
	ordered.Stable(list, func(a, b Entry) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// New builds the method that the settings name.
func (r *Registry) New(s Settings) (Method, error) {
	e, s, err := r.valid(s, false)
	if err != nil {
		return Method{}, err
	}
	s.Weights = maps.Clone(s.Weights) // the caller may go on changing them
	return Method{e.Build(s)}, nil
}

// NewTrainer builds the trainer of the method that the settings name.
func (r *Registry) NewTrainer(s Settings) (Trainer, error) {
	e, s, err := r.valid(s, true)
	if err != nil {
		return nil, err
	}
	return e.Train(s), nil
}

// valid returns the entry of settings without faults, and the settings resolved.
func (r *Registry) valid(s Settings, training bool) (Entry, Settings, error) {
	err := errors.Join(r.check(s, nil, training)...)
	e, _ := r.entry(s.Method)
	return e, r.resolve(s), err
}

// entry finds a method by its name or an alias.
func (r *Registry) entry(method string) (Entry, bool) {
	method = cmp.Or(method, single{}.Name())
	i := slices.IndexFunc(r.entries, func(e Entry) bool { return e.Name == method || slices.Contains(e.Aliases, method) })
	if i < 0 {
		return Entry{}, false
	}
	return r.entries[i], true
}

func (r *Registry) resolve(s Settings) Settings {
	e, ok := r.entry(s.Method)
	if !ok {
		return s
	}
	s.Method = e.Name
	if slices.Contains(e.Uses, keyNorm) {
		s.Norm = s.Norm.resolved()
	}
	for key, place := range s.places() {
		if usual := parameters()[key].usual; usual != nil && slices.Contains(e.Uses, key) && place.IsNil() {
			place.Set(reflect.ValueOf(usual))
		}
	}
	return s
}

func (r *Registry) check(s Settings, components []string, training bool) []error {
	e, ok := r.entry(s.Method)
	if !ok {
		others := slices.DeleteFunc(r.Entries(), func(e Entry) bool { return (e.Train != nil) != training })
		names := ordered.Each(others, func(e Entry) string { return e.Name })
		return []error{fmt.Errorf("fusion_method %q: want one of %s", s.Method, strings.Join(names, ", "))}
	}
	var faults prose.Faults
	faults.If(training && e.Train == nil, "fusion_method %s has nothing to train", e.Name)
	faults.If(!training && e.Train != nil, "fusion_method %s learns from judged queries and cannot be used before it is trained", e.Name)
	resolved := r.resolve(s)
	for key, place := range s.places() {
		verb, pronoun := "is", "it"
		if key == keyWeights {
			verb, pronoun = "are", "them"
		}
		used := slices.Contains(e.Uses, key)
		faults.If(!used && !place.IsZero(), "%s %s set, but fusion_method %s has no use for %s", key, verb, e.Name, pronoun)
	}
	if slices.Contains(e.Uses, keyNorm) {
		faults = append(faults, s.Norm.fault())
	}
	if slices.Contains(e.Uses, keyWeights) {
		faults = append(faults, checkWeights(e.Name, s.Weights, components)...)
	}
	for key, place := range resolved.places() {
		if slices.Contains(e.Uses, key) {
			faults = append(faults, parameters()[key].check(key, place))
		}
	}
	if e.Check != nil {
		faults = append(faults, e.Check(resolved, components)...)
	}
	return faults
}
