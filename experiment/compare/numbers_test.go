package compare_test

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

const integrated = "Student's density integrated in the test"

// of compares zeros with d on one measure.
func of(t *testing.T, measure string, d []float64, settings compare.Settings) result.MeasureComparison {
	t.Helper()
	return compared(t, tableOf(t, "a", measure, make([]float64, len(d))), tableOf(t, "b", measure, d), settings).Measures[0]
}

// The difference against the baseline's mean, and nothing where that is 0.
func TestRelativeDifference(t *testing.T) {
	a, b := tableOf(t, "a", "RR", []float64{.2, .4}), tableOf(t, "b", "RR", []float64{.3, .6})
	m := compared(t, a, b, compare.Settings{}).Measures[0]
	wingtest.WantNumber(t, "relative difference", m.RelativeDifference, .15/.3, 1e-15, "by hand")
	if m := of(t, "RR", []float64{.3, .6}, compare.Settings{}); m.RelativeDifference != nil {
		t.Errorf("relative difference %v from 0, want none", *m.RelativeDifference)
	}
}

// A geometric mean is compared as the difference of both, and decides nothing.
func TestGeometricMeans(t *testing.T) {
	a, b := tablesOf(t, "a", map[string][]float64{"AP": {.1, .4}, "GMAP": {.1, .4}}), tablesOf(t, "b", map[string][]float64{"AP": {.1, .9}, "GMAP": {.1, .9}})
	m := measureOf(t, compared(t, a, b, compare.Settings{}), "GMAP")
	const source = "by hand"
	wingtest.WantNumber(t, "mean of A", m.MeanA, .2, 1e-15, source) // √.04
	wingtest.WantNumber(t, "mean of B", m.MeanB, .3, 1e-15, source) // √.09
	wingtest.WantNumber(t, "difference", m.MeanDifference, .1, 1e-15, source)
	wingtest.WantNumber(t, "relative difference", m.RelativeDifference, .5, 1e-14, source)
	if m.Verdict != result.NoVerdict || m.VerdictReason != "it is a geometric mean and no mean over queries" || m.VerdictCode != "no_direction" {
		t.Errorf("%s, %s (%s)", m.Verdict, m.VerdictCode, m.VerdictReason)
	}
	if m.MinimumDetectable != nil || m.Posterior != nil || m.PAdjusted != nil || m.Family.Name != result.FamilyOfSecondary {
		t.Errorf("%+v; want nothing that has a direction", m)
	}
}

// A measure without a direction has none of what needs one.
func TestDirectionless(t *testing.T) {
	d := map[string][]float64{"Judged@2": repeat(30, .2, .4), "RR": repeat(30, .2, .4)}
	zeros := map[string][]float64{"Judged@2": make([]float64, 30), "RR": make([]float64, 30)}
	p := compared(t, tablesOf(t, "a", zeros), tablesOf(t, "b", d), compare.Settings{})
	m := measureOf(t, p, "Judged@2")
	if m.Verdict != result.NoVerdict || !strings.Contains(m.VerdictReason, "neither higher nor lower is better") || m.Posterior != nil || m.MinimumDetectable != nil || m.Primary {
		t.Errorf("%+v; want no verdict", m)
	}
	if rr := measureOf(t, p, "RR"); !rr.Primary || rr.Verdict != result.Better || rr.Posterior == nil || rr.MinimumDetectable == nil {
		t.Errorf("%+v; want the first measure that can decide to be primary", rr)
	}
}

