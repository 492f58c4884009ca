package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// A pairing matches two systems' queries by id, never by position. Pairs stand in the order of the ids' bytes, so that
// neither the order of a file nor that of a store, nor which system is the baseline, changes what is resampled.
type pairing struct {
	a, b   *scoring.Table
	qa, qb []int // positions in a and b
	mb     []int // by measure of a, its position in b

	// The unit of inference is the query, or the group of wordings of one need.
	unit    []int // by pair; nil: each is its own
	first   []int // by unit, the first of its pairs; nil likewise
	grouped bool

	// All pairings of one family, where this one keeps only queries on which every system has a score; else nil.
	together []*pairing

	twin  *twin // nil without labels of a model
	known *known

	best map[int]*float64 // by measure, as far as it was asked for; see bestMean
}

// An UnpairedError names queries that only one of two systems has.
type UnpairedError struct {
	A, B         string
	OnlyA, OnlyB []string
}

// Error names the first few queries of each side.
func (e *UnpairedError) Error() string {
	return fmt.Sprintf("%s and %s were not scored on the same queries: only in %s: %s; only in %s: %s; score both on one test set",
		e.A, e.B, e.A, prose.FirstFew(e.OnlyA), e.B, prose.FirstFew(e.OnlyB))
}

// pair matches b's queries to a's. Both have to hold the same queries: a missing or failed one is a row
// with that status, so a difference in the sets means that they were scored on different test sets.
func pair(a, b *scoring.Table) (*pairing, error) {
	if a.Profile.Name != b.Profile.Name {
		return nil, fmt.Errorf("%s was scored under profile %s and %s under %s; runs of different profiles are not compared", a.Name, a.Profile.Name, b.Name, b.Profile.Name)
	}
	if !slices.Equal(sortedTexts(a), sortedTexts(b)) {
		return nil, fmt.Errorf("%s was scored by %s and %s by %s; score both by the same measures", a.Name, measuresOf(a), b.Name, measuresOf(b))
	}
	if a.TestSet.SHA256 != b.TestSet.SHA256 || a.TestSet.Part != b.TestSet.Part {
		return nil, fmt.Errorf("%s was scored on %s and %s on %s; score both on one test set", a.Name, a.TestSet.Label(), b.Name, b.TestSet.Label())
	}
	p := &pairing{a: a, b: b, best: map[int]*float64{}, known: &known{}}
	for _, m := range a.Measures {
		p.mb = append(p.mb, metrics.Index(b.Measures, m))
	}
	missing := &UnpairedError{A: a.Name, B: b.Name}
	p.qa = byID(a)
	if p.qb = p.qa; !a.SameQueries(b) {
		p.qb = byID(b)
		missing.OnlyA, missing.OnlyB = apart(ordered.Each(p.qa, a.ID), ordered.Each(p.qb, b.ID))
	}
	if len(missing.OnlyA)+len(missing.OnlyB) > 0 {
		return nil, missing
	}
	p.setUnits()
	return p, nil
}

