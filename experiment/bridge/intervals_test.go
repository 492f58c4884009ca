package bridge_test

import (
	"errors"
	"maps"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
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

// scored returns a table of kept and other queries; where there are no scores for the
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
	var queries []result.Row
	for i := range kept {
		queries = append(queries, result.Row{QueryID: "k" + string(rune('0'+i)), Text: "k"})
	}
	scores := slices.Concat(kept, others)
	for i := range others {
		q := result.Row{QueryID: initial + string(rune('0'+i)), Text: initial}
		if math.IsNaN(others[i]) {
			q.Status, scores[len(kept)+i] = result.Missing, 0
		}
		queries = append(queries, q)
	}
	return scoring.FromScores("a", profile, result.TestSetInfo{Name: set, SHA256: set}, measures, len(queries), func(q int) result.Row { return queries[q] }, [][]float64{scores})
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
	expectNumbers(t, b, map[string]int{result.BridgeLabels: 4, result.BridgeQueries: 5, result.BridgeLeft: 6, result.BridgeEntered: 7, result.BridgeSystem: 7})
	if over := b.Measures[0].Over; over == nil {
		t.Error("no mean of A on the new version")
	} else {
		near(t, "A on the new version", *over, average(slices.Concat(keptNewA, enteredA)))
	}
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
	expectNumbers(t, b, map[string]int{result.BridgeLabels: 4, result.BridgeQueries: 5, result.BridgeLeft: 6, result.BridgeEntered: 7, result.BridgeSystem: 4})
	if over := b.Measures[0].Over; over != nil {
		t.Errorf("A has a mean of %v on a version that it does not answer", *over)
	}
}

// expectNumbers holds every term to the number of queries that it rests on.
func expectNumbers(t *testing.T, b *result.Bridge, want map[string]int) {
	t.Helper()
	got := map[string]int{}
	for _, term := range b.Measures[0].Terms {
		got[term.Term] = term.N
	}
	if !maps.Equal(got, want) {
		t.Errorf("the terms rest on %v queries, want %v", got, want)
	}
}

// One query says nothing of how others like it spread, and none says less: the
// terms that rest on it have a value and no interval.
func TestFewQueries(t *testing.T) {
	for _, c := range []struct {
		name          string
		left, entered int
		without       []string
	}{
		{"one left", 1, 3, []string{result.BridgeQueries, result.BridgeLeft}},
		{"one entered", 2, 1, []string{result.BridgeQueries, result.BridgeEntered}},
		{"none left", 0, 3, []string{result.BridgeQueries, result.BridgeLeft}},
		{"none entered", 2, 0, []string{result.BridgeQueries, result.BridgeEntered}},
	} {
		b, err := bridge.Of(bridge.Crossing{
			OldA: scored(t, "v1", keptOldA, leftA[:c.left], "l"), NewA: scored(t, "v2", keptNewA, enteredA[:c.entered], "e"), NewB: scored(t, "v2", keptB, enteredB[:c.entered], "e"),
		})
		if err != nil {
			t.Fatal(c.name, err)
		}
		sum := 0.0
		for _, term := range b.Measures[0].Terms {
			if (term.Interval == nil) != slices.Contains(c.without, term.Term) {
				t.Errorf("%s: %s has the interval %+v", c.name, term.Term, term.Interval)
			}
			if term.Of == "" {
				sum += term.Value
			}
		}
		near(t, c.name, sum, average(slices.Concat(keptB, enteredB[:c.entered]))-average(slices.Concat(keptOldA, leftA[:c.left])))
	}
}

// Where a version has no score, or the bridge would go through queries that there
// are none of, there is no bridge; A and B on two sets without a query in common
// have one.
func TestNoBridge(t *testing.T) {
	none := []float64{math.NaN(), math.NaN(), math.NaN()}
	failed := func(table *scoring.Table) *scoring.Table {
		for i := range table.Len() {
			table.Edit(i).Status = result.Failed
		}
		return table
	}
	direct := func() bridge.Crossing {
		return bridge.Crossing{OldA: scored(t, "v1", keptOldA, leftA, "l"), NewA: scored(t, "v2", keptNewA, enteredA, "e"), NewB: scored(t, "v2", keptB, enteredB, "e")}
	}
	oldFailed, newFailed := direct(), direct()
	failed(oldFailed.OldA)
	failed(newFailed.NewB)
	for name, c := range map[string]bridge.Crossing{
		"nothing of the old version": oldFailed,
		"nothing of the new one":     newFailed,
		"nothing to go through":      {OldA: scored(t, "v1", nil, leftA, "l"), NewA: scored(t, "v2", nil, none, "e"), NewB: scored(t, "v2", nil, enteredB, "e")},
	} {
		if b, err := bridge.Of(c); !errors.Is(err, bridge.ErrNoBridge) || !strings.Contains(err.Error(), "P@3") {
			t.Errorf("%s: %+v, %v", name, b, err)
		}
	}
	b, err := bridge.Of(bridge.Crossing{OldA: scored(t, "v1", nil, leftA, "l"), NewA: scored(t, "v2", nil, enteredA, "e"), NewB: scored(t, "v2", nil, enteredB, "e")})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, b, result.BridgeDirect, map[string][2]float64{
		result.BridgeQueries: {average(enteredA) - average(leftA), welch(enteredA, leftA)},
	})
	expectNumbers(t, b, map[string]int{result.BridgeLabels: 0, result.BridgeQueries: 5, result.BridgeSystem: 3})
	wrong := direct()
	wrong.Level = 2
	if b, err := bridge.Of(wrong); err == nil || !strings.HasPrefix(err.Error(), "P@3: ") {
		t.Errorf("level 2: %+v, %v", b, err)
	}
}