// How far one query moves the mean, in standard errors: of 0, 0, 0, 1 the mean
// is .25, the standard error .25, and the last one moves it by .75/4.
func TestInfluence(t *testing.T) {
	d := of(t, "RR", fewOf(4, 0, 0, 0, 1), compare.Settings{}).Diagnostics
	wingtest.WantNumber(t, "influence", d.MaxInfluence, .75, 1e-14, "by hand")
	// The mean cube of −.25 three times and .75 is .09375, the mean square .1875.
	wingtest.WantNumber(t, "skewness", d.Skewness, .09375/math.Pow(.1875, 1.5), 1e-14, "by hand")
	wingtest.WantNumber(t, "smallest p", &d.MinimumP, 1, 0, "both signs of one query are as extreme")
	if d.Influential != "q003" {
		t.Errorf("most influential %q, want q003", d.Influential)
	}
	if d := of(t, "RR", repeat(8, .5), compare.Settings{}).Diagnostics; d.MaxInfluence != nil || d.Influential != "" || d.Skewness != nil {
		t.Errorf("all alike: %+v, want none", d)
	}
}

// Queries without which t would decide otherwise, each left out in the test.
func TestFragileQueries(t *testing.T) {
	d := []float64{0, .3, .28, .25, .2, -.1, -.05, .02, .01, .15, -.2, .05, -.12, .1, .22}
	significant := func(d []float64) bool {
		mean, sd := meanSD(d)
		n := float64(len(d))
		return 2*studentTail(math.Abs(mean)/sd*math.Sqrt(n), n-1) < .05
	}
	want := []string{}
	for i := range d {
		if significant(slices.Delete(slices.Clone(d), i, i+1)) != significant(d) {
			want = append(want, fmt.Sprintf("q%03d", i))
		}
	}
	if len(want) == 0 || len(want) > 8 {
		t.Fatalf("the case is not what it says: %v", want)
	}
	if got := of(t, "RR", d, compare.Settings{}).Diagnostics.Fragile; !slices.Equal(got, want) {
		t.Errorf("fragile %v, want %v (each left out)", got, want)
	}
}

// The posterior by its formula, with one query of standard deviation .2 seen
// before (Gelman et al., Bayesian Data Analysis, 2013, section 3.3).
func TestPosterior(t *testing.T) {
	d := repeat(24, .09, -.01, .04)
	n := float64(len(d))
	mean, sd := meanSD(d)
	df := n + 1
	center := n / (n + 1) * mean
	scale := math.Sqrt(.04+(n-1)*sd*sd+n/(n+1)*mean*mean) / (n + 1)
	above := func(x float64) float64 {
		if x < center {
			return 1 - studentTail((center-x)/scale, df)
		}
		return studentTail((x-center)/scale, df)
	}
	const margin = .02
	p := of(t, "RR", d, compare.Settings{}).Posterior
	wingtest.WantNumber(t, "mean", &p.Mean, center, 1e-14, "formula")
	wingtest.WantNumber(t, "low", &p.Interval.Low, center-studentQuantile(.025, df)*scale, 1e-9, integrated)
	wingtest.WantNumber(t, "high", &p.Interval.High, center+studentQuantile(.025, df)*scale, 1e-9, integrated)
	wingtest.WantNumber(t, "better by more", &p.BetterByMore, above(margin), 1e-9, integrated)
	wingtest.WantNumber(t, "worse by more", &p.WorseByMore, 1-above(-margin), 1e-9, integrated)
	wingtest.WantNumber(t, "within", &p.WithinMargin, above(-margin)-above(margin), 1e-9, integrated)
	wingtest.WantNumber(t, "better", &p.Better, above(0), 1e-9, integrated)

	// The same differences of a measure that is better when it is lower.
	p = of(t, "EmptyResultRate", d, compare.Settings{}).Posterior
	wingtest.WantNumber(t, "mean, lower is better", &p.Mean, center, 1e-14, "formula")
	wingtest.WantNumber(t, "worse by more, lower is better", &p.WorseByMore, above(margin), 1e-9, integrated)
	wingtest.WantNumber(t, "better by more, lower is better", &p.BetterByMore, 1-above(-margin), 1e-9, integrated)
	wingtest.WantNumber(t, "better, lower is better", &p.Better, 1-above(0), 1e-9, integrated)
}

