package agreement

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/label/labelfile"
)

// both are the grades of pairs that two people graded.
type both struct {
	pairs []label.Pair
	a, b  []int
}

// pairwise compares two people.
func (c *comparison) pairwise(a, b labelfile.Labels) (result.PairAgreement, error) {
	out := result.PairAgreement{A: a.Person, B: b.Person}
	all, blanks, blanked := c.both(a, b)
	out.Blanks = blanks
	if len(all.pairs) == 0 {
		return out, fmt.Errorf("%s and %s graded no document both; are these labels of one pool?", a.File, b.File)
	}
	whole, err := stats.NewConfusion(all.a, all.b, c.grades)
	if err != nil {
		return out, err
	}
	ruling, err := c.threshold.Judge(whole)
	if err != nil {
		return out, err
	}
	out.Passes, out.Measured, out.Confusion = ruling.Passes, ruling.Measured, whole.Counts
	if out.AgreementNumbers, err = c.numbers(all); err != nil {
		return out, err
	}
	if err := c.beside(&out, whole, all); err != nil {
		return out, err
	}
	if blanks > 0 {
		k, err := kappaOf(blanked, c.threshold)
		if err != nil {
			return out, err
		}
		out.WithBlanks = &k
	}
	if out.Strata, err = c.strata(all); err != nil {
		return out, err
	}
	c.caution(out)
	return out, nil
}

// blank stands for a document that was seen and not graded: a label that no
// grade equals.
const blank = -1 << 30

// both finds what two people graded, how many pairs one of them or both left
// blank, and the labels with blanks among them.
func (c *comparison) both(a, b labelfile.Labels) (graded both, blanks int, blanked both) {
	for _, pair := range c.pairs {
		x, seenA := a.Marks[pair]
		y, seenB := b.Marks[pair]
		switch {
		case !seenA || !seenB:
		case x.Grade != nil && y.Grade != nil:
			graded.add(pair, *x.Grade, *y.Grade)
			blanked.add(pair, *x.Grade, *y.Grade)
		case x.Grade != nil:
			blanks++
			blanked.add(pair, *x.Grade, blank)
		case y.Grade != nil:
			blanks++
			blanked.add(pair, blank, *y.Grade)
		default:
			blanks++
		}
	}
	return graded, blanks, blanked
}

func (l *both) add(pair label.Pair, a, b int) {
	l.pairs, l.a, l.b = append(l.pairs, pair), append(l.a, a), append(l.b, b)
}

func kappaOf(l both, threshold stats.KappaThreshold) (float64, error) {
	table, err := stats.NewConfusion(l.a, l.b, nil)
	if err != nil {
		return 0, err
	}
	ruling, err := threshold.Judge(table)
	return ruling.Kappa, err
}

// numbers are kappa and its interval by queries.
func (c *comparison) numbers(l both) (result.AgreementNumbers, error) {
	var clusters []stats.Confusion
	equal := 0
	for from := 0; from < len(l.pairs); {
		to := from
		for to < len(l.pairs) && l.pairs[to].Query == l.pairs[from].Query {
			to++
		}
		table, err := stats.NewConfusion(l.a[from:to], l.b[from:to], c.grades)
		if err != nil {
			return result.AgreementNumbers{}, err
		}
		clusters = append(clusters, table)
		equal += table.Agreed()
		from = to
	}
	k, err := stats.KappaOverClusters(clusters, stats.Unweighted, c.Level)
	if err != nil {
		return result.AgreementNumbers{}, err
	}
	n := result.AgreementNumbers{N: len(l.pairs), Queries: k.Clusters, Equal: equal, Kappa: k.Value}
	if k.Interval != nil {
		n.Interval = &result.Interval{Method: k.Interval.Method, Level: k.Interval.Level, Low: k.Interval.Low, High: k.Interval.High}
	}
	return n, nil
}

// beside computes what stands beside the kappa that decides.
func (c *comparison) beside(out *result.PairAgreement, whole stats.Confusion, l both) error {
	for w, to := range map[stats.Weighting]**float64{stats.Linear: &out.Linear, stats.Quadratic: &out.Quadratic} {
		k, err := stats.CohenKappa(whole, w, c.Level)
		if err != nil {
			return err
		}
		*to = k.Value
	}
	ratings := make([][]int, len(l.pairs))
	counts := map[int]int{}
	for i := range l.pairs {
		ratings[i] = []int{l.a[i], l.b[i]}
		counts[l.a[i]]++
		counts[l.b[i]]++
	}
	panel, err := stats.NewPanel(ratings, c.grades)
	if err != nil {
		return err
	}
	ac1, err := stats.GwetAC(panel, stats.Unweighted, c.Level)
	if err != nil {
		return err
	}
	out.AC1 = ac1.Value
	for _, g := range c.grades {
		if counts[g] > counts[out.Commonest] {
			out.Commonest = g
		}
	}
	out.Prevalence = float64(counts[out.Commonest]) / float64(2*len(l.pairs))
	return nil
}

// strata are the same by stratum, in their order of name.
func (c *comparison) strata(all both) ([]result.StratumAgreement, error) {
	if c.Stratum == nil {
		return nil, nil
	}
	by := map[string]*both{}
	var names []string
	for i, pair := range all.pairs {
		s := c.Stratum(pair.Query)
		if by[s] == nil {
			by[s] = &both{}
			names = append(names, s)
		}
		by[s].add(pair, all.a[i], all.b[i])
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

// caution warns of what a kappa hides.
func (c *comparison) caution(p result.PairAgreement) {
	who := p.A + " and " + p.B
	if !p.Measured {
		c.warn("one_label", "%s gave one grade throughout: kappa is 1 by convention, and nothing was measured", who)
	}
	if seen := p.N + p.Blanks; float64(p.Blanks) > manyBlanks*float64(seen) {
		c.warn("many_blanks", "%s left %d of %d documents without a grade, and what is left out flatters kappa; with blanks as disagreements it is %.4f", who, p.Blanks, seen, withBlanks(p))
	}
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

// withBlanks is kappa with blanks; where both left every blank alike it is the
// one without.
func withBlanks(p result.PairAgreement) float64 {
	if p.WithBlanks == nil {
		return p.Kappa
	}
	return *p.WithBlanks
}

// limit is the threshold as a number, for words; it decides nothing.
func (c *comparison) limit() float64 {
	x, _ := strconv.ParseFloat(c.threshold.String(), 64) // it was parsed as a decimal
	return x
}
