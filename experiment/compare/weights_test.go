package compare_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/scoring/scorefile"
)

// weigh gives the queries of tables weights.
func weigh(weights []float64, tables ...*scoring.Table) {
	for _, t := range tables {
		for q := range t.Len() {
			t.Edit(q).Weight = &weights[q]
		}
	}
}

// Weights of wordings add up to that of their group, and the residuals of a group are one.
func TestWeightsOfGroups(t *testing.T) {
	a, b := grouped(t)
	weigh([]float64{3, 1, 1, 2, 1, 5, 0}, a, b)
	p := compared(t, a, b, compare.Settings{Weights: compare.WeightsOwn})
	m := measureOf(t, p, "RR")
	const source = "by hand"
	// b − a by query: .2, 0, .4, .3, −.3, −.5 and .1, which has weight 0
	mean := (3*.2 + 1*0 + 1*.4 + 2*.3 + 1*-.3 + 5*-.5) / 13
	wingtest.WantNumber(t, "mean difference", m.MeanDifference, mean, 1e-14, source)
	wingtest.WantNumber(t, "mean of A", m.MeanA, (3*.2+1*.1+1*.4+2*.3+1*.5+5*.6)/13, 1e-14, source)
	if m.N != 3 || m.Unit != "groups" || m.Changed != 3 || m.Wins != 2 || m.Losses != 1 {
		t.Errorf("%d %s, %d changed, %d–%d; want 3 groups, all changed, 2–1 (%s)", m.N, m.Unit, m.Changed, m.Wins, m.Losses, source)
	}
	squares := 0.0
	for _, residuals := range [][]float64{{3 * (.2 - mean), .4 - mean}, {-mean, 2 * (.3 - mean), -.3 - mean}, {5 * (-.5 - mean)}} {
		sum := 0.0
		for _, r := range residuals {
			sum += r / 13
		}
		squares += sum * sum
	}
	se := math.Sqrt(squares * 3 / 2)
	wingtest.WantNumber(t, "t", m.T.Statistic, mean/se, 1e-12, source)
	effective := 13.0 * 13 / (16 + 16 + 25)
	wingtest.WantNumber(t, "degrees of freedom", m.T.DF, effective-1, 1e-12, source)
	if w := m.Unequal; w == nil || math.Abs(w.Effective-effective) > 1e-12 || w.Largest != "q005" || math.Abs(w.LargestShare-5.0/13) > 1e-15 {
		t.Errorf("weights %+v", w)
	}
	kept := []int{0, 1, 2, 3, 4, 5}
	a.KeepQueries(kept)
	b.KeepQueries(kept)
	alone := measureOf(t, compared(t, a, b, compare.Settings{}), "RR")
	wingtest.WantNumber(t, "unweighted", m.Unequal.Plain.Mean, *alone.MeanDifference, 1e-15, "the same without weights")
	if *m.Unequal.Plain.PValue != *alone.PValue || m.Unequal.PlainVerdict != alone.Verdict {
		t.Errorf("plain %+v, want p %v", m.Unequal, *alone.PValue)
	}
	if m.Wilcoxon != nil || m.Sign != nil || m.Bootstrap != nil || m.Posterior != nil || m.EffectSize != nil || m.Randomization == nil {
		t.Error("what is about means without weights is there, or sign flips are missing")
	}
	wantFinding(t, p, result.FindingZeroWeight, "1 query with weight 0")
}

func wantFinding(t *testing.T, p result.Pair, code, text string) {
	t.Helper()
	for _, f := range p.Health {
		if f.Code == code && strings.Contains(f.Text, text) {
			return
		}
	}
	t.Errorf("no finding %s with %q among %v", code, text, p.Health)
}

