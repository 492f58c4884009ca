package label

import (
	"fmt"

	"github.com/rankduel/rankduel/testsets"
)

// A View is a question as a person sees it, and nothing else that they might judge by.
type View struct {
	Seq       int  // number of the question; an answer gives it back
	Done      bool // nothing is left; the texts are empty
	QueryText string
	Need      string
	Title     string
	Text      string
	Scale     testsets.Scale
	Again     bool // it was put off before
	// Others is what other people said. A session never has it; adjudication shows it once it may be known.
	Others string
	// Decides tells an adjudication, where a grade has to stand: "cannot judge" does not answer.
	Decides bool
	Progress
}

// A Progress is how far someone is. Documents that are asked twice count twice, so that no one can tell them.
type Progress struct {
	Query, Queries       int // query 3 of 20, as they follow each other
	Planned              int // queries of a sample that were to be labelled; 0: not known
	Document, Documents  int // 7 of its 27
	Answered, Total      int
	PutOff, CannotJudged int
}

// String says what is done. What was put off is asked last, so that someone may be past
// the queries that were planned without having answered all.
func (p Progress) String() string {
	text := fmt.Sprintf("%d of %d answered", p.Answered, p.Total)
	if p.Planned > 0 && p.Query > p.Planned {
		text += fmt.Sprintf(", past the %d planned", p.Planned)
	}
	if p.PutOff > 0 {
		text += fmt.Sprintf(", %d put off", p.PutOff)
	}
	if p.CannotJudged > 0 {
		text += fmt.Sprintf(", %d cannot be judged", p.CannotJudged)
	}
	return text
}

// An Asker is who asks someone questions: a session of labelling, or an arbiter
// of an adjudication. Its methods may be called from several goroutines.
type Asker interface {
	Person() string // who is asked
	View() View
	// Answer returns nil when the answer is on the disk, and ErrStale or ErrDone when another question is due, or none.
	Answer(seq int, a Answer) error
}

// View returns the question that is to be answered next.
func (s *Session) View() View {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := View{Seq: s.seq, Scale: s.set.Scale, Progress: s.progress()}
	t, ok := s.next()
	if !ok {
		v.Done = true
		return v
	}
	if s.shown.IsZero() {
		s.shown = s.set.Now()
	}
	item := s.pool.Items[t.Item]
	v.QueryText, v.Need, v.Title, v.Text = item.QueryText, item.Need, item.Title, item.Text
	v.Again = s.said[s.keyOf(t)].State == Later
	v.Query, v.Queries = t.query, s.tasks[len(s.tasks)-1].query
	for _, other := range s.tasks {
		if other.block == t.block {
			v.Documents++
			if other == t {
				v.Document = v.Documents
			}
		}
	}
	return v
}

func (s *Session) progress() Progress {
	p := Progress{Total: len(s.tasks), Planned: s.set.Planned}
	for _, t := range s.tasks {
		switch s.said[s.keyOf(t)].State {
		case Graded:
			p.Answered++
		case CannotJudge:
			p.Answered++
			p.CannotJudged++
		case Later:
			p.PutOff++
		}
	}
	return p
}

// A Row is one question of a person's order, with what was said to it.
type Row struct {
	Item
	Others string // what others said, where the person may know
	Said   *Line  // nil: nothing yet
}

// Rows returns all questions in the person's order, for a sheet that is filled
// elsewhere. A pair that is asked twice has two.
func (s *Session) Rows() []Row {
	s.mu.Lock()
	defer s.mu.Unlock()
	rows := make([]Row, len(s.tasks))
	for i, t := range s.tasks {
		rows[i].Item = s.pool.Items[t.Item]
		if l, ok := s.said[s.keyOf(t)]; ok {
			rows[i].Said = &l
		}
	}
	return rows
}

// Fill keeps answers by row, from 0, and returns how many were new. What is said already is not said again.
// All rows are checked before the first is kept.
func (s *Session) Fill(answers map[int]Answer) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var lines []Line
	for i, t := range s.tasks {
		a, given := answers[i]
		if !given {
			continue
		}
		l, err := s.checked(t, a)
		if err != nil {
			return 0, fmt.Errorf("row %d: %w", i+1, err)
		}
		before, said := s.said[s.keyOf(t)]
		if said && before.State == l.State && before.Comment == l.Comment && (l.Grade == nil || *before.Grade == *l.Grade) {
			continue
		}
		l.MS = 0 // no one measured it
		lines = append(lines, l)
	}
	for i, l := range lines {
		if err := s.keep(l); err != nil {
			return i, err
		}
	}
	return len(lines), nil
}