// powerOfT returns the probability that t, with this noncentrality, is above c: the
// normal probability of δ − c·s, integrated over the density of s = √(χ²/df).
func powerOfT(c, df, delta float64) float64 {
	lg, _ := math.Lgamma(df / 2)
	from, to := max(0, 1-8/math.Sqrt(2*df)), 1+8/math.Sqrt(2*df)
	const steps = 2000
	total := 0.0
	for i := 0; i <= steps; i++ {
		s := from + (to-from)*float64(i)/steps
		weight := 2.0
		switch {
		case i == 0 || i == steps:
			weight = 1
		case i%2 == 1:
			weight = 4
		}
		if s > 0 {
			density := math.Exp(math.Ln2 + df/2*math.Log(df/2) - lg + (df-1)*math.Log(s) - df*s*s/2)
			total += weight * density * math.Erfc((c*s-delta)/math.Sqrt2) / 2
		}
	}
	return total * (to - from) / steps / 3
}

// The smallest difference that is detected with power .8 is that at which the
// noncentral t passes its bound that often, where the interval is that of t;
// in a family, at the level of its first test.
func TestMinimumDetectable(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	d := repeat(40, .3, -.14) // as many above their mean as below: no skewness
	_, sd := meanSD(d)
	power := func(m result.MeasureComparison, tests float64) float64 {
		return powerOfT(studentQuantile(.025/tests, 39), 39, *m.MinimumDetectable.Effect/sd*math.Sqrt(40))
	}
	alone := of(t, "RR", d, compare.Settings{Interval: "t"})
	if got := power(alone, 1); math.Abs(got-.8) > 1e-7 || alone.MinimumDetectable.Power != .8 {
		t.Errorf("power at the detectable difference %v = %v, want .8 (noncentral t integrated in the test)", *alone.MinimumDetectable.Effect, got)
	}
	names := []string{"AP", "R@5", "RR"}
	a, b := map[string][]float64{}, map[string][]float64{}
	for _, name := range names {
		a[name], b[name] = make([]float64, len(d)), d
	}
	p := compared(t, tablesOf(t, "a", a), tablesOf(t, "b", b), compare.Settings{Interval: "t", Family: compare.FamilyComparison})
	for _, name := range names {
		if got := power(measureOf(t, p, name), 3); math.Abs(got-.8) > 1e-7 {
			t.Errorf("%s of a family of three: power %v, want .8 (noncentral t integrated in the test)", name, got)
		}
	}
}

// Where no difference would do, the power is stated and no difference.
func TestNothingDetectable(t *testing.T) {
	for name, d := range map[string][]float64{"one pair": {.4}, "all alike": repeat(30, .1), "nothing changed": make([]float64, 30), "five pairs": {.1, .3, .2, .5, .4}} {
		if m := of(t, "RR", d, compare.Settings{}).MinimumDetectable; m == nil || m.Power != .8 || m.Effect != nil {
			t.Errorf("%s: %+v, want power .8 and no difference", name, m)
		}
	}
	if m := of(t, "RR", []float64{nan, nan}, compare.Settings{}).MinimumDetectable; m != nil {
		t.Errorf("no pair: %+v, want nothing", m)
	}
	if m := of(t, "RR", []float64{.1, .3, .2, .5, .4, .35, .2, .1, .3, .4, .2}, compare.Settings{}).MinimumDetectable; m.Effect == nil {
		t.Error("eleven pairs detect no difference")
	}
}

