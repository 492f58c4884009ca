package rerank

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/httpclient"
)

// An Entry describes one method to a [Registry].
type Entry struct {
	Name    string
	Summary string // one line for listings

	// Pointwise says that the score of a passage depends on query and text alone, so that the size of the batches fixes
	// no ranking.
	Pointwise bool

	// Resolve writes the defaults of the method out.
	Resolve func(s Settings) Settings

	// Check reports all faults of the settings that the method alone knows.
	Check func(s Settings) []error

	// Open makes the reranker of settings without faults.
	Open func(s Settings, pool *httpclient.Pool) (Reranker, error)
}

// A Registry holds rerank methods by name.
type Registry struct {
	entries map[string]Entry
}

// Register adds a method. A name that is already taken is an error.
func (r *Registry) Register(e Entry) error {
	if _, taken := r.entries[e.Name]; taken {
		return fmt.Errorf("rerank method %q is registered already", e.Name)
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

// Validate is [Settings.Validate] with the methods of this registry.
func (r *Registry) Validate(s Settings) error {
	faults := s.commonFaults()
	e, ok := r.entries[s.Method]
	switch {
	case ok:
		faults = append(faults, e.Check(s)...)
	case s.Method == "":
		faults = append(faults, fmt.Errorf("method is missing: want one of %s", strings.Join(r.names(), ", ")))
	default:
		faults = append(faults, fmt.Errorf("method %q: want one of %s", s.Method, strings.Join(r.names(), ", ")))
	}
	return errors.Join(faults...)
}

func (r *Registry) resolve(s Settings) Settings {
	s.TopN = new(s.topN())
	if s.Text == "" {
		s.Text = TextHits
		if s.Corpus != "" {
			s.Text = TextCorpus
		}
	}
	if e, ok := r.entries[s.Method]; ok {
		s = e.Resolve(s)
	}
	return s
}

func (r *Registry) names() []string {
	return slices.Sorted(maps.Keys(r.entries))
}
