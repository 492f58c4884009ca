package adjudicate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/testsets/label"
)

// Person is who decides, empty under a rule that asks nobody.
func (w *Work) Person() string { return w.set.By }

// View is the decision to be taken next. Under Third it says nothing of what
// others said; that is shown with the next one. Under Discussion it is what the
// discussion is about.
func (w *Work) View() label.View {
	w.mu.Lock()
	defer w.mu.Unlock()
	v := label.View{Seq: w.seq, Scale: w.set.Scale, Others: w.last, Decides: true}
	asked := w.asked()
	v.Total, v.PutOff = len(asked), len(w.put)
	for _, d := range asked {
		if !d.open() {
			v.Answered++
		}
	}
	d := w.next()
	if d == nil {
		v.Done = true
		return v
	}
	item, _ := w.pool.Item(d.pair) // every decision is about one of the pool's
	v.QueryText, v.Need, v.Title, v.Text, v.Again = item.QueryText, item.Need, item.Title, item.Text, slices.Contains(w.put, d)
	w.place(&v, d, asked)
	if w.set.Rule == Discussion {
		v.Others = w.words(d)
	}
	return v
}

// place says which query of how many it is, and which document of it.
func (w *Work) place(v *label.View, d *decision, asked []*decision) {
	before := ""
	for i, other := range asked {
		if i == 0 || other.pair.Query != before {
			before = other.pair.Query
			v.Queries++
		}
		if other.pair.Query == d.pair.Query {
			v.Query = v.Queries
			v.Documents++
		}
		if other == d {
			v.Document = v.Documents
		}
	}
}

// Answer decides; when it returns nil the table is on the disk.
func (w *Work) Answer(seq int, a label.Answer) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if seq != w.seq {
		return label.ErrStale
	}
	if a.State == label.Undone {
		return w.undo()
	}
	d := w.next()
	if d == nil {
		return label.ErrDone
	}
	switch a.State {
	case label.Later:
		w.drop(d)
		w.put = append(w.put, d)
		w.seq++
		return nil
	case label.CannotJudge:
		return errors.New("somebody graded it, so a grade has to stand; give one, or put it off (s)")
	case label.Graded:
		return w.decide(d, a)
	}
	return fmt.Errorf("answer %q: want %s, %s or %s", a.State, label.Graded, label.Later, label.Undone)
}

func (w *Work) decide(d *decision, a label.Answer) error {
	if !w.set.Scale.Has(a.Grade) {
		return fmt.Errorf("%d is not on the scale: want one of %s", a.Grade, w.set.Scale)
	}
	before := *d
	d.rule, d.by, d.at = string(w.set.Rule), w.set.By, stamp(w.set.Now())
	d.comment = strings.ToValidUTF8(strings.TrimSpace(a.Comment), "\uFFFD")
	stands := a.Grade
	if w.set.Rule == Third {
		d.third = &a.Grade
		stands = median(d.given(), a.Grade)
	}
	d.grade = &stands
	if err := w.save(); err != nil {
		*d = before
		return err
	}
	w.drop(d)
	w.past = append(w.past, d)
	w.last = fmt.Sprintf("the one before: %s, you %d; %d stands", w.words(d), a.Grade, stands)
	w.seq++
	return nil
}

func (w *Work) drop(d *decision) {
	w.put = slices.DeleteFunc(w.put, func(other *decision) bool { return other == d })
}

// undo takes the last decision of this session back.
func (w *Work) undo() error {
	if len(w.past) == 0 {
		return errors.New("there is nothing to take back")
	}
	d := w.past[len(w.past)-1]
	before := *d
	*d = decision{pair: d.pair, said: d.said}
	if err := w.save(); err != nil {
		*d = before
		return err
	}
	w.past = w.past[:len(w.past)-1]
	w.last = ""
	w.seq++
	return nil
}

// A Summary counts how labels became one.
type Summary struct {
	Pairs, Equal, Unjudged int
	ByRule                 map[string]int // of the others, by the rule that decided
	Open                   int
	Reset                  int // decisions about labels that changed since, to be taken anew
}

// Summary says how far it is.
func (w *Work) Summary() Summary {
	w.mu.Lock()
	defer w.mu.Unlock()
	s := Summary{Pairs: len(w.list), ByRule: map[string]int{}, Reset: w.reset}
	for _, d := range w.list {
		switch d.rule {
		case "":
			s.Open++
		case equal:
			s.Equal++
		case unjudged:
			s.Unjudged++
		default:
			s.ByRule[d.rule]++
		}
	}
	return s
}