// How many queries it would take. Nothing changed: 116 is the smallest n with
// t(.95, n−1)·√(2/((n+1)(n+2))) < .02 (SciPy 1.10.1, direct search). Too wide:
// the smallest n at which the noncentral t has power .8.
func TestQueriesThatWouldDo(t *testing.T) {
	if m := of(t, "RR", make([]float64, 50), compare.Settings{}); !strings.HasSuffix(m.VerdictReason, "alike on these 50 queries, but too few to show that they are equivalent; about 116 would, if they are equal") {
		t.Errorf("%s, want 116 queries (SciPy 1.10.1)", m.VerdictReason)
	}
	d := repeat(24, .3, -.3)
	_, sd := meanSD(d)
	power := func(n int) float64 {
		return powerOfT(studentQuantile(.025, float64(n-1)), float64(n-1), .1/sd*math.Sqrt(float64(n)))
	}
	m := of(t, "RR", d, compare.Settings{Interval: "t", Margin: .1})
	_, rest, _ := strings.Cut(m.VerdictReason, "too wide; about ")
	n := 0
	if _, err := fmt.Sscanf(rest, "%d queries would show a difference of 0.1", &n); err != nil || power(n) < .8 || power(n-1) >= .8 {
		t.Errorf("%s, want the first n with power .8 (noncentral t integrated in the test)", m.VerdictReason)
	}
}

// p and its correction: said where it is another, marked where it decides.
func TestCorrectionInWords(t *testing.T) {
	zeros := make([]float64, 40)
	a := tablesOf(t, "a", map[string][]float64{"RR": zeros, "R@5": zeros, "P@5": zeros})
	b := tablesOf(t, "b", map[string][]float64{"RR": repeat(40, .3, -.14), "R@5": repeat(40, .3, -.2), "P@5": repeat(40, .3, .1)})
	settings := compare.Settings{Primary: scoring.Named("RR"), Family: compare.FamilyComparison}
	p := compared(t, a, b, settings)
	for name, want := range map[string]bool{"RR": true, "R@5": false, "P@5": false} {
		if m := measureOf(t, p, name); m.CorrectionMatters != want {
			t.Errorf("%s: the correction matters: %v (p %v, adjusted %v)", name, m.CorrectionMatters, *m.PValue, *m.PAdjusted)
		}
	}
	// R@5 +.05, t = .05/.0405 = 1.2; RR +.08, p .028, three times that above .05.
	if m := measureOf(t, p, "P@5"); m.Verdict != result.Better || !strings.HasSuffix(m.VerdictReason, ", p <0.0001, <0.0001 after the correction") {
		t.Errorf("%s (%s), want better by a p that was corrected", m.Verdict, m.VerdictReason)
	}
	settings.Correction = "none"
	p = compared(t, a, b, settings)
	for _, name := range []string{"RR", "P@5"} {
		if m := measureOf(t, p, name); m.Verdict != result.Better || m.CorrectionMatters || strings.Contains(m.VerdictReason, "after the correction") {
			t.Errorf("%s without a correction: %s (%s)", name, m.Verdict, m.VerdictReason)
		}
	}
	if want := fmt.Sprintf(", p %.4f", refer(repeat(40, .3, -.14)).p); !strings.HasSuffix(measureOf(t, p, "RR").VerdictReason, want) {
		t.Errorf("%s, want%s (%s)", measureOf(t, p, "RR").VerdictReason, want, integrated)
	}
}

