package compare_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/stats"
)

// One pair beyond 2²⁰ the method is streaming, the means are the same, and corrections that draw are refused.
func TestStreaming(t *testing.T) {
	if testing.Short() {
		t.Skip("compares 2²⁰ queries twice")
	}
	table := func(name string, n int, changed float64) *scoring.Table {
		scores := make([]float64, n)
		for i := range 1000 {
			scores[i] = changed
		}
		return tableOf(t, name, "RR", scores)
	}
	for n, method := range map[int]string{stats.MostDrawn: "", stats.MostDrawn + 1: result.Streaming} {
		one, two := table("one", n, 0), table("two", n, 0.5)
		m := compared(t, one, two, compare.Settings{}).Measures[0]
		if want := 500 / float64(n); m.Method != method || *m.MeanDifference != want {
			t.Errorf("%d pairs: method %q and mean %v, want %q and %v", n, m.Method, *m.MeanDifference, method, want)
		}
		_, err := compare.Against(one, []*scoring.Table{two}, compare.Settings{Correction: compare.CorrectionMaxT, Resamples: 100})
		if refused := err != nil && strings.Contains(err.Error(), "take holm"); refused != (method != "") {
			t.Errorf("%d pairs by maxT: %v", n, err)
		}
	}
}