// apart returns what only one of two lists has, which are in order.
func apart(a, b []string) (onlyA, onlyB []string) {
	for len(a) > 0 && len(b) > 0 {
		switch order := strings.Compare(a[0], b[0]); {
		case order < 0:
			onlyA, a = append(onlyA, a[0]), a[1:]
		case order > 0:
			onlyB, b = append(onlyB, b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return append(onlyA, a...), append(onlyB, b...)
}

// setUnits makes the groups the units, and queries outside any group.
func (p *pairing) setUnits() {
	if !slices.ContainsFunc(p.qa, func(q int) bool { return p.a.Group(q) != "" }) {
		p.ungroup()
		return
	}
	p.unit = make([]int, len(p.qa))
	at := map[string]int{}
	for i, q := range p.qa {
		group := p.a.Group(q)
		u, known := at[group]
		if group == "" || !known {
			u = len(p.first)
			p.first = append(p.first, i)
			at[group] = u
		}
		p.unit[i] = u
		p.grouped = p.grouped || known && group != ""
	}
}

// ungroup makes every query a unit of its own.
func (p *pairing) ungroup() { p.unit, p.first, p.grouped = nil, nil, false }

// id returns that of the query of pair i.
func (p *pairing) id(i int) string { return p.a.ID(p.qa[i]) }

func (p *pairing) unitCount() int {
	if p.unit == nil {
		return len(p.qa)
	}
	return len(p.first)
}

// unitName returns the group that is unit u, or the id of its query.
func (p *pairing) unitName(u int) string {
	if p.unit == nil {
		return p.id(u)
	}
	return cmp.Or(p.a.Group(p.qa[p.first[u]]), p.id(p.first[u]))
}

// unitOf returns the unit of pair i.
func (p *pairing) unitOf(i int) int {
	if p.unit == nil {
		return i
	}
	return p.unit[i]
}

// byUnit takes the means of the scores of each unit: what comes out is sampled,
// flipped and tested by unit, and its positions are those of units.
func (p *pairing) byUnit(s sample) sample {
	if !p.grouped {
		return s
	}
	return p.gather(s, func(int) float64 { return 1 })
}

// gather takes the means by the weights of pairs.
func (p *pairing) gather(s sample, weight func(i int) float64) sample {
	out, place := sample{undefined: s.undefined}, map[int]int{}
	for i, at := range s.at {
		u := p.unitOf(at)
		to, known := place[u]
		if !known {
			to = len(out.at)
			place[u] = to
			out.at, out.a, out.b, out.weights = append(out.at, u), append(out.a, 0), append(out.b, 0), append(out.weights, 0)
		}
		w := weight(at)
		out.a[to] += float64(w * s.a[i])
		out.b[to] += float64(w * s.b[i])
		out.weights[to] += w
	}
	for to, n := range out.weights {
		out.a[to] /= n
		out.b[to] /= n
	}
	return out
}

func sortedTexts(s *scoring.Table) []string {
	return slices.Sorted(slices.Values(metrics.Texts(s.Measures)))
}

// byID lists the positions of the queries in the order of their ids.
func byID(s *scoring.Table) []int { return ordered.ByText(s.Len(), s.ID) }

// strata lists the strata of the pairs, in the order of the test set, then of their first pair.
func (p *pairing) strata() []string {
	names := slices.DeleteFunc(slices.Clone(p.a.TestSet.Order), func(name string) bool {
		return !slices.ContainsFunc(p.qa, func(q int) bool { return p.a.Stratum(q) == name })
	})
	for _, q := range p.qa {
		if name := p.a.Stratum(q); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// A sample is the paired scores of one measure over some of the queries.
type sample struct {
	at        []int // positions in the pairing, or of units
	a, b      []float64
	undefined int       // pairs left out because the measure is undefined in an arm
	weights   []float64 // of gathered units: of their pairs together
}

// scores returns those of measure m in pair i: NaN for a failed query, or *failed where that is given.
func (p *pairing) scores(m, i int, failed *float64) (a, b float64) {
	instead := math.NaN()
	if failed != nil {
		instead = *failed
	}
	a, b = p.a.Value(m, p.qa[i]), p.b.Value(p.mb[m], p.qb[i])
	if notMeasured(p.a, p.qa[i]) {
		a = instead
	}
	if notMeasured(p.b, p.qb[i]) {
		b = instead
	}
	return a, b
}

// missingSomewhere reports whether one system at least has no score of measure m in pair i.
func missingSomewhere(pairings []*pairing, m, i int, failed *float64) bool {
	return slices.ContainsFunc(pairings, func(p *pairing) bool {
		a, b := p.scores(m, i, failed)
		return math.IsNaN(a) || math.IsNaN(b)
	})
}

// sample collects pairs of measure m, nil being all. A failed query is left out, or scored *failed where
// that is given; an undefined score leaves the pair out of both arms.
func (p *pairing) sample(m int, failed *float64, pairs []int) sample {
	n := len(pairs)
	if pairs == nil {
		n = len(p.qa)
	}
	s := sample{at: make([]int, 0, n), a: make([]float64, 0, n), b: make([]float64, 0, n)}
	for i := range n {
		if pairs != nil {
			i = pairs[i]
		}
		if failed == nil && p.failedAt(i) || p.known.weight(i) == 0 {
			continue
		}
		va, vb := p.scores(m, i, failed)
		if math.IsNaN(va) || math.IsNaN(vb) {
			s.undefined++
			continue
		}
		if missingSomewhere(p.together, m, i, failed) {
			continue
		}
		s.at = append(s.at, i)
		s.a, s.b = append(s.a, va), append(s.b, vb)
	}
	return s
}

func (s sample) differences() []float64 {
	d := make([]float64, len(s.a))
	for i := range d {
		d[i] = s.b[i] - s.a[i]
	}
	return d
}

// notMeasured tells a query that failed from one that failed under a profile that counts it as a miss.
func notMeasured(t *scoring.Table, q int) bool { return t.Status(q) == result.Failed && t.LeftOut(q) }

// failedAt tells whether an arm could not answer query i.
func (p *pairing) failedAt(i int) bool { return notMeasured(p.a, p.qa[i]) || notMeasured(p.b, p.qb[i]) }

// failed counts the pairs that are left out because an arm could not answer.
func (p *pairing) failed() int {
	n := 0
	for i := range p.qa {
		if p.failedAt(i) {
			n++
		}
	}
	return n
}

func measuresOf(s *scoring.Table) string { return strings.Join(metrics.Texts(s.Measures), ", ") }