// Over several candidates the primary measure is one family and all others are
// another; or all measures of a comparison are one.
func TestFamiliesOfCandidates(t *testing.T) {
	zeros, small, large := make([]float64, 40), repeat(40, .3, -.16), repeat(40, .3, -.14)
	a := tablesOf(t, "a", map[string][]float64{"RR": zeros, "R@5": zeros})
	candidates := []*scoring.Table{
		tablesOf(t, "b", map[string][]float64{"RR": small, "R@5": large}),
		tablesOf(t, "c", map[string][]float64{"RR": large, "R@5": large}),
	}
	low, high := refer(large).p, refer(small).p
	for _, c := range []struct {
		family string
		size   int
		want   map[string][2]float64 // by measure, of both candidates: Holm by hand
		names  map[string]string
	}{
		{compare.FamilyRoles, 2, map[string][2]float64{"RR": {max(2*low, high), 2 * low}, "R@5": {2 * low, 2 * low}}, map[string]string{"RR": result.FamilyOfPrimary, "R@5": result.FamilyOfSecondary}},
		{compare.FamilyComparison, 2, map[string][2]float64{"RR": {max(2*low, high), 2 * low}, "R@5": {2 * low, 2 * low}}, map[string]string{"RR": result.FamilyOfMeasures, "R@5": result.FamilyOfMeasures}},
	} {
		got, err := compare.Against(a, candidates, compare.Settings{Primary: scoring.Named("RR"), Family: c.family})
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range c.want {
			for i := range want {
				m := measureOf(t, got.Comparisons[i], name)
				wingtest.WantNumber(t, fmt.Sprintf("%s: adjusted p of %s, candidate %d", c.family, name, i), m.PAdjusted, want[i], 1e-9, "Holm by hand")
				if m.Family.Size != c.size || m.Family.Name != c.names[name] {
					t.Errorf("%s: %s is in %+v, want %s of %d", c.family, name, m.Family, c.names[name], c.size)
				}
			}
		}
		if f := got.Settings.Family; f.Size != c.size || f.Name != c.names["RR"] {
			t.Errorf("%s: the declared family is %+v", c.family, f)
		}
	}
	for family, want := range map[string]int{compare.FamilyRoles: 3, compare.FamilyComparison: 2} {
		got, err := compare.Against(a, append(candidates, tablesOf(t, "d", map[string][]float64{"RR": small, "R@5": small})), compare.Settings{Primary: scoring.Named("RR"), Family: family})
		if err != nil {
			t.Fatal(err)
		}
		if f := got.Settings.Family; f.Size != want || measureOf(t, got.Comparisons[2], "RR").Family.Size != want {
			t.Errorf("%s of three candidates by two measures: %+v, want %d", family, f, want)
		}
	}
}

// Step-down maxT against all 2¹⁰ assignments of signs: of the standardized sums
// |Σ ±d|/√Σd², how often the largest of a measure's and of all with a smaller
// one reaches the measure's own. Undefined queries count as 0, in their place.
func TestMaxT(t *testing.T) {
	const n = 10
	names := []string{"AP", "R@5", "RR"}
	ds := [][]float64{
		{.3, .2, .25, -.1, .4, .15, .05, -.2, .35, .1},
		{.1, .3, -.2, 0, .35, .25, -.15, .2, .1, -.05},
		{0, -.1, .2, .15, -.3, .25, .05, .1, -.2, .4},
	}
	left := map[string]int{"R@5": 3, "RR": 0} // undefined where the difference is 0
	a, b := map[string][]float64{}, map[string][]float64{}
	for m, name := range names {
		a[name], b[name] = repeat(n, .5, .4), make([]float64, n)
		for q := range n {
			b[name][q] = a[name][q] + ds[m][q]
		}
		if q, ok := left[name]; ok {
			a[name][q] = nan
		}
	}
	const resamples = 2000
	p := compared(t, tablesOf(t, "a", a), tablesOf(t, "b", b), compare.Settings{Correction: compare.CorrectionMaxT, Family: compare.FamilyComparison, Resamples: resamples})
	statistic := func(d []float64, signs int) float64 {
		sum, squares := 0.0, 0.0
		for q, x := range d {
			squares += x * x
			if signs>>q&1 == 1 {
				x = -x
			}
			sum += x
		}
		return math.Abs(sum) / math.Sqrt(squares)
	}
	last := 0.0
	for m, name := range names { // they are in the order of their statistics
		if m > 0 && statistic(ds[m], 0) > statistic(ds[m-1], 0) {
			t.Fatal("the case is not what it says")
		}
		hits := 0
		for signs := range 1 << n {
			largest := 0.0
			for _, d := range ds[m:] {
				largest = max(largest, statistic(d, signs))
			}
			if largest >= statistic(ds[m], 0)-1e-12 {
				hits++
			}
		}
		exact := max(last, float64(hits)/(1<<n))
		last = exact
		se := math.Sqrt(exact * (1 - exact) / (10 * resamples))
		wingtest.WantNumber(t, "adjusted p of "+name, measureOf(t, p, name).PAdjusted, exact, 5*se, "all signs, give or take five standard errors")
	}
}

