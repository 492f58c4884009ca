package bridge

import (
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/stats"
)

// of lists one number of each query.
func of(queries []query, value func(query) float64) []float64 { return ordered.Each(queries, value) }

func mean(values []float64) float64 { return ordered.Sum(values) / float64(max(1, len(values))) }

func underOld(q query) float64  { return q.oldA }
func aUnderNew(q query) float64 { return q.newA }
func bUnderNew(q query) float64 { return q.newB }

// newLabels returns A's scores of the old queries with the new labels where there are some: L1′.
func newLabels(q query) float64 {
	if q.inNew {
		return q.newA
	}
	return q.oldA
}

func (s sides) measure(name string, level float64) (result.BridgeMeasure, error) {
	m := result.BridgeMeasure{
		Measure: name, From: mean(of(s.old, underOld)), To: mean(of(s.new, bUnderNew)),
		OldN: len(s.old), NewN: len(s.new), Kept: len(s.kept), Left: len(s.left), Entered: len(s.enter),
	}
	m.Total = m.To - m.From
	var err error
	if s.chained {
		m.Terms, err = s.chain(level)
		return m, err
	}
	over := mean(of(s.new, aUnderNew))
	m.Over = &over
	m.Terms, err = s.direct(over, level)
	return m, err
}

// direct returns the bridge by which A is asked everything.
func (s sides) direct(over, level float64) ([]result.BridgeTerm, error) {
	between := mean(of(s.old, newLabels))
	kept := mean(of(s.kept, aUnderNew))
	t := terms{level: level}
	t.labels(s.kept, float64(len(s.kept))/float64(len(s.old)))
	// Each query that came or went weighs as much as it does in its version's mean.
	entered, left := of(s.enter, aUnderNew), of(s.left, underOld)
	t.contrast(result.BridgeQueries, "", over-between, scaled(entered, float64(len(s.enter))/float64(len(s.new))), scaled(left, float64(len(s.left))/float64(len(s.old))))
	if len(s.kept) > 0 {
		keptScores := of(s.kept, aUnderNew)
		t.contrast(result.BridgeLeft, result.BridgeQueries, kept-between, scaled(keptScores, float64(len(s.left))/float64(len(s.old))), scaled(left, float64(len(s.left))/float64(len(s.old))))
		t.contrast(result.BridgeEntered, result.BridgeQueries, over-kept, scaled(entered, float64(len(s.enter))/float64(len(s.new))), scaled(keptScores, float64(len(s.enter))/float64(len(s.new))))
	}
	t.system(s.new)
	return t.list, t.err
}

// chain returns the bridge through the kept queries.
func (s sides) chain(level float64) ([]result.BridgeTerm, error) {
	keptOld, keptB := of(s.kept, underOld), of(s.kept, bUnderNew)
	t := terms{level: level}
	t.labels(s.kept, 1)
	outOf, into := float64(len(s.left))/float64(len(s.old)), float64(len(s.enter))/float64(len(s.new))
	left, entered := mean(keptOld)-mean(of(s.old, underOld)), mean(of(s.new, bUnderNew))-mean(keptB)
	t.list = append(t.list, result.BridgeTerm{Term: result.BridgeQueries, Value: left + entered, N: len(s.left) + len(s.enter)})
	t.contrast(result.BridgeLeft, result.BridgeQueries, left, scaled(keptOld, outOf), scaled(of(s.left, underOld), outOf))
	t.contrast(result.BridgeEntered, result.BridgeQueries, entered, scaled(of(s.enter, bUnderNew), into), scaled(keptB, into))
	t.system(s.kept)
	return t.list, t.err
}

func scaled(values []float64, by float64) []float64 {
	return ordered.Each(values, func(v float64) float64 { return v * by })
}

// terms are collected with their intervals.
type terms struct {
	level float64
	list  []result.BridgeTerm
	err   error
}

// labels returns what the new labels did to the kept queries: a paired interval, times their share of the mean.
func (t *terms) labels(kept []query, share float64) {
	changes := of(kept, func(q query) float64 { return q.newA - q.oldA })
	term := result.BridgeTerm{Term: result.BridgeLabels, Value: float64(mean(changes) * share), N: len(kept)}
	if d, err := stats.DifferencesOf(changes); err == nil {
		test, err := stats.TTest{Level: t.level}.Test(d)
		t.fail(err)
		term.Interval = intervalOf(test, term.Value, share)
	}
	t.list = append(t.list, term)
}

// contrast returns a difference of means of two independent groups, which already weigh what they do in the term.
func (t *terms) contrast(name, part string, value float64, x, y []float64) {
	term := result.BridgeTerm{Term: name, Of: part, Value: value, N: len(x) + len(y)}
	if len(x) > 0 && len(y) > 0 {
		test, err := stats.Welch{Level: t.level}.CompareGroups(x, y)
		t.fail(err)
		term.Interval = intervalOf(test, value, 1)
	}
	t.list = append(t.list, term)
}

// system returns the mean difference of both systems under the new labels. Its interval is that of a comparison.
func (t *terms) system(queries []query) {
	d := of(queries, func(q query) float64 { return q.newB - q.newA })
	t.list = append(t.list, result.BridgeTerm{Term: result.BridgeSystem, Value: mean(d), N: len(queries)})
}

// intervalOf returns a test's interval around a value that the effect was scaled to.
func intervalOf(test stats.Result, value, share float64) *result.Interval {
	i := test.Interval
	if i == nil {
		return nil
	}
	half := float64((i.High - i.Low) / 2 * share)
	return &result.Interval{Method: i.Method, Level: i.Level, Low: value - half, High: value + half}
}

func (t *terms) fail(err error) {
	if t.err == nil {
		t.err = err
	}
}

// compared gives every system term the interval that a comparison of A and B on the new version prints: on
// all of its queries, or on the kept ones where the bridge goes through these.
func (c Crossing) compared(b *result.Bridge) error {
	a, candidate := *c.NewA, *c.NewB
	if b.Form == result.BridgeChained {
		a.KeepQueries(c.keptIn(&a))
		candidate.KeepQueries(c.keptIn(&candidate))
		var missing []string // those that entered are left out
		for i := range a.Len() {
			if a.Status(i) == result.Missing {
				missing = append(missing, a.ID(i))
			}
		}
		warnOfMissing(&a, missing, fmt.Sprintf("%d kept queries are not in the run", a.Len()))
	}
	with, err := compare.Against(&a, []*scoring.Table{&candidate}, compare.Settings{Alpha: 1 - c.level(), Ungrouped: true})
	if with == nil {
		return err
	}
	var coverage *compare.CoverageError
	if err != nil && !errors.As(err, &coverage) {
		return err
	}
	for m := range b.Measures {
		for _, pair := range with.Comparisons[0].Measures {
			if pair.Measure == b.Measures[m].Measure {
				terms := b.Measures[m].Terms
				terms[len(terms)-1].Interval = pair.Interval
			}
		}
	}
	b.Warnings = append(b.Warnings, with.Comparisons[0].Health...)
	return nil
}

// keptIn returns the places of the queries that both versions ask in the same words.
func (c Crossing) keptIn(t *scoring.Table) []int {
	texts := textsOf(c.OldA)
	var at []int
	for i := range t.Len() {
		if text, ok := texts[t.ID(i)]; ok && text == t.Query(i).Text {
			at = append(at, i)
		}
	}
	return at
}
