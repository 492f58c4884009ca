package refresh

import (
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
)

// material is everything that the new version is made of.
type material struct {
	set      *testsets.TestSet
	leaves   map[string]string // why, by query
	entrants []Entrant
	pairs    []label.Pair
	said     []map[label.Pair]label.Line // by labeller
	known    *provenance
}

// material reads it all, and refuses what is stale or not complete.
func (w *Workflow) material() (*material, error) {
	m := &material{}
	var err error
	if m.set, err = w.oldSet(); err != nil {
		return nil, err
	}
	var errs [3]error
	m.leaves, errs[0] = w.leaving(m.set)
	m.entrants, errs[1] = w.entering(m.set)
	m.known, errs[2] = readProvenance(w.setPath())
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	switch stale, err := w.staleness(stepPool); {
	case err != nil:
		return nil, err
	case stale != "":
		return nil, fmt.Errorf("the pool is not current: %s", stale)
	}
	m.pairs, m.said, err = w.finished(m.set.Scale)
	return m, err
}

// judged returns the new queries as they go into the set, and the ids of those without a relevant document.
func (m *material) judged(labels map[label.Pair]labelOrigin) (fresh []testsets.Query, unanswered []string) {
	docs := map[string][]testsets.Judgment{}
	for _, p := range m.pairs {
		if g := labels[p].Grade; g != nil {
			docs[p.Query] = append(docs[p.Query], testsets.Judgment{Doc: p.Doc, Grade: *g})
		}
	}
	for _, e := range m.entrants {
		q := testsets.Query{ID: e.ID, Text: e.Text, Type: e.Type, Relevant: docs[e.ID], Source: fromLog, Weight: e.weight()}
		if !q.HasRelevant() {
			unanswered = append(unanswered, e.ID)
			continue
		}
		fresh = append(fresh, q)
	}
	return fresh, unanswered
}
