package compare_test

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// What cannot be computed is null, with a warning that has a code; no number
// that leaves the program is NaN, and no p is 0 (the table of edge cases in the
// statistics document).
func TestDegenerateComparisons(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name    string
		d       []float64
		n       int
		t, p    bool // is there a t, a p
		tail    bool
		warning string
	}{
		{"one pair", []float64{.4}, 1, false, true, true, "too_few_pairs"},
		{"one pair next to undefined ones", []float64{nan, .4, nan}, 1, false, true, true, "too_few_pairs"},
		{"two pairs", []float64{0, 1}, 2, true, true, true, "low_n"},
		{"nothing changed", make([]float64, 50), 50, false, true, true, "no_change"},
		{"all changed alike", repeat(50, .1), 50, false, true, true, "zero_variance"},
		{"all changed alike but for rounding", repeat(50, .1, .1+1e-16, .3-.2), 50, false, true, true, "zero_variance"},
		{"one of fifty changed", fewOf(50, 1), 50, true, true, true, "few_changes"},
		{"tiny", repeat(60, 1e-9, 3e-9), 60, true, true, true, "range_assumed"},
		{"huge", repeat(60, 1e150, 3e150), 60, true, true, true, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := make([]float64, len(c.d))
			for i := range a {
				if math.IsNaN(c.d[i]) {
					a[i] = nan
				}
			}
			got, err := compare.Against(tableOf(t, "a", "mine", a), []*scoring.Table{tableOf(t, "b", "mine", c.d)}, compare.Settings{PerQuery: true})
			if err != nil {
				t.Fatal(err)
			}
			m := got.Comparisons[0].Measures[0]
			if m.N != c.n || m.N+m.Undefined != len(c.d) {
				t.Errorf("n = %d, undefined %d, want %d of %d", m.N, m.Undefined, c.n, len(c.d))
			}
			if (m.T != nil && m.T.Statistic != nil) != c.t || (m.PValue != nil) != c.p || (m.Tail != nil) != c.tail {
				t.Errorf("t %v, p %v, tail %v, want there: %v, %v, %v", m.T, m.PValue, m.Tail, c.t, c.p, c.tail)
			}
			if m.PValue != nil && !(*m.PValue > 0 && *m.PValue <= 1) {
				t.Errorf("p = %v, want it in (0, 1]", *m.PValue)
			}
			if c.warning != "" && !warned(m, c.warning) {
				t.Errorf("warnings = %+v, want %s", m.Warnings, c.warning)
			}
			if data := wingtest.Marshal(t, got); bytes.Contains(data, []byte("NaN")) || bytes.Contains(data, []byte("Inf")) {
				t.Errorf("JSON holds a number that is none: %s", data)
			}
		})
	}
}

// A measure that no query defines has no pair; it cannot decide, whatever was
// retrieved, and what could is named.
func TestUndefinedEverywhere(t *testing.T) {
	nan := math.NaN()
	table := func(name string) *scoring.Table {
		return tablesOf(t, name, map[string][]float64{"mine": {nan, nan}, "RR": {.1, .2}})
	}
	_, err := compare.Against(table("a"), []*scoring.Table{table("b")}, compare.Settings{Primary: scoring.Named("mine")})
	var undefined *compare.UndefinedError
	if !errors.As(err, &undefined) || undefined.Instead == nil || undefined.Instead.String() != "RR" {
		t.Errorf("error %v, want an UndefinedError that names RR", err)
	}
	m := measureOf(t, compared(t, table("a"), table("b"), compare.Settings{Primary: scoring.Named("RR")}), "mine")
	if m.N != 0 || m.Undefined != 2 || m.PValue != nil || m.T != nil || m.Tail != nil || !warned(m, "too_few_pairs") {
		t.Errorf("next to a measure that decides: %+v, want no pair, no numbers and the warning", m)
	}
}

// The values that the table states.
func TestDegenerateValues(t *testing.T) {
	p := compared(t, tableOf(t, "a", "mine", make([]float64, 50)), tableOf(t, "b", "mine", make([]float64, 50)), compare.Settings{}).Measures[0]
	wingtest.WantNumber(t, "p, nothing changed", p.PValue, 1, 0, "statistics document, section 3")
	wingtest.WantNumber(t, "bound, nothing changed", &p.Tail.Interval.High, .28*math.Log(40)/50, 1e-12, "by hand, with a loss of 1")
	p = compared(t, tableOf(t, "a", "mine", make([]float64, 10)), tableOf(t, "b", "mine", repeat(10, .1)), compare.Settings{}).Measures[0]
	wingtest.WantNumber(t, "randomization p, constant", p.Randomization.PValue, 2./1024, 1e-15, "2/2^10")
	p = compared(t, tableOf(t, "a", "mine", make([]float64, 2)), tableOf(t, "b", "mine", []float64{0, 1}), compare.Settings{}).Measures[0]
	wingtest.WantNumber(t, "t of [0 1]", p.T.Statistic, 1, 1e-12, "R 4.2.2")
	wingtest.WantNumber(t, "p of [0 1]", p.T.PValue, .5, 1e-12, "R 4.2.2")
	p = compared(t, tableOf(t, "a", "mine", make([]float64, 50)), tableOf(t, "b", "mine", fewOf(50, 1)), compare.Settings{}).Measures[0]
	wingtest.WantNumber(t, "randomization p, one of 50", p.Randomization.PValue, 1, 0, "both signs are as extreme")
	wingtest.WantNumber(t, "t p, one of 50", p.T.PValue, .322, 5e-4, "R 4.2.2")
	p = compared(t, tableOf(t, "a", "mine", make([]float64, 50)), tableOf(t, "b", "mine", fewOf(50, .1, .2, .3, .4)), compare.Settings{}).Measures[0]
	wingtest.WantNumber(t, "Wilcoxon p, four of 50", p.Wilcoxon.PValue, .125, 1e-12, "2/2^4; SciPy and R approximate")
	if p.Verdict != result.Inconclusive {
		t.Errorf("verdict with four changed queries = %s, want inconclusive", p.Verdict)
	}
}