// Signs are flipped as often as resamples are drawn, and ten times as often
// when p is within 20 of their standard errors from alpha.
func TestFlipsNearAlpha(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	irregular := func(mean float64) []float64 { // on no lattice, and too many to enumerate
		d := make([]float64, 60)
		for i := range d {
			d[i] = mean + .2*math.Sin(float64(i*i))
		}
		return d
	}
	for _, c := range []struct {
		mean   float64
		rounds int
	}{{.028, 10_000}, {.036, 100_000}, {.046, 100_000}, {.052, 10_000}} {
		d := irregular(c.mean)
		p := refer(d).p
		if near := math.Abs(p-.05) < 20*math.Sqrt(p*(1-p)/10_000); near != (c.rounds == 100_000) {
			t.Fatalf("mean %v: p %v is not what the case says", c.mean, p)
		}
		r := of(t, "RR", d, compare.Settings{}).Randomization
		if r.Rounds != c.rounds {
			t.Errorf("p %v: %d flips, want %d", p, r.Rounds, c.rounds)
		}
		wingtest.WantNumber(t, "p", r.PValue, p, .02, "t, which it comes near")
	}
}

// The width of a measure's range bounds what was not seen: its own, unless
// another is declared for it; that of all others only where none is known.
func TestRanges(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	d := repeat(60, .01, -.01)
	over := func(width float64) float64 {
		mean, sd := meanSD(append(slices.Clone(d), width, -width))
		return mean + studentQuantile(.05, 59)*sd/math.Sqrt(62)
	}
	for _, c := range []struct {
		measure string
		ranges  map[string]float64
		width   float64
	}{
		{"RR", nil, 1},
		{"RR", map[string]float64{"": 5}, 1},
		{"RR", map[string]float64{"RR": .5, "": 5}, .5},
		{"mine", map[string]float64{"": 5}, 5},
		{"mine", map[string]float64{"mine": 2, "": 5}, 2},
	} {
		m := of(t, c.measure, d, compare.Settings{Ranges: c.ranges})
		wingtest.WantNumber(t, fmt.Sprintf("%s with %v", c.measure, c.ranges), &m.Equivalence.High, over(c.width), 1e-9, integrated)
	}
	m := of(t, "mine", d, compare.Settings{Ranges: map[string]float64{"other": 1}})
	if want := "alike on these queries, but the range of mine is not known"; m.Equivalence != nil || m.Verdict != result.Inconclusive || !strings.HasPrefix(m.VerdictReason, want) {
		t.Errorf("%s (%s), equivalence %v; want %q", m.Verdict, m.VerdictReason, m.Equivalence, want)
	}
	a, b := tableOf(t, "a", "mine", make([]float64, 60)), tableOf(t, "b", "mine", d)
	_, err := compare.Against(a, []*scoring.Table{b}, compare.Settings{Ranges: map[string]float64{"mine": .009}})
	if err == nil || !strings.Contains(err.Error(), "mine: a difference beyond the range of 0.009") {
		t.Errorf("%v, want that the range is exceeded", err)
	}
}

