package html

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
)

// unit is an axis on which v is at 100 - 100 v.
var unit = scale{-1, 1, 200, 0}

func differencesOf(list ...float64) []difference {
	var all []difference
	for _, v := range list {
		all = append(all, difference{b: v})
	}
	return all
}

// Where a column has several queries it shows the highest and the lowest of them
// pale and the mean dark.
func TestColumnsOfBars(t *testing.T) {
	d := &drawing{layout: wide}
	d.bars(differencesOf(0.4, 0.2, -0.2, -0.6), unit, 0, 2, [4]tone{won, lost, wonPale, lostPale})
	for what, path := range map[string]string{
		"highest of the first column":  "M0.0 100.0h1.00V60.0h-1.00z",
		"lowest of the first column":   "M0.0 100.0h1.00V80.0h-1.00z",
		"mean of the first column":     "M0.0 100.0h1.00V70.0h-1.00z",
		"highest of the second column": "M1.0 100.0h1.00V120.0h-1.00z",
		"lowest of the second column":  "M1.0 100.0h1.00V160.0h-1.00z",
		"mean of the second column":    "M1.0 100.0h1.00V140.0h-1.00z",
	} {
		if !strings.Contains(d.b.String(), path) {
			t.Errorf("no %s, %s, in %s", what, path, d.b.String())
		}
	}
}

// Squares on the diagonal are neither won nor lost; above it they are won, below
// it lost.
func TestSquaresOfBins(t *testing.T) {
	for _, x := range []struct {
		a, b float64
		tone tone
	}{{0.5, 0.5, tied}, {0.2, 0.8, won}, {0.8, 0.2, lost}} {
		d := &drawing{layout: wide}
		d.bins([]difference{{a: x.a, b: x.b}}, scale{0, 1, 0, 400}, scale{0, 1, 400, 0}, 1)
		for _, c := range []tone{tied, won, lost} {
			if got := strings.Contains(d.b.String(), `"f-`+c.class+`"`); got != (c == x.tone) {
				t.Errorf("from %g to %g: drawn as %s: %v, in %s", x.a, x.b, c.class, got, d.b.String())
			}
		}
	}
}

// Three queries at a point are counted, two are not; the points with the most
// come first.
func TestStacks(t *testing.T) {
	var list []difference
	for n, v := range map[int]float64{2: 0.2, 3: 0.3, 5: 0.5} {
		for range n {
			list = append(list, difference{a: v, b: v})
		}
	}
	got := fmt.Sprint(stacksOf(list))
	if want := "[{0.5 0.5 5} {0.3 0.3 3}]"; got != want {
		t.Errorf("stacks %s, want %s", got, want)
	}
}

// Of 1 to 100 ms the percentiles by nearest rank are 50, 95 and 99 ms, and the
// distribution is at one hundredth after the first and at 1 after the last.
func TestLatencyMarks(t *testing.T) {
	times := make([]float64, 100)
	for i := range times {
		times[i] = float64(i + 1)
	}
	d := &drawing{layout: wide}
	d.latency([]timed{{"a", times, won, ""}})
	left, right := 44.0, wide.width-12
	at := func(ms float64) float64 { return left + (math.Log10(ms)+0.05)/(math.Log10(100)+0.1)*(right-left) }
	for _, p := range []struct{ ms, share float64 }{{50, 0.5}, {95, 0.95}, {99, 0.99}} {
		if mark := fmt.Sprintf(`x="%.1f" y="%.1f"`, at(p.ms)-3, 12+200*(1-p.share)-3); !strings.Contains(d.b.String(), mark) {
			t.Errorf("no mark of %g ms at %s", p.ms, mark)
		}
	}
	path := steps([]float64{1, 2, 4, 8}, func(ms float64) float64 { return ms }, scale{0, 1, 100, 0})
	if want := "M1.0 100.0H1.0V75.0H2.0V50.0H4.0V25.0H8.0V0.0"; path != want {
		t.Errorf("steps %s, want %s", path, want)
	}
}

