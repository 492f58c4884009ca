package agreement

import (
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/stats/agreement"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/kappa"
	"github.com/rankduel/rankduel/testsets/label/labelfile"
)

func (c *comparison) pairwise(a, b labelfile.Labels) (result.PairAgreement, error) {
	out := result.PairAgreement{A: a.Person, B: b.Person}
	both := kappa.Of(c.pairs, said(a), said(b))
	out.Blanks = both.Blanks
	if len(both.Pairs) == 0 {
		if a.File == b.File {
			return out, fmt.Errorf("%s: %s and %s %w", a.File, a.Person, b.Person, errApart)
		}
		return out, fmt.Errorf("%s and %s graded no document both; are these labels of one pool?", a.File, b.File)
	}
	ruling, err := both.Judge(c.Scale, c.rule)
	if err != nil {
		return out, err
	}
	out.AgreementNumbers = numbers(ruling)
	out.Above, out.Passes, out.Needed, out.Confusion, out.WithBlanks = ruling.Above, ruling.Passes, ruling.Needed, ruling.Confusion.Counts, ruling.WithBlanks
	out.Commonest, out.Prevalence = ruling.Commonest, ruling.Share
	if err := c.coefficients(&out, ruling.Confusion, both.Graded); err != nil {
		return out, err
	}
	if out.Strata, err = c.strata(both.Graded); err != nil {
		return out, err
	}
	for _, caution := range both.Warnings(ruling, a.Person+" and "+b.Person) {
		c.warn(caution.Code, "%s", caution.Text)
	}
	c.caution(out)
	return out, nil
}

// said returns what a person said, for those who compare.
func said(p labelfile.Labels) kappa.Labels {
	return func(pair label.Pair) (*int, bool) {
		m, seen := p.Marks[pair]
		return m.Grade, seen
	}
}

func numbers(r kappa.Ruling) result.AgreementNumbers {
	return result.AgreementNumbers{
		N: r.Documents, Queries: r.Queries, Equal: r.Confusion.Agreed(), Kappa: r.Kappa, Low: r.Low, Interval: (*result.Interval)(r.Interval), Evidence: r.Shows,
	}
}

// coefficients computes the weighted kappas and AC1, which decide nothing.
func (c *comparison) coefficients(out *result.PairAgreement, whole agreement.Confusion, l kappa.Graded) error {
	for w, to := range map[agreement.Weighting]**float64{agreement.Linear: &out.Linear, agreement.Quadratic: &out.Quadratic} {
		k, err := agreement.CohenKappa(whole, w, kappa.Level)
		if err != nil {
			return err
		}
		*to = k.Value
	}
	ratings := make([][]int, len(l.Pairs))
	for i := range l.Pairs {
		ratings[i] = []int{l.A[i], l.B[i]}
	}
	panel, err := agreement.NewPanel(ratings, c.grades)
	if err != nil {
		return err
	}
	ac1, err := agreement.GwetAC(panel, agreement.Unweighted, kappa.Level)
	out.AC1 = ac1.Value
	return err
}

// strata returns the same by stratum, in their order of name.
func (c *comparison) strata(all kappa.Graded) ([]result.StratumAgreement, error) {
	if c.Stratum == nil {
		return nil, nil
	}
	by := map[string]*kappa.Graded{}
	var names []string
	for i, pair := range all.Pairs {
		s := c.Stratum(pair.Query)
		if by[s] == nil {
			by[s] = &kappa.Graded{}
			names = append(names, s)
		}
		by[s].Add(pair, all.A[i], all.B[i])
	}
	slices.Sort(names)
	var out []result.StratumAgreement
	for _, name := range names {
		r, err := by[name].Judge(c.Scale, c.rule)
		if err != nil {
			return nil, err
		}
		out = append(out, result.StratumAgreement{Stratum: name, AgreementNumbers: numbers(r)})
	}
	return out, nil
}

// caution warns of what a kappa hides besides blanks.
func (c *comparison) caution(p result.PairAgreement) {
	who := p.A + " and " + p.B
	if missing := len(c.pairs) - p.N - p.Blanks; missing > 0 {
		c.warn("not_common", "%d of %d documents were not seen by both %s, and say nothing of them", missing, len(c.pairs), who)
	}
	if p.Prevalence >= 0.8 && p.Kappa != nil {
		c.warn("prevalence", "%.0f %% of all grades of %s are %d: kappa is low then in spite of much agreement; AC1 is less so", 100*p.Prevalence, who, p.Commonest)
	}
}

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

// drift compares the first half of a person's grades, as they were given, with the second. It needs four.
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

func average(grades []int) float64 { return float64(ordered.Sum(grades)) / float64(len(grades)) }
