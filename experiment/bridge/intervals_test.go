package bridge_test

import (
	"math"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/bridge"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// Scores of four kept queries, two that left and three that entered.
var (
	keptOldA, keptNewA, keptB = []float64{.2, .4, .6, .8}, []float64{.3, .4, .8, .7}, []float64{.5, .5, .9, .6}
	leftA                     = []float64{.1, .5}
	enteredA, enteredB        = []float64{.9, .2, .7}, []float64{.8, .4, .6}
)

// scored is a table of kept and other queries; where there are no scores for the
// others they are missing.
func scored(t *testing.T, set string, kept, others []float64, initial string) *scoring.Table {
	t.Helper()
	profile, err := metrics.ProfileByName(metrics.DefaultProfile)
	if err != nil {
		t.Fatal(err)
	}
	measures, err := profile.ParseList("P@3")
	if err != nil {
		t.Fatal(err)
	}
	var queries []scoring.ScoredQuery
	for i := range kept {
		queries = append(queries, scoring.ScoredQuery{ID: "k" + string(rune('0'+i)), Text: "k"})
	}
	scores := slices.Concat(kept, others)
	for i := range others {
		q := scoring.ScoredQuery{ID: initial + string(rune('0'+i)), Text: initial}
		if math.IsNaN(others[i]) {
			q.Status, scores[len(kept)+i] = result.Missing, 0
		}
		queries = append(queries, q)
	}
	return scoring.FromScores("a", profile, result.TestSetInfo{Name: set, SHA256: set}, measures, queries, [][]float64{scores})
}

// Intervals by the textbook: of paired changes and of Welch with Satterthwaite's
// degrees of freedom, Student's quantile by integration of his density. What a
// term weighs in its mean scales its interval.
func TestIntervals(t *testing.T) {
	b, err := bridge.Of(bridge.Crossing{
		OldA: scored(t, "v1", keptOldA, leftA, "l"), NewA: scored(t, "v2", keptNewA, enteredA, "e"), NewB: scored(t, "v2", keptB, enteredB, "e"),
	})
	if err != nil {
		t.Fatal(err)
	}
	changes := minus(keptNewA, keptOldA)
	want := map[string][2]float64{
		result.BridgeLabels:  {average(changes) * 4 / 6, paired(changes) * 4 / 6},
		result.BridgeQueries: {average(slices.Concat(keptNewA, enteredA)) - average(slices.Concat(keptNewA, leftA)), welch(times(enteredA, 3./7), times(leftA, 2./6))},
		result.BridgeLeft:    {average(keptNewA) - average(slices.Concat(keptNewA, leftA)), welch(times(keptNewA, 2./6), times(leftA, 2./6))},
		result.BridgeEntered: {average(slices.Concat(keptNewA, enteredA)) - average(keptNewA), welch(times(enteredA, 3./7), times(keptNewA, 3./7))},
	}
	expect(t, b, result.BridgeDirect, want)
}

// The same through the kept queries.
func TestChainedIntervals(t *testing.T) {
	none := []float64{math.NaN(), math.NaN(), math.NaN()}
	b, err := bridge.Of(bridge.Crossing{
		OldA: scored(t, "v1", keptOldA, leftA, "l"), NewA: scored(t, "v2", keptNewA, none, "e"), NewB: scored(t, "v2", keptB, enteredB, "e"),
	})
	if err != nil {
		t.Fatal(err)
	}
	changes := minus(keptNewA, keptOldA)
	expect(t, b, result.BridgeChained, map[string][2]float64{
		result.BridgeLabels:  {average(changes), paired(changes)},
		result.BridgeLeft:    {average(keptOldA) - average(slices.Concat(keptOldA, leftA)), welch(times(keptOldA, 2./6), times(leftA, 2./6))},
		result.BridgeEntered: {average(slices.Concat(keptB, enteredB)) - average(keptB), welch(times(enteredB, 3./7), times(keptB, 3./7))},
	})
}

func expect(t *testing.T, b *result.Bridge, form string, want map[string][2]float64) {
	t.Helper()
	if b.Form != form {
		t.Fatalf("form %s, want %s", b.Form, form)
	}
	found := 0
	for _, term := range b.Measures[0].Terms {
		w, ok := want[term.Term]
		if !ok {
			continue
		}
		found++
		near(t, term.Term, term.Value, w[0])
		if i := term.Interval; i == nil || math.Abs(i.Low-(w[0]-w[1])) > 1e-7 || math.Abs(i.High-(w[0]+w[1])) > 1e-7 {
			t.Errorf("%s: %+v, want %v ± %v", term.Term, i, w[0], w[1])
		}
	}
	if found != len(want) {
		t.Errorf("%d terms of %d", found, len(want))
	}
}

// A query that a system failed on, or that cannot be scored, is of no mean; the
// level is that of every interval, and system counts queries and not groups.
func TestLeftOutAndLevel(t *testing.T) {
	oldA, newA, newB := scored(t, "v1", keptOldA, leftA, "l"), scored(t, "v2", keptNewA, enteredA, "e"), scored(t, "v2", keptB, enteredB, "e")
	oldA.Queries[5].Status, newA.Queries[6].Status = result.Failed, result.Failed
	for _, table := range []*scoring.Table{newA, newB} {
		for i := range table.Queries {
			table.Queries[i].Group = "one" // of which compare would count one
		}
	}
	b, err := bridge.Of(bridge.Crossing{OldA: oldA, NewA: newA, NewB: newB, Level: 0.8})
	if err != nil {
		t.Fatal(err)
	}
	one := b.Measures[0]
	if one.OldN != 5 || one.NewN != 6 || one.Left != 1 || one.Entered != 2 {
		t.Errorf("%+v, want 5 old and 6 new queries", one)
	}
	near(t, "from", one.From, average(slices.Concat(keptOldA, leftA[:1])))
	with, err := compare.Against(newA, []*scoring.Table{newB}, compare.Settings{Alpha: 1 - 0.8, Ungrouped: true})
	if with == nil {
		t.Fatal(err)
	}
	system := one.Terms[len(one.Terms)-1]
	if want := with.Comparisons[0].Measures[0].Interval; *system.Interval != *want || system.Interval.Level != 0.8 || with.Comparisons[0].Measures[0].N != 6 {
		t.Errorf("system %+v, want %+v", system.Interval, want)
	}
}

func times(values []float64, by float64) []float64 {
	out := slices.Clone(values)
	for i := range out {
		out[i] *= by
	}
	return out
}

func minus(a, b []float64) []float64 {
	out := slices.Clone(a)
	for i := range out {
		out[i] -= b[i]
	}
	return out
}

func average(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// perMean is the squared standard error of a mean.
func perMean(values []float64) float64 {
	sum, m := 0.0, average(values)
	for _, v := range values {
		sum += (v - m) * (v - m)
	}
	return sum / float64(len(values)-1) / float64(len(values))
}

func paired(d []float64) float64 { return quantile(float64(len(d)-1)) * math.Sqrt(perMean(d)) }

func welch(x, y []float64) float64 {
	u, v := perMean(x), perMean(y)
	df := (u + v) * (u + v) / (u*u/float64(len(x)-1) + v*v/float64(len(y)-1))
	return quantile(df) * math.Sqrt(u+v)
}

// quantile is Student's at .975: the point up to which his density, integrated
// from 0 by Simpson's rule, has .475.
func quantile(df float64) float64 {
	a, _ := math.Lgamma((df + 1) / 2)
	b, _ := math.Lgamma(df / 2)
	density := func(x float64) float64 {
		return math.Exp(a-b) / math.Sqrt(df*math.Pi) * math.Pow(1+x*x/df, -(df+1)/2)
	}
	upTo := func(x float64) float64 {
		const n = 20_000
		sum := density(0) + density(x)
		for i := 1; i < n; i++ {
			sum += density(x*float64(i)/n) * float64(2+2*(i%2))
		}
		return sum * x / n / 3
	}
	low, high := 0.0, 100.0
	for range 60 {
		if mid := (low + high) / 2; upTo(mid) < .475 {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}