// A document enters the first 10 when it comes from below or from nowhere, and
// leaves them the other way; rank 10 is within, rank 11 is not.
func TestFlowOverTheCutoff(t *testing.T) {
	for _, x := range []struct{ a, b, entered, left, rose, fell, neither int }{
		{10, 11, 0, 1, 0, 1, 0},
		{11, 10, 1, 0, 1, 0, 0},
		{0, 10, 1, 0, 1, 0, 0},
		{10, 0, 0, 1, 0, 1, 0},
		{9, 10, 0, 0, 0, 1, 0},
		{0, 11, 0, 0, 1, 0, 0},
		{10, 10, 0, 0, 0, 0, 0},
		{0, 0, 0, 0, 0, 0, 1},
	} {
		n := flowCount{}
		for range rankBins {
			n.cells = append(n.cells, make([]int, len(rankBins)))
		}
		n.add(x.a, x.b, 10)
		if n.entered != x.entered || n.left != x.left || n.rose != x.rose || n.fell != x.fell || n.neither != x.neither {
			t.Errorf("%d → %d: entered %d, left %d, rose %d, fell %d, neither %d; want %+v", x.a, x.b, n.entered, n.left, n.rose, n.fell, n.neither, x)
		}
	}
}

// Strata, which are small, do not make the axis of the measures too wide: it goes
// to twice what these need, and 6 % more.
func TestReachOfTheForest(t *testing.T) {
	row := func(v float64, stratum bool) forestRow {
		return forestRow{in: result.Inference{MeanDifference: &v}, stratum: stratum}
	}
	for want, rows := range map[float64][]forestRow{
		1.06 * 0.2: {row(0.1, false), row(-1, true)}, 1.06 * 0.15: {row(0.1, false), row(0.15, true)}, 1.06 * 0.5: {row(-0.5, false)},
	} {
		if got := (forestPanel{rows: rows}).reach(); math.Abs(got-want) > 1e-12 {
			t.Errorf("reach = %g, want %g", got, want)
		}
	}
}

// What is counted within the cutoff ends there, and times of failed queries are
// none.
func TestWithinTheCutoff(t *testing.T) {
	hit := func(id string, grade int) result.JudgedHit { return result.JudgedHit{DocID: id, Grade: grade} }
	ms := 5.0
	co := &cohort{cutoff: 2, systems: []result.SystemDetail{
		{Queries: []result.Row{{Hits: []result.JudgedHit{hit("a", -1), hit("b", 1), hit("c", -1)}, LatencyMS: &ms}, {Status: result.Failed, LatencyMS: &ms}}},
		{Queries: []result.Row{{Hits: []result.JudgedHit{hit("c", -1), hit("a", -1), hit("b", 1)}}, {}}},
	}}
	if a, b := co.unjudged(0, 0), co.unjudged(1, 0); a != 1 || b != 2 {
		t.Errorf("unjudged in the first 2 = %d and %d, want 1 and 2", a, b)
	}
	if got := co.overlap(1, 0); got != 1 {
		t.Errorf("documents that both have in the first 2 = %d, want 1: a", got)
	}
	if got := co.latencies(0); len(got) != 1 {
		t.Errorf("%d times, want 1 of 2: the other query failed", len(got))
	}
}

// The bounds of a query are written low and high.
func TestBoundsOfQueries(t *testing.T) {
	co := &cohort{measures: []string{"RR"}, systems: []result.SystemDetail{{Queries: []result.Row{{QueryID: "q1"}, {QueryID: "q2"}}}}}
	e := &encoder{co: co}
	e.bounds(1, result.Pair{Measures: []result.MeasureComparison{{Measure: "RR", Bounds: &result.DifferenceBounds{ByQuery: []result.QueryBounds{{QueryID: "q2", Low: -0.5, High: 0.25}}}}}})
	for i, want := range []struct {
		name  string
		value float32
	}{{"1.low.0", -0.5}, {"1.high.0", 0.25}} {
		c := e.h.Columns[i]
		at := func(q int) float32 {
			return math.Float32frombits(binary.LittleEndian.Uint32(e.body.Bytes()[c.Offset+4*q:]))
		}
		if c.Name != want.name || !math.IsNaN(float64(at(0))) || at(1) != want.value {
			t.Errorf("column %s = %g, %g; want %s = NaN, %g", c.Name, at(0), at(1), want.name, want.value)
		}
	}
}
