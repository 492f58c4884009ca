package rerank

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/httpclient"
)

// A method is one way to rerank.
type method interface {
	// pointwise says that the score of a passage depends on query and text alone, so that the size of the batches fixes
	// no ranking.
	pointwise() bool
	// resolve writes the defaults of the method out.
	resolve(s Settings) Settings
	// check reports all faults of the settings that the method alone knows.
	check(s Settings) []error
	// open makes the reranker of settings without faults.
	open(s Settings, pool *httpclient.Pool) (Reranker, error)
}

// methods are those that can be named.
type methods map[string]method

func (m methods) validate(s Settings) error {
	faults := s.commonFaults()
	e, ok := m[s.Method]
	switch {
	case ok:
		faults = append(faults, e.check(s)...)
	case s.Method == "":
		faults = append(faults, fmt.Errorf("method is missing: want one of %s", m.names()))
	default:
		faults = append(faults, fmt.Errorf("method %q: want one of %s", s.Method, m.names()))
	}
	return errors.Join(faults...)
}

func (m methods) resolve(s Settings) Settings {
	s.TopN = new(s.topN())
	if s.Text == "" {
		s.Text = TextHits
		if s.Corpus != "" {
			s.Text = TextCorpus
		}
	}
	if e, ok := m[s.Method]; ok {
		s = e.resolve(s)
	}
	return s
}

func (m methods) names() string { return strings.Join(slices.Sorted(maps.Keys(m)), ", ") }

// builtin returns the methods of this package. To add one, add its row to services.yaml.
func builtin() methods {
	all := methods{"lexical": lexical{}}
	for name, v := range services() {
		v.name = name
		all[name] = v
	}
	return all
}

// Validate reports every fault of the settings at once, joined. It needs neither service nor disk nor environment.
func (s Settings) Validate() error { return builtin().validate(s) }

// Resolved returns the settings with their defaults written out: two settings that mean the same resolve to the same
// value.
func (s Settings) Resolved() Settings { return builtin().resolve(s) }
