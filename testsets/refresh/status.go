package refresh

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets/label/kappa"
)

// A State is how far a step is.
type State string

// The states of a step.
const (
	Done    State = "done"
	Stale   State = "stale" // done from something that was changed since
	Begun   State = "begun"
	Waiting State = "open"
)

// statusSchema names the JSON document of a Status.
const statusSchema = "rankduel/refresh-status/v1"

// A Status says where a refresh is, by what the files say now.
type Status struct {
	Schema string       `json:"schema"`
	Dir    string       `json:"dir"`
	From   string       `json:"from"`
	To     string       `json:"to"`
	Steps  []StepStatus `json:"steps"`
	Next   string       `json:"next"` // command to type, or what to edit
}

// A StepStatus is one step's.
type StepStatus struct {
	Step  string `json:"step"`
	State State  `json:"state"`
	Text  string `json:"text,omitempty"` // what was found
}

// Status derives how far the refresh is. A file that was changed makes the steps
// that read it stale, and with them those after.
func (w *Workflow) Status() (*Status, error) {
	s := &Status{Schema: statusSchema, Dir: w.Dir, From: w.Plan.From.Name + "@" + w.Plan.From.Version, To: w.Plan.To}
	for _, step := range []struct {
		name string
		look func(*Status) (State, string, error)
	}{
		{stepStart, w.startStatus},
		{stepPool, w.poolStatus},
		{stepLabel, w.labelStatus},
		{stepAgreement, w.agreementStatus},
		{stepAdjudicate, w.adjudicateStatus},
		{stepFinish, w.finishStatus},
	} {
		state, text, err := step.look(s)
		if err != nil {
			return nil, err
		}
		s.Steps = append(s.Steps, StepStatus{step.name, state, text})
	}
	s.Next = w.next(s)
	return s, nil
}

func (s *Status) before() bool {
	return !slices.ContainsFunc(s.Steps, func(t StepStatus) bool { return t.State != Done })
}

func (w *Workflow) startStatus(*Status) (State, string, error) {
	set, err := w.oldSet()
	if err != nil {
		return Stale, oneLine(err), nil // what is wrong is the status
	}
	_, left := w.leaving(set)
	_, entered := w.entering(set)
	if err := errors.Join(left, entered, w.checkGuideline(set.Scale)); err != nil {
		return Begun, oneLine(err), nil
	}
	return Done, fmt.Sprintf("%d queries leave, %d enter", w.Plan.Replace, w.Plan.Replace), nil
}

func (w *Workflow) poolStatus(s *Status) (State, string, error) {
	if w.step(stepPool) == nil {
		return Waiting, "", nil
	}
	stale, err := w.staleness(stepPool)
	if err != nil || stale != "" || !s.before() {
		return Stale, stale, err
	}
	pairs, _, err := w.labels()
	return Done, fmt.Sprintf("%s, depth %d, %s", prose.Plural(len(pairs), "pair"), w.Plan.Pool.Depth, prose.Plural(len(w.Plan.Pool.Configs), "system")), err
}

func (w *Workflow) labelStatus(*Status) (State, string, error) {
	pairs, said, err := w.labels()
	if errors.Is(err, fs.ErrNotExist) {
		return Waiting, "", nil
	}
	if err != nil {
		return Waiting, "", err
	}
	all := 0
	var parts []string
	for i, person := range w.Plan.Labellers {
		all += len(said[i])
		parts = append(parts, fmt.Sprintf("%s %d of %d", person, len(said[i]), len(pairs)))
	}
	state := Begun
	switch all {
	case len(pairs) * len(said):
		state = Done
	case 0:
		state = Waiting
	}
	return state, strings.Join(parts, ", "), nil
}

// agreementStatus computes kappa again, as finish does: the report is for people,
// and has to be one of the labels as they are.
func (w *Workflow) agreementStatus(s *Status) (State, string, error) {
	set, err := w.oldSet()
	if err != nil || s.Steps[2].State != Done {
		return Waiting, "", nil // the first step says what is wrong with the set
	}
	pairs, said, err := w.labels()
	if err != nil {
		return Waiting, "", err
	}
	list, err := w.agreements(pairs, said, set.Scale, "")
	if err != nil {
		return Begun, oneLine(err), nil
	}
	parts := ordered.Each(list, func(a Agreement) string { return fmt.Sprintf("kappa %s of %s and %s", kappa.Text(a.Kappa), a.A, a.B) })
	text := strings.Join(parts, ", ")
	there, stale, err := w.reported()
	switch {
	case stale != "":
		return Stale, stale + "; now " + text, err
	case there:
		return Done, text, err
	}
	return Waiting, text + "; its report is not written yet", err
}

func (w *Workflow) adjudicateStatus(s *Status) (State, string, error) {
	_, absent := os.Stat(w.path(adjudicatedFile))
	set, err := w.oldSet()
	if absent != nil || err != nil || s.Steps[2].State != Done {
		return Waiting, "", nil // the first step says what is wrong with the set
	}
	pairs, said, err := w.labels()
	if err != nil {
		return Waiting, "", err
	}
	switch _, err := w.adjudicated(pairs, said, set.Scale); {
	case errors.Is(err, errOpen):
		return Begun, oneLine(err), nil
	case err != nil:
		return Stale, oneLine(err), nil
	}
	return Done, prose.Plural(len(pairs), "pair") + " with one label", nil
}

func (w *Workflow) finishStatus(s *Status) (State, string, error) {
	step := w.step(stepFinish)
	if step == nil {
		return Waiting, "", nil
	}
	stale, err := w.staleness(stepFinish)
	if err != nil || stale != "" || !s.before() {
		return Stale, stale, err
	}
	return Done, strings.Join(slices.Sorted(maps.Keys(step.Wrote)), ", "), nil
}

// next returns what to do now.
func (w *Workflow) next(s *Status) string {
	verb := "rankduel testset refresh "
	for _, one := range s.Steps {
		if one.State == Done {
			continue
		}
		switch one.Step {
		case stepStart:
			return "edit " + w.path(enteringFile) + " (decision, need, query_type), " + w.path(leavingFile) + " (decision) and " + w.path(guidelineFile)
		case stepPool:
			return verb + "pool " + w.Dir + " RUN... --corpus FILE"
		case stepLabel:
			return verb + "label " + w.Dir + " --as " + w.unfinished()
		case stepFinish:
			return verb + "finish " + w.Dir
		default:
			return verb + one.Step + " " + w.Dir
		}
	}
	return "rankduel testset diff " + w.setPath() + " " + w.finishedFile()
}

// finishedFile returns where finish wrote the new version.
func (w *Workflow) finishedFile() string {
	if s := w.step(stepFinish); s != nil {
		for name := range s.Wrote {
			if !strings.HasSuffix(name, provenanceEnding) {
				return w.path(name)
			}
		}
	}
	return w.target("")
}

// unfinished returns the first labeller with pairs left.
func (w *Workflow) unfinished() string {
	pairs, said, err := w.labels()
	for i, person := range w.Plan.Labellers {
		if err != nil || len(said[i]) < len(pairs) {
			return person
		}
	}
	return w.Plan.Labellers[0]
}

// oneLine returns the first fault, and how many more there are.
func oneLine(err error) string {
	lines := strings.Split(err.Error(), "\n")
	if len(lines) == 1 {
		return lines[0]
	}
	return fmt.Sprintf("%s; and %d more faults", lines[0], len(lines)-1)
}
