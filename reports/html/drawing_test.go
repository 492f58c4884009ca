package html

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// unit is an axis on which v stands at 100 - 100 v.
var unit = scale{-1, 1, 200, 0}

func differencesOf(list ...float64) []difference {
	var all []difference
	for q, v := range list {
		all = append(all, difference{query: q, b: v})
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
