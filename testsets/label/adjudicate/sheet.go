package adjudicate

import (
	"fmt"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
)

// Scale returns the grades that a person can give.
func (a *Arbiter) Scale() testsets.Scale { return a.work.set.Scale }

// Rows returns all decisions that people take or took, for a sheet that is filled
// elsewhere: under Third without what others said.
func (a *Arbiter) Rows() []label.Row {
	w := a.work
	w.mu.Lock()
	defer w.mu.Unlock()
	var rows []label.Row
	for _, d := range w.decisionsTaken() {
		item, _ := w.pool.Item(d.pair) // every decision is about one of the pool's
		row := label.Row{Item: item}
		if w.set.Rule == Discussion {
			row.Others = w.words(d)
		}
		if g := d.answered(); g != nil {
			row.Said = &label.Line{State: label.Graded, Grade: g, Comment: d.comment}
		}
		rows = append(rows, row)
	}
	return rows
}

func (d *decision) answered() *int {
	if d.third != nil {
		return d.third
	}
	return d.grade
}

// Fill decides by row, from 0, and returns how many decisions were new. All rows are checked before the first is kept.
func (a *Arbiter) Fill(answers map[int]label.Answer) (int, error) {
	w := a.work
	w.mu.Lock()
	defer w.mu.Unlock()
	asked := w.decisionsTaken()
	for i := range asked {
		if said, given := answers[i]; given && said.State != label.Graded {
			return 0, fmt.Errorf("row %d: %w", i+1, errGradeNeeded)
		}
	}
	n := 0
	for i, d := range asked {
		said, given := answers[i]
		if before := d.answered(); !given || before != nil && *before == said.Grade && d.comment == said.Comment {
			continue
		}
		if err := a.decide(d, said); err != nil {
			return n, fmt.Errorf("row %d: %w", i+1, err)
		}
		n++
	}
	return n, nil
}
