// Package judge says how far the labels of a model are to be trusted: against those of
// people, and against those of another version of the same model.
package judge

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/stats/agreement"
)

// minQueries is the least number of queries that a verdict is made of; level is that of every interval.
const (
	minQueries = 10
	level      = 0.95
)

// Labels are those of a judge or of people, with systems scored by them.
type Labels struct {
	Name   string
	Given  *judgments.Judgments
	Tables []*scoring.Table // by the first measure, with their first hits; the same systems everywhere
	People bool
}

// A Question is what is asked of two kinds of labels.
type Question struct {
	Anchors       *judgments.Judgments         // documents that are compared; nil: all that both labelled
	Groups        map[string]map[string]string // of each query, by what it is a group of
	Alpha, Margin float64
}

// A query is what two kinds of labels say of its documents.
type query struct {
	id           string
	first, other []int
}

// Compare compares labels with those of a reference, on the same documents.
func (q Question) Compare(reference, judge Labels) (result.JudgePair, error) {
	out := result.JudgePair{Reference: reference.Name, Judge: judge.Name, Levels: []result.Shift{}, Groups: []result.JudgeGroup{}, Systems: []result.JudgedSystem{}}
	var queries []query
	queries, out.Lacking = q.common(reference.Given, judge.Given)
	if len(queries) == 0 {
		return out, fmt.Errorf("%s and %s label no document both; are these labels of one pool?", reference.Name, judge.Name)
	}
	whole, err := agree(queries, &out.JudgeAgreement)
	if err != nil {
		return out, err
	}
	out.Grades, out.Confusion = whole.Labels, whole.Counts
	if err := q.shifts(&out, queries); err != nil {
		return out, err
	}
	for _, by := range slices.Sorted(maps.Keys(q.Groups)) {
		members := map[string][]query{}
		for _, one := range queries {
			if name := q.Groups[by][one.id]; name != "" {
				members[name] = append(members[name], one)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(members)) {
			group := result.JudgeGroup{By: by, Name: name}
			if _, err := agree(members[name], &group.JudgeAgreement); err != nil {
				return out, err
			}
			out.Groups = append(out.Groups, group)
		}
	}
	return out, q.systems(&out, reference, judge)
}

// common lists queries with documents that both labelled, and counts documents that one did not.
func (q Question) common(a, b *judgments.Judgments) (out []query, lacking int) {
	asked := cmp.Or(q.Anchors, a)
	for i := range asked.Len() {
		one := query{id: asked.Query(i).ID}
		first, other := a.GradesOf(one.id, metrics.DocumentLevel), b.GradesOf(one.id, metrics.DocumentLevel)
		for _, doc := range slices.Sorted(maps.Keys(asked.GradesOf(one.id, metrics.DocumentLevel))) {
			x, inA := first[doc]
			y, inB := other[doc]
			if inA && inB {
				one.first, one.other = append(one.first, x), append(one.other, y)
			} else {
				lacking++
			}
		}
		if len(one.first) > 0 {
			out = append(out, one)
		}
	}
	return out, lacking
}

// agree says how far both kinds of labels agree beyond chance, and counts their grades.
func agree(queries []query, out *result.JudgeAgreement) (agreement.Confusion, error) {
	var first, other []int
	for _, q := range queries {
		first, other = append(first, q.first...), append(other, q.other...)
	}
	whole, wrong := agreement.NewConfusion(first, other, nil)
	tables := make([]agreement.Confusion, len(queries))
	for i, q := range queries {
		var err error
		tables[i], err = agreement.NewConfusion(q.first, q.other, whole.Labels)
		wrong = errors.Join(wrong, err)
	}
	k, errK := agreement.KappaOverClusters(tables, level)
	quadratic, errQ := agreement.CohenKappa(whole, agreement.Quadratic, level)
	out.Queries, out.Documents, out.Equal, out.Mean = len(queries), whole.N, whole.Agreed(), shift(queries, 0)
	out.Kappa, out.Interval, out.Quadratic = k.Value, interval(k.Interval), quadratic.Value
	return whole, errors.Join(wrong, errK, errQ)
}

func interval(i *stats.Interval) *result.Interval { return (*result.Interval)(i) }

// shifts says which shares of grades changed, and what that shows.
func (q Question) shifts(out *result.JudgePair, queries []query) error {
	var ps []float64
	within, widest := true, 0.0
	for _, grade := range out.Grades[1:] {
		s := shift(queries, grade)
		out.Levels, ps = append(out.Levels, s), append(ps, *s.Change.PValue)
		low, high := *s.Change.Mean, *s.Change.Mean
		if narrow := test(changes(queries, grade), 1-2*q.Alpha).Interval; narrow != nil {
			low, high = narrow.Low, narrow.High
		}
		within, widest = within && -q.Margin < low && high < q.Margin, max(widest, high-low)
	}
	adjusted, err := stats.Adjust(ps, stats.Holm)
	for i := range out.Levels {
		out.Levels[i].Adjusted = &adjusted[i]
	}
	switch {
	case out.Equal == out.Documents:
		out.Verdict = result.JudgesEqual
	case out.Queries < minQueries:
		out.Verdict = result.JudgesFew
	case slices.Min(adjusted) < q.Alpha:
		out.Verdict = result.JudgesDiffer
	case within:
		out.Verdict = result.JudgesSame
	default:
		out.Verdict = result.JudgesUnclear
		out.Needed = new(int(math.Ceil(float64(out.Queries) * widest * widest / (4 * q.Margin * q.Margin))))
	}
	return err
}

// figure returns the share of grades that are at least so high; of 0 the mean grade.
func figure(grades []int, least int) (sum float64) {
	for _, g := range grades {
		switch {
		case least == 0:
			sum += float64(g)
		case g >= least:
			sum++
		}
	}
	return sum / float64(len(grades))
}

// changes returns by how much the figure of each query's documents changes.
func changes(queries []query, least int) []float64 {
	d := make([]float64, len(queries))
	for i, q := range queries {
		d[i] = figure(q.other, least) - figure(q.first, least)
	}
	return d
}

func shift(queries []query, least int) result.Shift {
	s := result.Shift{Grade: least, Change: test(changes(queries, least), level)}
	for _, q := range queries {
		s.Reference += figure(q.first, least) / float64(len(queries))
		s.Judge += figure(q.other, least) / float64(len(queries))
	}
	return s
}

// test returns the mean of differences of queries with Student's interval and p.
func test(d []float64, level float64) result.Estimated {
	diffs, err := stats.DifferencesOf(d)
	if err != nil {
		panic(err) // there is a query, and figures are finite
	}
	r, err := stats.TTest{Level: level}.Test(diffs)
	if err != nil {
		panic(err) // levels were checked
	}
	if r.P == nil { // all the same and not 0, which has no t: of all 2ⁿ signs two are as far from 0
		r.P = new(math.Pow(2, float64(1-diffs.N)))
	}
	return result.Estimated{Mean: &r.Effect, Interval: interval(r.Interval), PValue: r.P}
}
