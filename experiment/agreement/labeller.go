package agreement

import (
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats/agreement"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/kappa"
	"github.com/rankduel/rankduel/testsets/label/labelfile"
)

// labeller describes one person's labels.
func (c *comparison) labeller(p labelfile.Labels) (result.Labeller, error) {
	out := result.Labeller{Name: p.Person, File: p.File}
	sum := 0
	for _, pair := range c.pairs {
		m, seen := p.Marks[pair]
		switch {
		case !seen:
			out.Missing++
		case m.Grade == nil:
			out.CannotJudge++
		default:
			out.Graded++
			sum += *m.Grade
		}
	}
	if out.Graded > 0 {
		out.MeanGrade = float64(sum) / float64(out.Graded)
	}
	if p.Journal == nil {
		return out, nil
	}
	out.Drift = drift(p)
	var err error
	out.Self, err = c.self(p)
	return out, err
}

// self compares the answers about documents that were asked twice.
func (c *comparison) self(p labelfile.Labels) (*result.Self, error) {
	again := p.Journal.Repeats()
	var first, second []int
	change := 0
	for _, pair := range c.pairs {
		m, l := p.Marks[pair], again[pair]
		if m.Grade != nil && l.Grade != nil {
			first, second = append(first, *m.Grade), append(second, *l.Grade)
			change += *l.Grade - *m.Grade
		}
	}
	if len(first) == 0 {
		return nil, nil
	}
	table, err := agreement.NewConfusion(first, second, c.grades)
	if err != nil {
		return nil, err
	}
	k, err := agreement.CohenKappa(table, agreement.Unweighted, kappa.Level)
	return &result.Self{Pairs: len(first), Equal: table.Agreed(), Kappa: k.Value, Change: float64(change) / float64(len(first))}, err
}

// drift compares the first half of a person's grades, as they were given, with
// the second. It needs four.
func drift(p labelfile.Labels) *result.Drift {
	var grades []int
	counted := p.Journal.Labels()
	for _, l := range p.Journal.Lines {
		pair := label.Pair{Query: l.Query, Doc: l.Doc}
		if last, ok := counted[pair]; ok && l.Grade != nil && !l.Repeat && last.At.Equal(l.At) && last.Grade != nil {
			grades = append(grades, *l.Grade)
			delete(counted, pair)
		}
	}
	if len(grades) < 4 {
		return nil
	}
	half := len(grades) / 2
	return &result.Drift{FirstHalf: average(grades[:half]), SecondHalf: average(grades[half:])}
}

func average(grades []int) float64 {
	sum := 0
	for _, g := range grades {
		sum += g
	}
	return float64(sum) / float64(len(grades))
}