// A bridge says by which measure to decide, as a comparison does, is refused where
// none does, and has what a comparison warns of.
func TestPrimaryAndWarnings(t *testing.T) {
	profile, err := metrics.ProfileByName(metrics.DefaultProfile)
	if err != nil {
		t.Fatal(err)
	}
	for list, want := range map[string]string{
		"P@3," + profile.Primary.String(): profile.Primary.String(), "Judged@5,P@3": "P@3", "Judged@5": "",
	} {
		measures, err := profile.ParseList(list)
		if err != nil {
			t.Fatal(err)
		}
		table := func(name string) *scoring.Table {
			columns := make([][]float64, len(measures))
			for m := range columns {
				columns[m] = keptB
			}
			queries := []result.Row{{QueryID: "1"}, {QueryID: "2"}, {QueryID: "3"}, {QueryID: "4"}}
			return scoring.FromScores(name, profile, result.TestSetInfo{Name: "v"}, measures, len(queries), func(q int) result.Row { return queries[q] }, columns)
		}
		c := bridge.Crossing{OldA: table("a"), NewA: table("a"), NewB: table("b")}
		c.NewB.Health = []result.Finding{result.Warned("broken", "a disk is full")}
		b, err := bridge.Of(c)
		if want == "" {
			if err == nil || !strings.Contains(err.Error(), "none of the measures Judged@5 can decide") {
				t.Errorf("%s: %v, want it to be refused", list, err)
			}
			continue
		}
		if err != nil || b.Primary != want {
			t.Errorf("%s: %+v, %v; want to decide by %s", list, b, err, want)
			continue
		}
		for _, code := range []string{"broken", result.FindingFewPairs} {
			if !slices.ContainsFunc(b.Warnings, func(f result.Finding) bool { return f.Code == code }) {
				t.Errorf("%s: %+v; want a warning %s", list, b.Warnings, code)
			}
		}
	}
}

// The same scores make the same bridge to the last bit, though sums depend on
// their order.
func TestSameToTheLastBit(t *testing.T) {
	scores := func(seed uint64, n int) []float64 {
		rng, out := rand.New(rand.NewPCG(seed, 1)), make([]float64, n)
		for i := range out {
			out[i] = rng.Float64()
		}
		return out
	}
	var first *result.Bridge
	for range 10 {
		b, err := bridge.Of(bridge.Crossing{
			OldA: scored(t, "v1", scores(1, 40), scores(2, 20), "l"), NewA: scored(t, "v2", scores(3, 40), scores(4, 20), "e"), NewB: scored(t, "v2", scores(5, 40), scores(6, 20), "e"),
		})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = b
		} else if !reflect.DeepEqual(b, first) {
			t.Fatalf("%+v, then %+v", first, b)
		}
	}
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
	undefined := slices.Concat([]float64{math.NaN()}, keptB[1:]) // so that the first one is kept no more
	oldA, newA, newB := scored(t, "v1", keptOldA, leftA, "l"), scored(t, "v2", keptNewA, enteredA, "e"), scored(t, "v2", undefined, enteredB, "e")
	oldA.Edit(5).Status, newA.Edit(6).Status = result.Failed, result.Failed
	for _, table := range []*scoring.Table{newA, newB} {
		for i := range table.Len() {
			table.Edit(i).Group = "one" // of which compare would count one
		}
	}
	b, err := bridge.Of(bridge.Crossing{OldA: oldA, NewA: newA, NewB: newB, Level: 0.8})
	if err != nil {
		t.Fatal(err)
	}
	one := b.Measures[0]
	if one.OldN != 5 || one.NewN != 5 || one.Kept != 3 || one.Left != 2 || one.Entered != 2 {
		t.Errorf("%+v, want 5 old and 5 new queries", one)
	}
	near(t, "from", one.From, average(slices.Concat(keptOldA, leftA[:1])))
	with, err := compare.Against(newA, []*scoring.Table{newB}, compare.Settings{Alpha: 1 - 0.8, Ungrouped: true})
	if with == nil {
		t.Fatal(err)
	}
	system := one.Terms[len(one.Terms)-1]
	if want := with.Comparisons[0].Measures[0].Interval; *system.Interval != *want || system.Interval.Level != 0.8 || with.Comparisons[0].Measures[0].N != 5 {
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

// perMean returns the squared standard error of a mean.
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

// quantile returns Student's at .975: the point up to which his density, integrated
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
