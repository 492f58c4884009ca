package compare_test

import (
	"bytes"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/stats"
)

// four systems on eight queries: below 10 pairs the exact sign-flip test decides,
// which the test enumerates.
var four = map[string][]float64{
	"base": {.30, .42, .51, .10, .66, .72, .25, .48},
	"best": {.41, .50, .63, .22, .70, .85, .31, .55},
	"near": {.35, .39, .60, .25, .61, .88, .22, .55},
	"low":  {.10, .22, .31, .05, .40, .52, .11, .20},
}

func allPairsOf(t *testing.T, settings compare.Settings, columns map[string][]float64) *result.AllPairs {
	t.Helper()
	var tables []*scoring.Table
	for _, name := range []string{"base", "low", "near", "best"} {
		tables = append(tables, tablesOf(t, name, map[string][]float64{"nDCG@10": columns[name], "RR": columns[name]}))
	}
	c, err := compare.Against(tables[0], tables[1:], settings)
	if err != nil {
		t.Fatal(err)
	}
	return c.AllPairs
}

// flips returns the exact two-sided sign-flip p, by enumeration of all signs.
func flips(d []float64) float64 {
	observed, hits := math.Abs(total(d)), 0
	for signs := range 1 << len(d) {
		var s float64
		for i, x := range d {
			if signs>>i&1 == 1 {
				x = -x
			}
			s += x
		}
		if math.Abs(s) >= observed-1e-12 {
			hits++
		}
	}
	return float64(hits) / float64(int(1)<<len(d))
}

func total(d []float64) float64 {
	var s float64
	for _, x := range d {
		s += x
	}
	return s
}

func TestAllPairsByHolm(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	got := allPairsOf(t, compare.Settings{}, four).Measures[0]
	order := []string{"best", "near", "base", "low"} // means .52125, .48125, .43, .23875
	var pairs [][2]int
	var want []float64
	for a := range order {
		if got.Systems[a].Name != order[a] {
			t.Fatalf("place %d is %s, want %s", a+1, got.Systems[a].Name, order[a])
		}
		wingtest.WantNumber(t, "mean of "+order[a], got.Systems[a].Mean, total(four[order[a]])/8, 1e-12, "by hand")
		for b := a + 1; b < len(order); b++ {
			d := make([]float64, 8)
			for i := range d {
				d[i] = four[order[b]][i] - four[order[a]][i]
			}
			pairs, want = append(pairs, [2]int{a, b}), append(want, max(flips(d), refer(d).tailP))
		}
	}
	adjusted := holm(want)
	for i, p := range got.Pairs {
		if p.A != pairs[i][0] || p.B != pairs[i][1] {
			t.Fatalf("pair %d is %d, %d, want %v", i, p.A, p.B, pairs[i])
		}
		wingtest.WantNumber(t, "p", p.PValue, want[i], 1e-7, "all 256 signs, or the rule computed in the test")
		wingtest.WantNumber(t, "adjusted p", p.PAdjusted, adjusted[i], 1e-7, "Holm (1979) by its definition")
		if p.Distinct != (adjusted[i] < .05) {
			t.Errorf("%s and %s: told apart %v, adjusted p %v", order[p.A], order[p.B], p.Distinct, adjusted[i])
		}
	}
	for i, best := range []bool{true, true, got.Systems[2].Best, false} {
		if got.Systems[i].Best != best {
			t.Errorf("%s in the group of the best: %v, want %v", order[i], got.Systems[i].Best, best)
		}
	}
	if i := slices.Index(pairs, [2]int{0, 2}); got.Systems[2].Best == (adjusted[i] < .05) {
		t.Errorf("base in the group of the best: %v with adjusted p %v", got.Systems[2].Best, adjusted[i])
	}
}

// holm by its definition: the j-th smallest of m times m − j + 1, never falling.
func holm(ps []float64) []float64 {
	out := make([]float64, len(ps))
	for i, p := range ps {
		for _, smaller := range ps {
			if smaller <= p {
				rank := 0
				for _, q := range ps {
					if q < smaller {
						rank++
					}
				}
				out[i] = max(out[i], min(1, float64(len(ps)-rank)*smaller))
			}
		}
	}
	return out
}

