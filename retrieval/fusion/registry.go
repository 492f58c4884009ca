package fusion

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
)

// An Entry describes one method to a [Registry].
type Entry struct {
	Name    string
	Aliases []string // other names that mean the same, such as "combsum"
	Summary string   // one line for listings

	// Uses names the keys of [Settings] that the method reads. Any other is a fault.
	Uses []string

	// Resolve writes the defaults out; nil means that there are none. It gets settings with the method's name.
	Resolve func(s Settings) Settings

	// Check reports all faults of resolved settings for these components, sorted by name and without
	// duplicates. Components nil means that they are not known. Check nil finds none.
	Check func(s Settings, components []string) []error

	// Build makes the scorer from resolved settings without faults. It is nil for a method that is trained.
	Build func(s Settings) Scorer

	// Train makes the trainer from resolved settings without faults, for a method that is trained.
	Train func(s Settings) Trainer
}

// A Registry holds fusion methods by name.
type Registry struct {
	entries map[string]Entry
	aliases map[string]string
}

// Register adds a method. A name or an alias that is already taken is an error.
func (r *Registry) Register(e Entry) error {
	for _, name := range append([]string{e.Name}, e.Aliases...) {
		if _, taken := r.entries[r.name(name)]; taken {
			return fmt.Errorf("fusion method %q is registered already", name)
		}
	}
	r.add(e)
	return nil
}

func (r *Registry) add(e Entry) {
	r.entries[e.Name] = e
	for _, a := range e.Aliases {
		r.aliases[a] = e.Name
	}
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
	if err := errors.Join(r.check(s, nil, false)...); err != nil {
		return Method{}, err
	}
	s = r.resolve(s)
	s.Weights = maps.Clone(s.Weights) // the caller may go on changing them
	return Method{r.entries[s.Method].Build(s)}, nil
}

// NewTrainer builds the trainer of the method that the settings name.
func (r *Registry) NewTrainer(s Settings) (Trainer, error) {
	if err := errors.Join(r.check(s, nil, true)...); err != nil {
		return nil, err
	}
	s = r.resolve(s)
	return r.entries[s.Method].Train(s), nil
}

// name returns the name that an alias stands for, and any other text as it is.
func (r *Registry) name(method string) string {
	if method == "" {
		return single{}.Name()
	}
	if name, ok := r.aliases[method]; ok {
		return name
	}
	return method
}

func (r *Registry) entry(s Settings) (Entry, bool) {
	e, ok := r.entries[r.name(s.Method)]
	return e, ok
}

func (r *Registry) resolve(s Settings) Settings {
	e, ok := r.entry(s)
	if !ok {
		return s
	}
	s.Method = e.Name
	if slices.Contains(e.Uses, keyNorm) {
		s.Norm = s.Norm.resolved()
	}
	if e.Resolve != nil {
		s = e.Resolve(s)
	}
	return s
}

func (r *Registry) names() []string {
	return slices.Sorted(maps.Keys(r.entries))
}

func (r *Registry) check(s Settings, components []string, training bool) []error {
	e, ok := r.entry(s)
	if !ok {
		names := slices.DeleteFunc(r.names(), func(name string) bool { return (r.entries[name].Train != nil) != training })
		return []error{fmt.Errorf("fusion_method %q: want one of %s", s.Method, strings.Join(names, ", "))}
	}
	var faults prose.Faults
	faults.If(training && e.Train == nil, "fusion_method %s has nothing to train", e.Name)
	faults.If(!training && e.Train != nil, "fusion_method %s learns from judged queries and cannot be used before it is trained", e.Name)
	for _, key := range s.set() {
		verb, pronoun := "is", "it"
		if key == keyWeights {
			verb, pronoun = "are", "them"
		}
		faults.If(!slices.Contains(e.Uses, key), "%s %s set, but fusion_method %s has no use for %s", key, verb, e.Name, pronoun)
	}
	if slices.Contains(e.Uses, keyNorm) {
		faults = append(faults, s.Norm.fault())
	}
	if slices.Contains(e.Uses, keyWeights) {
		faults = append(faults, checkWeights(e.Name, s.Weights, components)...)
	}
	if e.Check != nil {
		faults = append(faults, e.Check(r.resolve(s), components)...)
	}
	return faults
}
