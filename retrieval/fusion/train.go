package fusion

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// An Example is a judged query to learn from.
type Example struct {
	Query    string          // its id
	Lists    []List          // what the components returned, deep enough: see the depth of each method
	Relevant map[string]bool // ids of all its relevant documents, returned or not
}

// A Trainer learns a method from judged queries. The method must not be judged by these same queries, which
// it knows: see [CrossFit].
type Trainer interface {
	// Name is the word used in configurations, such as "posfuse".
	Name() string

	// Train learns from the examples, whose order does not matter. It is an error when there are none, or
	// a query comes twice, or no example has a relevant document. Fusing a list of a component that no
	// example had is an error of the method.
	Train(examples []Example) (Method, error)
}

// trained is a method that has learned what a hit of each component is worth. The fused score of a document
// is the sum of what its hits are worth.
type trained struct {
	name    string
	absent  float64 // what a document is worth where it was not returned
	lessons map[string]lesson
}

// A lesson is what was learned about one component: what each hit of a list of it is worth. It writes to
// worth, which is as long as the list.
type lesson func(l List, worth []float64) error

var _ Scorer = (*trained)(nil)

func (m *trained) Name() string { return m.name }

func (m *trained) Scores(p *Pool, dst []float64) ([]float64, error) {
	for _, l := range p.lists {
		if m.lessons[l.Component] == nil {
			return nil, fmt.Errorf("component %q: %s was trained without it", l.Component, m.name)
		}
	}
	t := &p.scratch
	t.everywhere = m.absent != 0
	p.fillTable(t, func(c int, column []float64) error {
		for d := range column {
			column[d] = m.absent
		}
		l := p.lists[c]
		p.parts = zeros(p.parts, len(l.Hits))
		if err := m.lessons[l.Component](l, p.parts); err != nil {
			return err
		}
		for i, d := range p.docs[c] {
			column[d] = p.parts[i]
		}
		return nil
	})
	if t.err != nil {
		return nil, t.err
	}
	return p.sum(t, nil, dst), nil
}

// learning builds the trainer of an entry. What it learns about a component it learns from the judgments of its lists,
// in the order of the query ids; a document that was not returned is worth absent.
func learning(learn func(s Settings, lists []judgedList) lesson, absent float64) func(Settings) Trainer {
	return func(s Settings) Trainer { return learner{s, learn, absent} }
}

type learner struct {
	settings Settings
	learn    func(s Settings, lists []judgedList) lesson
	absent   float64
}

// Name implements [Trainer].
func (l learner) Name() string { return l.settings.Method }

// Train implements [Trainer].
func (l learner) Train(examples []Example) (Method, error) {
	byComponent, err := judge(examples)
	if err != nil {
		return Method{}, fmt.Errorf("train %s: %w", l.Name(), err)
	}
	m := &trained{name: l.Name(), absent: l.absent, lessons: make(map[string]lesson, len(byComponent))}
	for component, lists := range byComponent {
		m.lessons[component] = l.learn(l.settings, lists)
	}
	return Method{m}, nil
}

// A judgedList is one list of one component to learn from.
type judgedList struct {
	relevant []bool // by rank
	total    int    // relevant documents of the query, returned or not
}

// hits counts the relevant documents from rank start+1 to rank end.
func (l judgedList) hits(start, end int) float64 {
	n := ordered.Count(l.relevant[min(start, len(l.relevant)):min(end, len(l.relevant))], func(relevant bool) bool { return relevant })
	return float64(n)
}

// judge sorts examples by query and takes them apart by component.
func judge(examples []Example) (map[string][]judgedList, error) {
	if len(examples) == 0 {
		return nil, errors.New("no examples")
	}
	examples = slices.Clone(examples)
	ordered.Stable(examples, func(a, b Example) int { return strings.Compare(a.Query, b.Query) })
	byComponent := make(map[string][]judgedList)
	total := 0
	for i, e := range examples {
		if i > 0 && e.Query == examples[i-1].Query {
			return nil, fmt.Errorf("query %q comes twice", e.Query)
		}
		p, err := NewPool(e.Lists)
		if err != nil {
			return nil, fmt.Errorf("query %q: %w", e.Query, err)
		}
		relevant := 0
		for _, is := range e.Relevant {
			if is {
				relevant++
			}
		}
		total += relevant
		for _, l := range p.lists {
			j := judgedList{total: relevant}
			for _, h := range l.Hits {
				j.relevant = append(j.relevant, e.Relevant[h.ID])
			}
			byComponent[l.Component] = append(byComponent[l.Component], j)
		}
	}
	if total == 0 {
		return nil, fmt.Errorf("none of the %d queries has a relevant document", len(examples))
	}
	return byComponent, nil
}