// Equal weights give the numbers without, whatever the number of systems.
func TestEqualWeights(t *testing.T) {
	var texts [3]strings.Builder
	for s := range texts {
		texts[s].WriteString("query_id,weight,RR\n")
		for q := range 30 {
			fmt.Fprintf(&texts[s], "q%02d,2,%.3f\n", q, .5+.1*math.Sin(float64(q*(s+2)))+.02*float64(s))
		}
	}
	tables := []*scoring.Table{read(t, "a", texts[0].String()), read(t, "b", texts[1].String()), read(t, "c", texts[2].String())}
	var got [2]*result.Comparison
	for i, weights := range []string{"", compare.WeightsOwn} {
		var err error
		if got[i], err = compare.Against(tables[0], tables[1:], compare.Settings{Weights: weights}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range got[0].Comparisons {
		plain, weighted := measureOf(t, got[0].Comparisons[i], "RR"), measureOf(t, got[1].Comparisons[i], "RR")
		wingtest.WantNumber(t, "low", &weighted.Interval.Low, plain.Interval.Low, 1e-12, "no weights")
		wingtest.WantNumber(t, "p", weighted.PValue, *plain.PValue, 1e-10, "no weights")
		wingtest.WantNumber(t, "adjusted p", weighted.PAdjusted, *plain.PAdjusted, 1e-10, "no weights")
		wingtest.WantNumber(t, "detectable", weighted.MinimumDetectable.Effect, *plain.MinimumDetectable.Effect, 1e-10, "no weights")
		wingtest.WantNumber(t, "equivalence", &weighted.Equivalence.High, plain.Equivalence.High, 1e-12, "no weights")
		if weighted.Verdict != plain.Verdict || weighted.Unequal.Effective < 29.999 {
			t.Errorf("%s and %s, effective %v", weighted.Verdict, plain.Verdict, weighted.Unequal.Effective)
		}
	}
	for i, system := range got[0].AllPairs.Measures[0].Systems {
		wingtest.WantNumber(t, "mean of "+system.Name, got[1].AllPairs.Measures[0].Systems[i].Mean, *system.Mean, 1e-14, "no weights")
	}
	for i, pair := range got[0].AllPairs.Measures[0].Pairs {
		wingtest.WantNumber(t, "p of a pair", got[1].AllPairs.Measures[0].Pairs[i].PAdjusted, *pair.PAdjusted, 1e-10, "no weights")
	}
}

// Shares of strata give the stratified mean, within strata nothing changes.
func TestPopulation(t *testing.T) {
	text := func(add float64) string {
		var b strings.Builder
		b.WriteString("query_id,stratum,RR\n")
		for q := range 40 {
			fmt.Fprintf(&b, "q%02d,%s,%.4f\n", q, []string{"head", "tail", "tail", "tail"}[q%4], .5+add*math.Sin(float64(q))+add*float64(q%4))
		}
		return b.String()
	}
	a, b := read(t, "a", text(0)), read(t, "b", text(.02))
	m := measureOf(t, compared(t, a, b, compare.Settings{Population: []string{"head=0.7", "tail=0.3"}}), "RR")
	shares, differences := []float64{.7, .3}, make([][]float64, 2)
	for q := range a.Len() {
		at := min(q%4, 1)
		differences[at] = append(differences[at], b.Value(0, q)-a.Value(0, q))
	}
	var mean, variance float64
	for h, d := range differences {
		m, v := stat.MeanVariance(d, nil)
		mean += shares[h] * m
		variance += shares[h] * shares[h] * v / float64(len(d))
	}
	wingtest.WantNumber(t, "mean", m.MeanDifference, mean, 1e-12, "Σ W·mean, as survey::svymean")
	wingtest.WantNumber(t, "t", m.T.Statistic, mean/math.Sqrt(variance), 1e-9, "√Σ W²s²/n, as survey::svymean")
	plain := measureOf(t, compared(t, a, b, compare.Settings{}), "RR")
	for i := range m.Strata {
		wingtest.WantNumber(t, "stratum "+m.Strata[i].Stratum, &m.Strata[i].Interval.Low, plain.Strata[i].Interval.Low, 1e-12, "without shares")
	}
	wingtest.WantNumber(t, "heterogeneity", m.Heterogeneity.PValue, *plain.Heterogeneity.PValue, 1e-10, "without shares")
}

func TestWeightsRefused(t *testing.T) {
	table := func(name, column string, values ...string) *scoring.Table {
		text := "query_id,stratum," + column + "RR\n"
		for q := range 4 {
			value := ""
			if len(values) > 0 {
				value = values[q] + ","
			}
			text += fmt.Sprintf("q%d,%s,%s%v\n", q, []string{"x", "x", "y", "y"}[q], value, float64(q)/10)
		}
		return read(t, name, text)
	}
	file, err := scorefile.ReadColumns("w.tsv", strings.NewReader("query\tweight\nq0\t1\nq1\t-2\nq2\t3\nq3\t1\n"))
	if err != nil {
		t.Fatal(err)
	}
	plain := table("b", "")
	for _, tt := range []struct {
		name     string
		a        *scoring.Table
		settings compare.Settings
		want     string
	}{
		{"missing", table("a", "weight,", "1", "2", "", ""), compare.Settings{Weights: "own"}, `weights: own is missing for 2 of 4 queries: "q2", "q3"; give every query one, 0 to leave it out`},
		{"all zero", table("a", "weight,", "0", "0", "0", "0"), compare.Settings{Weights: "own"}, "weights: they go from 0 to 0; a weight is a number from 0 on, and 0 leaves a query out"},
		{"negative", plain, compare.Settings{Weights: "w.tsv", Columns: map[string]*scoring.Table{"w.tsv": file}}, "weights: they go from -2 to 3; a weight is a number from 0 on, and 0 leaves a query out"},
		{"not read", plain, compare.Settings{Weights: "w.tsv"}, "weights: w.tsv is not read here: `rankduel compare` and experiment files take columns of files"},
		{"no such column", plain, compare.Settings{Weights: "w.tsv:hits", Columns: map[string]*scoring.Table{"w.tsv": file}}, "weights: w.tsv has no numbers in a column hits; it has weight"},
		{"no share", plain, compare.Settings{Population: []string{"x=1"}}, `population: query "q2" is in stratum "y", which has no share; give every stratum one`},
		{"one query", table("a", "weight,", "1", "2", "1", "0"), compare.Settings{Weights: "own", Population: []string{"x=.5", "y=.5"}}, "RR: population: the stratum of q2 has no other query with a score, and 2 at least are needed to see how they vary: add some, or put it together with another"},
		{"shares", plain, compare.Settings{Population: []string{"x=.5", "y=.4"}}, "population: the shares add up to 0.9; give every stratum one, so that they add up to 1"},
		{"a share of nothing", plain, compare.Settings{Population: []string{"x=0"}}, `population "x=0": want STRATUM=SHARE, a share above 0 and up to 1, once for each stratum`},
		{"twice", plain, compare.Settings{Population: []string{"x=.5", "x=.5"}}, `population "x=.5": want STRATUM=SHARE, a share above 0 and up to 1, once for each stratum`},
		{"no query", plain, compare.Settings{Population: []string{"x=.5", "y=.4", "z=.1"}}, `population: no query is in stratum "z", which has a share of 0.1; add some, or put it together with another`},
		{"maxt", plain, compare.Settings{Weights: "own", Correction: compare.CorrectionMaxT}, "correction maxt is of means without weights and covariates; take another"},
		{"bootstrap", plain, compare.Settings{Weights: "own", Interval: compare.IntervalBCa}, "interval bca is of means without weights and covariates; take another: auto or t"},
		{"looks", plain, compare.Settings{Weights: "own", Looks: 2}, "interval sequence is of means without weights and covariates; take another: auto or t"},
	} {
		_, err := compare.Against(tt.a, []*scoring.Table{plain}, tt.settings)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v\nwant %s", tt.name, err, tt.want)
		}
	}
}

// One query with nearly all of the weight is named.
func TestWeightThatDominates(t *testing.T) {
	a, b, _, _, _ := foretold(t, 30)
	weights := make([]float64, 30)
	for q := range weights {
		weights[q] = 1
	}
	weights[4] = 29
	weigh(weights, a, b)
	p := compared(t, a, b, compare.Settings{Weights: compare.WeightsOwn})
	// (58)²/(29 + 29²) = 3.87
	wantFinding(t, p, result.FindingFewEffective, "30 queries count as 3.9: q004 alone has 50 % of the weight")
	if m := measureOf(t, p, "RR"); m.Verdict != result.Inconclusive || *m.PValue < *m.Randomization.PValue {
		t.Errorf("%s, p %v", m.Verdict, *m.PValue)
	}
}
