package refresh

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/testsets"
)

// An Agreement is how two labellers agree about the pool.
type Agreement struct {
	A        string  `json:"a"`
	B        string  `json:"b"`
	Pairs    int     `json:"pairs"`  // that both graded
	Blanks   int     `json:"blanks"` // that one of them, or both, could not judge
	Kappa    float64 `json:"kappa"`
	Passes   bool    `json:"passes"`
	Measured bool    `json:"measured"` // false where both gave one grade throughout
	// WithBlanks is kappa with a blank against a grade as a disagreement; nil
	// where nobody left one.
	WithBlanks *float64 `json:"kappa_with_blanks,omitempty"`
}

// manyBlanks is the share of pairs without a grade from which kappa is flattered:
// a tenth of them, all disagreements, lifted one from .645 to .767.
const manyBlanks = 0.1

// ErrAgreement says that people agree too little for their labels to become a
// test set.
var ErrAgreement = errors.New("too little agreement")

// agreements judges every two labellers by the plan's threshold.
func (w *Workflow) agreements(pairs []pair, said []map[pair]answer, scale testsets.Scale) ([]Agreement, error) {
	threshold, err := stats.ParseKappaThreshold(w.Plan.Threshold)
	if err != nil {
		return nil, err
	}
	var grades []int
	for _, l := range scale {
		grades = append(grades, l.Grade)
	}
	var list []Agreement
	var errs []error
	for i := range said {
		for j := range i {
			a, err := agree(pairs, said[j], said[i], grades, threshold)
			a.A, a.B = w.Plan.Labellers[j], w.Plan.Labellers[i]
			switch {
			case err != nil:
				errs = append(errs, fmt.Errorf("%s and %s: %w", a.A, a.B, err))
			case !a.Passes:
				errs = append(errs, fmt.Errorf("%w: kappa of %s and %s is %s over %d pairs, and has to be above %s; talk about the guideline, not about documents, and grade again", ErrAgreement, a.A, a.B, kappaText(a.Kappa), a.Pairs, w.Plan.Threshold))
			}
			list = append(list, a)
		}
	}
	return list, errors.Join(errs...)
}

// kappaText has four decimals at most.
func kappaText(k float64) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.4f", k), "0"), ".")
}

// agree judges two people's labels.
func agree(pairs []pair, one, other map[pair]answer, grades []int, threshold stats.KappaThreshold) (Agreement, error) {
	const blank = -1 << 30 // below every grade
	var out Agreement
	var a, b, wholeA, wholeB []int
	for _, p := range pairs {
		x, y := one[p].grade, other[p].grade
		switch {
		case x != nil && y != nil:
			a, b = append(a, *x), append(b, *y)
			wholeA, wholeB = append(wholeA, *x), append(wholeB, *y)
			continue
		case x != nil:
			wholeA, wholeB = append(wholeA, *x), append(wholeB, blank)
		case y != nil:
			wholeA, wholeB = append(wholeA, blank), append(wholeB, *y)
		}
		out.Blanks++
	}
	out.Pairs = len(a)
	if out.Pairs == 0 {
		return out, fmt.Errorf("no pair has a grade of both: %w", ErrAgreement)
	}
	table, err := stats.NewConfusion(a, b, grades)
	if err != nil {
		return out, fmt.Errorf("a grade outside the scale of the set: %w", err)
	}
	ruling, err := threshold.Judge(table)
	out.Kappa, out.Passes, out.Measured = ruling.Kappa, ruling.Passes, ruling.Measured
	if err != nil || out.Blanks == 0 {
		return out, err
	}
	whole, err := stats.NewConfusion(wholeA, wholeB, nil)
	if err != nil {
		return out, err
	}
	if ruling, err = threshold.Judge(whole); err == nil {
		out.WithBlanks = &ruling.Kappa
	}
	return out, err
}

// cautions are what a passing kappa hides.
func (a Agreement) cautions(all int) []string {
	var out []string
	if !a.Measured {
		out = append(out, fmt.Sprintf("%s and %s gave one grade throughout: they agree, and nothing was measured", a.A, a.B))
	}
	if a.Blanks > 0 && float64(a.Blanks) > manyBlanks*float64(all) {
		text := fmt.Sprintf("%s or %s could not judge %d of %d pairs, and pairs left out flatter kappa", a.A, a.B, a.Blanks, all)
		if a.WithBlanks != nil {
			text += fmt.Sprintf(": with a blank against a grade as a disagreement it is %s, not %s", kappaText(*a.WithBlanks), kappaText(a.Kappa))
		}
		out = append(out, text)
	}
	return out
}
