package refresh

import (
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/stats/agreement"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/kappa"
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
	// where no one left one.
	WithBlanks *float64 `json:"kappa_with_blanks,omitempty"`

	hides []kappa.Caution
}

// ErrAgreement says that people agree too little for their labels to become a
// test set.
var ErrAgreement = errors.New("too little agreement")

// agreements judges every two labellers by the plan's threshold.
func (w *Workflow) agreements(pairs []label.Pair, labels []map[label.Pair]label.Line, scale testsets.Scale) ([]Agreement, error) {
	threshold, err := agreement.ParseKappaThreshold(w.Plan.Threshold)
	if err != nil {
		return nil, err
	}
	var list []Agreement
	var errs []error
	for i := range labels {
		for j := range i {
			one, other := w.Plan.Labellers[j], w.Plan.Labellers[i]
			both, r, err := agree(pairs, labels[j], labels[i], scale, threshold)
			a := Agreement{A: one, B: other, Pairs: len(both.Pairs), Blanks: both.Blanks, Kappa: r.Kappa, Passes: r.Passes, Measured: r.Measured, WithBlanks: r.WithBlanks}
			switch {
			case err != nil:
				errs = append(errs, fmt.Errorf("%s and %s: %w", a.A, a.B, err))
			case !a.Passes:
				errs = append(errs, fmt.Errorf("%w: kappa of %s and %s is %s over %s, and has to be above %s; talk about the guideline, not about documents, and grade again", ErrAgreement, a.A, a.B, kappa.Text(a.Kappa), prose.Plural(a.Pairs, "pair"), w.Plan.Threshold))
			}
			if err == nil {
				a.hides = both.Warnings(r, one+" and "+other)
			}
			list = append(list, a)
		}
	}
	return list, errors.Join(errs...)
}

// agree judges two people's labels.
func agree(pairs []label.Pair, one, other map[label.Pair]label.Line, scale testsets.Scale, threshold agreement.KappaThreshold) (*kappa.Both, kappa.Ruling, error) {
	both := kappa.Of(pairs, said(one), said(other))
	ruling, err := both.Judge(scale, threshold)
	if errors.Is(err, kappa.ErrNothing) {
		err = fmt.Errorf("%w: %w", err, ErrAgreement)
	}
	return both, ruling, err
}

// said returns what a person said, for those who compare.
func said(lines map[label.Pair]label.Line) kappa.Labels {
	return func(p label.Pair) (*int, bool) {
		l, ok := lines[p]
		return l.Grade, ok
	}
}
