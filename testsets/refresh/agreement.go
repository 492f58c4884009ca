package refresh

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/kappa"
)

// An Agreement is how two labellers agree about the pool.
type Agreement struct {
	A string `json:"a"`
	B string `json:"b"`
	kappa.Evidence
	Blanks int  `json:"blanks"` // that one of them, or both, could not judge
	Passes bool `json:"passes"`
	// WithBlanks is kappa with a blank against a grade as a disagreement; nil where no one left one.
	WithBlanks *float64 `json:"kappa_with_blanks,omitempty"`

	hides []kappa.Caution
}

// ErrAgreement says that labels do not pass the rule that they have to pass to become a test set.
var ErrAgreement = errors.New("the labels do not pass")

// agreements judges every two labellers by the plan's threshold, and by evidence
// where the plan or the caller requires it.
func (w *Workflow) agreements(pairs []label.Pair, labels []map[label.Pair]label.Line, scale testsets.Scale, evidence string) ([]Agreement, error) {
	rule, err := kappa.ParseRule(w.Plan.Threshold, cmp.Or(evidence, w.Plan.Evidence))
	if err != nil {
		return nil, err
	}
	var list []Agreement
	var errs []error
	for i := range labels {
		for j := range i {
			one, other := w.Plan.Labellers[j], w.Plan.Labellers[i]
			both := kappa.Of(pairs, said(labels[j]), said(labels[i]))
			r, err := both.Judge(scale, rule)
			if errors.Is(err, kappa.ErrNothing) {
				err = fmt.Errorf("%w: %w", err, ErrAgreement)
			}
			a := Agreement{A: one, B: other, Evidence: r.Evidence, Blanks: both.Blanks, Passes: r.Passes, WithBlanks: r.WithBlanks}
			switch {
			case err != nil:
				errs = append(errs, fmt.Errorf("%s and %s: %w", one, other, err))
			case !r.Passes:
				errs = append(errs, fmt.Errorf("%w: %s", ErrAgreement, a.refusal(rule, r.Above)))
			}
			if err == nil {
				a.hides = both.Warnings(r, one+" and "+other)
			}
			list = append(list, a)
		}
	}
	return list, errors.Join(errs...)
}

// refusal says why labels do not pass and what to do.
func (a *Agreement) refusal(rule kappa.Rule, above bool) string {
	threshold := rule.Threshold.String()
	basis := a.Basis(threshold)
	if a.Kappa == nil {
		return fmt.Sprintf("evidence is required, and of %s and %s %s; %s", a.A, a.B, basis, a.Plan(threshold))
	}
	text := fmt.Sprintf("kappa of %s and %s is %s over %s", a.A, a.B, kappa.Text(a.Kappa), prose.Plural(a.Documents, "pair"))
	if !above {
		return fmt.Sprintf("%s, and has to be above %s; %s; talk about the guideline, not about documents, and grade again", text, threshold, basis)
	}
	return fmt.Sprintf("%s, and evidence is required; %s; replace more queries (start with a larger --replace), which gains more than a deeper pool: %s; rankduel testset refresh agreement has a table for that", text, basis, a.Plan(threshold))
}

// said returns what a person said, for those who compare.
func said(lines map[label.Pair]label.Line) kappa.Labels {
	return func(p label.Pair) (*int, bool) {
		l, ok := lines[p]
		return l.Grade, ok
	}
}
