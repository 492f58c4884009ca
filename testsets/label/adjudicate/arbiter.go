package adjudicate

import (
	"errors"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"

	"github.com/rankduel/rankduel/testsets/label"
)

// An Arbiter is a person who decides, next to others or alone. They are asked as in a [label.Session]. What
// one is asked another is asked only when nothing else is left, and who answers first decides it.
type Arbiter struct {
	work   *Work
	person string
	shown  *decision   // that is being asked
	past   []*decision // what undo takes back, the last one last
	put    []*decision // off, the longest first
	seq    int
	last   string // what the last answer came to
}

// Arbiter lets a person decide. ErrNoArbiter says that the rule does not want them.
func (w *Work) Arbiter(person string) (*Arbiter, error) {
	if err := w.set.MayDecide(person); err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	a := &Arbiter{work: w, person: person}
	w.arbiters = append(w.arbiters, a)
	return a, nil
}

// Leave gives what the arbiter is being asked to others.
func (a *Arbiter) Leave() {
	w := a.work
	w.mu.Lock()
	defer w.mu.Unlock()
	w.arbiters = slices.DeleteFunc(w.arbiters, func(other *Arbiter) bool { return other == a })
}

// Person returns who decides.
func (a *Arbiter) Person() string { return a.person }

// View returns the decision to be taken next. Under Third it says nothing of what others said; that is
// shown with the next one. Under Discussion it is what the discussion is about.
func (a *Arbiter) View() label.View {
	w := a.work
	w.mu.Lock()
	defer w.mu.Unlock()
	v := label.View{Seq: a.seq, Scale: w.set.Scale, Others: a.last, Decides: true}
	asked := w.decisionsTaken()
	v.Total, v.PutOff = len(asked), len(a.put)
	for _, d := range asked {
		if !d.open() {
			v.Answered++
		}
	}
	a.shown = a.next()
	d := a.shown
	if d == nil {
		v.Done = true
		return v
	}
	item, _ := w.pool.Item(d.pair) // every decision is about one of the pool's
	v.QueryText, v.Need, v.Title, v.Text, v.Again = item.QueryText, item.Need, item.Title, item.Text, slices.Contains(a.put, d)
	place(&v, d, asked)
	if w.set.Rule == Discussion {
		v.Others = w.words(d)
	}
	return v
}

// next returns what is being asked, else the first open decision, else what was put
// off the longest ago: of each first what no one else is asked.
func (a *Arbiter) next() *decision {
	if a.shown != nil && a.shown.open() {
		return a.shown
	}
	open := ordered.Where(a.work.list, func(d *decision) bool { return d.open() && !slices.Contains(a.put, d) })
	open = append(open, a.put...)
	for _, d := range open {
		if !a.othersAsked(d) {
			return d
		}
	}
	if len(open) == 0 {
		return nil
	}
	return open[0]
}

func (a *Arbiter) othersAsked(d *decision) bool {
	return slices.ContainsFunc(a.work.arbiters, func(other *Arbiter) bool { return other != a && other.shown == d })
}

// place says which query of how many it is, and which document of it.
func place(v *label.View, d *decision, asked []*decision) {
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

// errGradeNeeded refuses to leave a graded document unjudged.
var errGradeNeeded = errors.New("somebody graded it, so a grade has to stand; give one, or put it off (s)")

// Answer decides; when it returns nil the table is on the disk.
func (a *Arbiter) Answer(seq int, said label.Answer) error {
	w := a.work
	w.mu.Lock()
	defer w.mu.Unlock()
	if seq != a.seq || w.closed {
		return label.ErrStale
	}
	if said.State == label.Undone {
		return a.undo()
	}
	d := a.next()
	if d == nil {
		return label.ErrDone
	}
	switch said.State {
	case label.Later:
		a.drop(d)
		a.put = append(a.put, d)
		a.moved()
		return nil
	case label.CannotJudge:
		return errGradeNeeded
	case label.Graded:
		return a.decide(d, said)
	}
	return fmt.Errorf("answer %q: want %s, %s or %s", said.State, label.Graded, label.Later, label.Undone)
}

func (a *Arbiter) decide(d *decision, said label.Answer) error {
	w := a.work
	if !w.set.Scale.Has(said.Grade) {
		return fmt.Errorf("%d is not on the scale: want one of %s", said.Grade, w.set.Scale)
	}
	comment, err := label.Comment(said.Comment)
	if err != nil {
		return err
	}
	before := *d
	d.rule, d.by, d.at, d.comment = string(w.set.Rule), a.person, stamp(w.set.Now()), comment
	stands := said.Grade
	if w.set.Rule == Third {
		d.third = &said.Grade
		stands = median(d.given(), said.Grade)
	}
	d.grade = &stands
	if err := w.save(); err != nil {
		*d = before
		return err
	}
	for _, other := range w.arbiters {
		other.drop(d)
		if other != a && other.shown == d {
			other.moved() // it was decided while they read
		}
	}
	a.past = append(a.past, d)
	a.last = fmt.Sprintf("the one before: %s, you %d; %d stands", w.words(d), said.Grade, stands)
	a.moved()
	return nil
}

// moved ends the question that was asked.
func (a *Arbiter) moved() {
	a.shown = nil
	a.seq++
}

func (a *Arbiter) drop(d *decision) {
	a.put = slices.DeleteFunc(a.put, func(other *decision) bool { return other == d })
}

// undo takes the arbiter's last decision back, and asks it again.
func (a *Arbiter) undo() error {
	if len(a.past) == 0 {
		return errors.New("there is nothing to take back")
	}
	d := a.past[len(a.past)-1]
	before := *d
	*d = decision{pair: d.pair, said: d.said}
	if err := a.work.save(); err != nil {
		*d = before
		return err
	}
	a.past = a.past[:len(a.past)-1]
	a.last = ""
	a.moved()
	a.shown = d
	return nil
}
