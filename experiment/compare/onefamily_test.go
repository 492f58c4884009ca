package compare_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/stats"
)

// Of all pairs as one family the verdicts, the group of the best and the list of
// pairs say the same, whatever the systems, the correction and the interval.
func TestOneFamilyNeverContradicts(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	rng := rand.New(rand.NewPCG(3, 9))
	verdicts, cautious := map[result.Verdict]int{}, 0
	for i := range 30 {
		settings := compare.Settings{
			AllPairs: true, Resamples: 200,
			Correction: stats.Correction(compare.AllPairsCorrections()[i%len(compare.AllPairsCorrections())]),
			Interval:   []string{compare.IntervalAuto, compare.IntervalT, compare.IntervalPercentile, compare.IntervalBCa, compare.IntervalSequence}[i/6%5],
			Test:       []string{compare.TestT, compare.TestRandomization}[i/2%2],
		}
		tables := randomSystems(t, rng, 5, []int{3, 6, 9, 14, 40, 90}[i%6])
		c, err := compare.Against(tables[0], tables[1:], settings)
		if err != nil {
			t.Fatal(err)
		}
		for _, by := range c.AllPairs.Measures {
			name := fmt.Sprintf("case %d (%s, %s, %s), %s", i, settings.Correction, settings.Interval, settings.Test, by.Measure)
			if len(by.Pairs) != 10 {
				t.Fatalf("%s: %d pairs of 5 systems", name, len(by.Pairs))
			}
			for _, p := range by.Pairs {
				if *p.PAdjusted < *p.PValue {
					t.Errorf("%s: adjusted p %v below p %v", name, *p.PAdjusted, *p.PValue)
				}
				if p.Distinct && *p.PAdjusted >= .05 {
					t.Errorf("%s: told apart at p %v", name, *p.PAdjusted)
				}
				if !p.Distinct && *p.PAdjusted < .05 {
					cautious++ // too few changed, or an interval that holds 0
				}
				if p.A == 0 && by.Systems[p.B].Best == p.Distinct {
					t.Errorf("%s: %s in the group of the best: %v, told apart from the first: %v", name, by.Systems[p.B].Name, by.Systems[p.B].Best, p.Distinct)
				}
			}
			for _, pair := range c.Comparisons {
				m := measureOf(t, pair, by.Measure)
				verdicts[m.Verdict]++
				sameAsInList(t, name, m, by, c.A.Name, pair.B.Name)
				if m.Family != (result.Family{Name: result.FamilyOfPairs, Size: 10}) || c.Settings.Family != m.Family {
					t.Errorf("%s: family %+v, of the settings %+v", name, m.Family, c.Settings.Family)
				}
			}
		}
	}
	for _, v := range []result.Verdict{result.Better, result.Worse, result.Inconclusive} {
		if verdicts[v] < 5 {
			t.Errorf("%d verdicts %s: the systems are not varied enough", verdicts[v], v)
		}
	}
	if cautious == 0 {
		t.Error("no pair has a small p alone: the systems are not varied enough")
	}
}

// sameAsInList compares a verdict with the pair of baseline and candidate.
func sameAsInList(t *testing.T, name string, m result.MeasureComparison, by result.SystemsByMeasure, baseline, candidate string) {
	t.Helper()
	place := func(system string) int {
		return slices.IndexFunc(by.Systems, func(s result.SystemMean) bool { return s.Name == system })
	}
	a, b := place(baseline), place(candidate)
	p := by.Pairs[slices.IndexFunc(by.Pairs, func(p result.PairOfSystems) bool { return p.A == min(a, b) && p.B == max(a, b) })]
	if m.N != by.N || *m.PValue != *p.PValue || *m.PAdjusted != *p.PAdjusted {
		t.Errorf("%s, %s: verdict of %d queries, p %v, %v adjusted; in the list %d, %v, %v", name, candidate, m.N, *m.PValue, *m.PAdjusted, by.N, *p.PValue, *p.PAdjusted)
	}
	if math.Abs(*m.MeanDifference) != math.Abs(p.MeanDifference) {
		t.Errorf("%s, %s: difference %v, in the list %v", name, candidate, *m.MeanDifference, p.MeanDifference)
	}
	want := result.Verdict("")
	switch {
	case p.Distinct && b < a:
		want = result.Better
	case p.Distinct:
		want = result.Worse
	}
	if got := m.Verdict; got != want && (want != "" || got == result.Better || got == result.Worse) {
		t.Errorf("%s: %s is %s; at place %d against %d, told apart %v", name, candidate, got, b, a, p.Distinct)
	}
}

// randomSystems makes systems of which some are alike and some far apart, with
// ties, and scores that are missing in one of them: the first measure is better
// when it is higher, the second the same with another gain.
func randomSystems(t *testing.T, rng *rand.Rand, k, n int) []*scoring.Table {
	t.Helper()
	base := make([]float64, n)
	for i := range base {
		base[i] = .2 + .5*rng.Float64()
	}
	tables := make([]*scoring.Table, k)
	for s := range tables {
		shift, spread := .12*rng.Float64()-.06, .15*rng.Float64()
		few := s == 1 && n < 10
		if few {
			shift, spread = .2, .001 // a difference of which t has no doubt, on five queries
		}
		scores := map[string][]float64{"nDCG@10": nil, "R@5": nil}
		for i := range n {
			for _, name := range []string{"R@5", "nDCG@10"} {
				v := base[i]
				if s > 0 && (few && i < 5 || !few && rng.IntN(3) > 0) {
					v = min(1, max(0, v+shift+spread*rng.NormFloat64()))
				}
				if n > 9 && rng.IntN(60) == 0 {
					v = math.NaN()
				}
				scores[name] = append(scores[name], v)
			}
		}
		tables[s] = tablesOf(t, string(rune('a'+s)), scores)
	}
	return tables
}
