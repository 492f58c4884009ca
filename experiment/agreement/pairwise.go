package agreement

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats/agreement"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/kappa"
	"github.com/rankduel/rankduel/testsets/label/labelfile"
)

// pairwise compares two people.
func (c *comparison) pairwise(a, b labelfile.Labels) (result.PairAgreement, error) {
	out := result.PairAgreement{A: a.Person, B: b.Person}
	both := kappa.Of(c.pairs, said(a), said(b))
	out.Blanks = both.Blanks
	if len(both.Pairs) == 0 {
		if a.File == b.File {
			return out, fmt.Errorf("%s: %s and %s graded no document both", a.File, a.Person, b.Person)
		}
		return out, fmt.Errorf("%s and %s graded no document both; are these labels of one pool?", a.File, b.File)
	}
	ruling, err := both.Judge(c.Scale, c.threshold)
	if err != nil {
		return out, err
	}
	all := both.Graded
	out.Passes, out.Measured, out.Confusion, out.WithBlanks = ruling.Passes, ruling.Measured, ruling.Confusion.Counts, ruling.WithBlanks
	if out.AgreementNumbers, err = c.numbers(all); err != nil {
		return out, err
	}
	if err := c.beside(&out, ruling.Confusion, all); err != nil {
		return out, err
	}
	if out.Strata, err = c.strata(all); err != nil {
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

// numbers returns kappa and its interval by queries.
func (c *comparison) numbers(l kappa.Graded) (result.AgreementNumbers, error) {
	var clusters []agreement.Confusion
	equal := 0
	for from := 0; from < len(l.Pairs); {
		to := from
		for to < len(l.Pairs) && l.Pairs[to].Query == l.Pairs[from].Query {
			to++
		}
		table, err := agreement.NewConfusion(l.A[from:to], l.B[from:to], c.grades)
		if err != nil {
			return result.AgreementNumbers{}, err
		}
		clusters = append(clusters, table)
		equal += table.Agreed()
		from = to
	}
	k, err := agreement.KappaOverClusters(clusters, agreement.Unweighted, c.Level)
	if err != nil {
		return result.AgreementNumbers{}, err
	}
	n := result.AgreementNumbers{N: len(l.Pairs), Queries: k.Clusters, Equal: equal, Kappa: k.Value}
	if k.Interval != nil {
		n.Interval = &result.Interval{Method: k.Interval.Method, Level: k.Interval.Level, Low: k.Interval.Low, High: k.Interval.High}
	}
	return n, nil
}

// next to computes what is next to the kappa that decides.
func (c *comparison) beside(out *result.PairAgreement, whole agreement.Confusion, l kappa.Graded) error {
	for w, to := range map[agreement.Weighting]**float64{agreement.Linear: &out.Linear, agreement.Quadratic: &out.Quadratic} {
		k, err := agreement.CohenKappa(whole, w, c.Level)
		if err != nil {
			return err
		}
		*to = k.Value
	}
	ratings := make([][]int, len(l.Pairs))
	counts := map[int]int{}
	for i := range l.Pairs {
		ratings[i] = []int{l.A[i], l.B[i]}
		counts[l.A[i]]++
		counts[l.B[i]]++
	}
	panel, err := agreement.NewPanel(ratings, c.grades)
	if err != nil {
		return err
	}
	ac1, err := agreement.GwetAC(panel, agreement.Unweighted, c.Level)
	if err != nil {
		return err
	}
	out.AC1 = ac1.Value
	for _, g := range c.grades {
		if counts[g] > counts[out.Commonest] {
			out.Commonest = g
		}
	}
	out.Prevalence = float64(counts[out.Commonest]) / float64(2*len(l.Pairs))
	return nil
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
		n, err := c.numbers(*by[name])
		if err != nil {
			return nil, err
		}
		out = append(out, result.StratumAgreement{Stratum: name, AgreementNumbers: n})
	}
	return out, nil
}

// caution warns of what a kappa hides besides blanks.
func (c *comparison) caution(p result.PairAgreement) {
	who := p.A + " and " + p.B
	if missing := len(c.pairs) - p.N - p.Blanks; missing > 0 {
		c.warn("not_common", "%d of %d documents were not seen by both %s, and say nothing of them", missing, len(c.pairs), who)
	}
	if p.Prevalence >= 0.8 && p.Measured {
		c.warn("prevalence", "%.0f %% of all grades of %s are %d: kappa is low then in spite of much agreement; AC1 is less so", 100*p.Prevalence, who, p.Commonest)
	}
	if p.Passes && p.Interval != nil && p.Measured && p.Interval.Low <= c.limit() {
		c.warn("interval", "the interval of %s reaches down to %.2f: other queries might not have passed", who, p.Interval.Low)
	}
	if p.Interval == nil {
		c.warn("one_query", "%s share one query: how far kappa would be from this on others is not known", who)
	}
}

// limit returns the threshold as a number, for words; it decides nothing.
func (c *comparison) limit() float64 {
	x, _ := strconv.ParseFloat(c.threshold.String(), 64) // it was parsed as a decimal
	return x
}
