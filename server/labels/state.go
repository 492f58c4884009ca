package labels

import (
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/adjudicate"
)

// A State is how far a task is. No grade is in it.
type State struct {
	Name      string     `json:"name"`
	Queries   int        `json:"queries"`
	Documents int        `json:"documents" doc:"pairs of a query and a document"`
	People    []Progress `json:"people" doc:"who labels, and how far they are"`
	Labels    bool       `json:"labels" doc:"whoever asks may label"`
	Decides   bool       `json:"decides" doc:"whoever asks may decide what differs, when everybody is done"`
	Rule      string     `json:"rule,omitempty" doc:"by which labels that differ become one"`
	Decisions *Decisions `json:"decisions,omitempty" doc:"when everybody is done: what differs"`
	Faulty    bool       `json:"faulty,omitempty" doc:"its files have a fault; the server's log says which"`
}

// A Progress is how far someone is. What is asked twice counts twice.
type Progress struct {
	Person   string `json:"person"`
	Answered int    `json:"answered"`
	Total    int    `json:"total"`
}

// Decisions are how many labels differ, and how many of them were decided.
type Decisions struct {
	Decided int `json:"decided"`
	Open    int `json:"open"`
}

// States returns how far all tasks are, for one person. The error says which of them are faulty, and why.
func (l *Labels) States(person string) ([]State, error) {
	out := []State{}
	var faults []error
	for _, t := range l.tasks {
		s, err := l.state(t, person)
		if err != nil {
			s.Faulty = true
			faults = append(faults, fmt.Errorf("%s: %w", t.Name, err))
		}
		out = append(out, s)
	}
	return out, errors.Join(faults...)
}

func (l *Labels) state(t *Task, person string) (State, error) {
	s := State{Name: t.Name, Documents: len(t.Pool.Items), People: []Progress{}, Rule: string(t.Rule)}
	queries := ordered.Set(ordered.Each(t.Pool.Items, func(item label.Item) string { return item.Query }))
	s.Queries = len(queries)
	s.Labels = t.may(Labelling, person, l.now) == nil
	s.Decides = t.may(Adjudication, person, l.now) == nil
	people, err := t.people()
	if err != nil {
		return s, err
	}
	for _, person := range people {
		p, err := label.Look(t.Pool, t.Folder, t.labelling(person, l.now))
		if err != nil {
			return s, err
		}
		s.People = append(s.People, Progress{person, p.Answered, p.Total})
	}
	if !t.adjudicated() {
		return s, nil
	}
	sum, err := adjudicate.Look(t.Pool, t.Folder, t.Table, t.adjudication(l.now))
	if errors.Is(err, label.ErrUnfinished) {
		return s, nil
	}
	if err == nil {
		s.Decisions = &Decisions{Decided: sum.Pairs - sum.Equal - sum.Unjudged - sum.Open, Open: sum.Open}
	}
	return s, err
}
