package compare_test

import (
	"math"
	"math/bits"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// rightOrWrong returns a table of scores of one measure.
func rightOrWrong(name string, scores []float64) *scoring.Table {
	row := func(q int) result.Row { return result.Row{QueryID: string(rune('a' + q))} }
	set := result.TestSetInfo{Name: "s", Queries: len(scores)}
	measures := []metrics.Measure{metrics.Foreign{Name: "right", Declared: true, Share: true}}
	return scoring.FromScores(name, metrics.ForeignProfile("scores"), set, measures, len(scores), row, [][]float64{scores})
}

// Of b+c pairs that differ each is as likely to be of either side: all 2^(b+c) ways are listed, and those as far
// from the middle as what was seen are counted. That is also statsmodels' mcnemar(exact=True).
func TestMcNemar(t *testing.T) {
	const onlyA, onlyB, both, none = 3, 9, 4, 5
	var a, b []float64
	for _, kind := range []struct {
		n    int
		x, y float64
	}{{onlyA, 1, 0}, {onlyB, 0, 1}, {both, 1, 1}, {none, 0, 0}} {
		for range kind.n {
			a, b = append(a, kind.x), append(b, kind.y)
		}
	}
	extreme := 0
	for way := range 1 << (onlyA + onlyB) {
		if k := bits.OnesCount(uint(way)); max(k, onlyA+onlyB-k) >= onlyB {
			extreme++
		}
	}
	want := float64(extreme) / (1 << (onlyA + onlyB))
	m := compared(t, rightOrWrong("A", a), rightOrWrong("B", b), compare.Settings{}).Measures[0]
	if got := m.McNemar; got == nil || got.OnlyA != onlyA || got.OnlyB != onlyB || math.Abs(*got.PValue-want) > 1e-12 {
		t.Errorf("%+v, want %d, %d, p %v", got, onlyA, onlyB, want)
	}
	if m.Tail.Range != 1 || len(m.Warnings) > 0 && m.Warnings[0].Code == "range_assumed" {
		t.Errorf("of a share the range is %v, with %v", m.Tail.Range, m.Warnings)
	}
	for _, s := range [][]float64{a, b} { // a score that is neither, on either side
		was := s[0]
		s[0] = .5
		if got := compared(t, rightOrWrong("A", a), rightOrWrong("B", b), compare.Settings{}).Measures[0].McNemar; got != nil {
			t.Errorf("of %v: %+v", s, got)
		}
		s[0] = was
	}
}