// Inside the margin, but not when the interval is corrected for skewness, by
// Johnson (1978): (1 + 2t²)/6n times the third central moment over the variance.
func TestSkewedIsNotEquivalent(t *testing.T) {
	d := fewOf(400, .9, .9, .9)
	n := 400.0
	r := refer(d)
	mean, sd := meanSD(d)
	third := 0.0
	for _, x := range d {
		third += (x - mean) * (x - mean) * (x - mean) / n
	}
	q := studentQuantile(.05, n-1)
	shift := (1 + 2*q*q) / (6 * n) * third / (sd * sd * (n - 1) / n)
	margin := r.whole.high + shift/2
	m := of(t, "RR", d, compare.Settings{Margin: margin})
	if m.Verdict != result.Inconclusive || !strings.Contains(m.VerdictReason, "the differences are skewed") {
		t.Errorf("%s (%s), want inconclusive by skewness", m.Verdict, m.VerdictReason)
	}
	if m := of(t, "RR", d, compare.Settings{Margin: r.whole.high + 1.5*shift}); m.Verdict != result.Equivalent {
		t.Errorf("%s (%s), want equivalent with a margin beyond the correction", m.Verdict, m.VerdictReason)
	}
}

// Whether two strata differ, by Welch's t squared and its degrees of freedom;
// Cochran's Q is the same number then.
func TestHeterogeneity(t *testing.T) {
	x, y := repeat(12, .3, .1, .2), repeat(9, 0, .1, -.2)
	scores, others := repeat(21, .5, .25), append(slices.Clone(x), y...)
	for q := range others {
		others[q] += scores[q]
	}
	a, b := tableOf(t, "a", "RR", scores), tableOf(t, "b", "RR", others)
	for q := range a.Len() {
		a.Edit(q).Stratum = []string{"x", "y"}[min(1, q/12)]
	}
	mx, sx := meanSD(x)
	my, sy := meanSD(y)
	vx, vy := sx*sx/12, sy*sy/9
	f := (mx - my) * (mx - my) / (vx + vy)
	df := (vx + vy) * (vx + vy) / (vx*vx/11 + vy*vy/8)
	m := measureOf(t, compared(t, a, b, compare.Settings{}), "RR")
	const source = "Welch's t of two samples, by hand"
	h := m.Heterogeneity
	wingtest.WantNumber(t, "F", h.Statistic, f, 1e-9, source)
	wingtest.WantNumber(t, "df", &h.DF[0], 1, 0, source)
	wingtest.WantNumber(t, "df", &h.DF[1], df, 1e-9, source)
	wingtest.WantNumber(t, "p", h.PValue, 2*studentTail(math.Sqrt(f), df), 1e-9, integrated)
	wingtest.WantNumber(t, "I²", h.I2Ratio, (f-1)/f, 1e-9, "Higgins and Thompson (2002), by hand")
	for i, want := range []struct {
		n    int
		mean float64
		p    float64
	}{{12, mx, refer(x).p}, {9, my, refer(y).p}} {
		s := m.Strata[i]
		wingtest.WantNumber(t, s.Stratum, s.MeanDifference, want.mean, 1e-12, "by hand")
		wingtest.WantNumber(t, s.Stratum+" p of t", s.T.PValue, want.p, 1e-9, integrated)
		if s.N != want.n || s.MinimumDetectable == nil {
			t.Errorf("%s: %d queries, detectable %v; want %d", s.Stratum, s.N, s.MinimumDetectable, want.n)
		}
	}
	// Nothing was measured in y: there is nothing to differ from.
	for q := 12; q < 21; q++ {
		b.Edit(q).Status = result.Failed
	}
	share := .1
	m = measureOf(t, compared(t, a, b, compare.Settings{MinCoverage: &share}), "RR")
	if m.Heterogeneity != nil || len(m.Strata) != 2 || m.Strata[1].N != 0 || m.Strata[1].MinimumDetectable != nil {
		t.Errorf("heterogeneity %+v, strata %+v; want none with one stratum measured", m.Heterogeneity, m.Strata)
	}
	for q := range a.Len() {
		a.Edit(q).Stratum = "x"
	}
	if m := measureOf(t, compared(t, a, b, compare.Settings{MinCoverage: &share}), "RR"); m.Heterogeneity != nil || m.Strata != nil {
		t.Errorf("one stratum: %+v, %+v; want nothing said apart", m.Heterogeneity, m.Strata)
	}
}