// Tukey's p are those of stats.TukeyHSD on the same scores, or those of all signs
// where these are larger.
func TestAllPairsByTukey(t *testing.T) {
	got := allPairsOf(t, compare.Settings{AllPairs: true, Correction: compare.CorrectionTukey}, four)
	if got.Correction != "tukey" {
		t.Errorf("correction %s", got.Correction)
	}
	names := []string{"base", "low", "near", "best"}
	want, err := stats.TukeyHSD{Rounds: 10_000, Seed: compare.DefaultSeed}.Compare([][]float64{four["base"], four["low"], four["near"], four["best"]})
	if err != nil {
		t.Fatal(err)
	}
	by := got.Measures[0]
	for _, w := range want {
		d := make([]float64, 8)
		for i := range d {
			d[i] = four[names[w.B]][i] - four[names[w.A]][i]
		}
		for _, p := range by.Pairs {
			if pair := []string{by.Systems[p.A].Name, by.Systems[p.B].Name}; slices.Contains(pair, names[w.A]) && slices.Contains(pair, names[w.B]) {
				wingtest.WantNumber(t, "Tukey's p", p.PAdjusted, max(w.P, flips(d)), 0, "stats.TukeyHSD, all 256 signs")
			}
		}
	}
}

// Every correction that is offered is done.
func TestAllPairsCorrections(t *testing.T) {
	names := compare.AllPairsCorrections()
	if !slices.Contains(names, "tukey") || !slices.Contains(names, "maxt") || !slices.Contains(names, "holm") {
		t.Fatalf("corrections %v", names)
	}
	for _, name := range names {
		if got := allPairsOf(t, compare.Settings{AllPairs: true, Correction: stats.Correction(name)}, four); got.Measures[0].Pairs[0].PAdjusted == nil {
			t.Errorf("%s: no adjusted p", name)
		}
	}
	if err := (compare.Settings{AllPairs: true, Correction: "best"}).Validate(); err == nil {
		t.Error(`correction "best" of all pairs passes`)
	}
	if err := (compare.Settings{Correction: compare.CorrectionTukey}).Validate(); err == nil {
		t.Error("tukey passes as the correction of verdicts")
	}
}

// Only queries that every system has a score on count, for all pairs alike.
func TestAllPairsOverCommonQueries(t *testing.T) {
	columns := map[string][]float64{}
	for name, values := range four {
		columns[name] = slices.Clone(values)
	}
	columns["low"][3] = math.NaN()
	got := allPairsOf(t, compare.Settings{}, columns).Measures[0]
	if got.N != 7 {
		t.Errorf("n = %d, want 7", got.N)
	}
	wingtest.WantNumber(t, "mean of best", got.Systems[0].Mean, (total(four["best"])-.22)/7, 1e-12, "by hand")
}

// The same systems on the same scores have one order: tau 1, whatever is drawn.
func TestOrdersOfMeasures(t *testing.T) {
	c := allPairsOf(t, compare.Settings{}, four).Correlations
	if len(c) != 1 || c[0].A != "RR" || !strings.HasPrefix(c[0].B, "nDCG") || c[0].N != 8 {
		t.Fatalf("correlations %+v", c)
	}
	wingtest.WantNumber(t, "tau", c[0].Tau, 1, 0, "identical scores")
	wingtest.WantNumber(t, "low end", &c[0].Interval.Low, 1, 0, "identical scores")
}

// Two systems have no order to speak of.
func TestNoAllPairsOfTwo(t *testing.T) {
	a, b := tableOf(t, "a", "RR", four["base"]), tableOf(t, "b", "RR", four["best"])
	c, err := compare.Against(a, []*scoring.Table{b}, compare.Settings{})
	if err != nil || c.AllPairs != nil {
		t.Errorf("%+v, %v", c.AllPairs, err)
	}
}

func TestAllPairsSameBytesWithAnyWorkers(t *testing.T) {
	one := wingtest.Marshal(t, allPairsOf(t, compare.Settings{Workers: 1, AllPairs: true, Correction: compare.CorrectionTukey}, four))
	if many := wingtest.Marshal(t, allPairsOf(t, compare.Settings{Workers: 7, AllPairs: true, Correction: compare.CorrectionTukey}, four)); !bytes.Equal(one, many) {
		t.Error("the number of workers changes bytes")
	}
}
