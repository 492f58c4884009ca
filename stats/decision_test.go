package stats_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// repeated returns x, n times.
func repeated(n int, x float64) []float64 { return slices.Repeat([]float64{x}, n) }

func alternating(n int, x, y float64) []float64 { return slices.Repeat([]float64{x, y}, n/2) }

func diffs(t *testing.T, d []float64) stats.Differences {
	t.Helper()
	out, err := stats.DifferencesOf(d)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The table of verdicts. p values and intervals behind it are from scipy 1.10.1
// and numpy from their formulas, or 2/2ⁿ.
func TestVerdicts(t *testing.T) {
	best := func(x float64) *float64 { return &x }
	unit := stats.Rule{Range: 1}
	for _, c := range []struct {
		name    string
		rule    stats.Rule
		d       []float64
		verdict stats.Verdict
		reason  stats.Reason
	}{
		{"one pair", unit, []float64{.3}, stats.Inconclusive, stats.ReasonFewPairs},
		// 2/2⁶ = .03125, [.828, 1]
		{"six from 0 to 1", unit, repeated(6, 1), stats.Better, stats.ReasonSignificant},
		{"six from 1 to 0", unit, repeated(6, -1), stats.Worse, stats.ReasonSignificant},
		// 2/2⁵ = .0625
		{"five from 0 to 1", unit, repeated(5, 1), stats.Inconclusive, stats.ReasonFewChanged},
		// no variance, 2/2²⁰⁰ and 6e-20, [.0918, .1082]
		{"200 of .1", unit, repeated(200, .1), stats.Better, stats.ReasonSignificant},
		// [.128, .472]
		{"six near .3", unit, []float64{.30, .31, .29, .305, .295, .30}, stats.Better, stats.ReasonSignificant},
		{"as few as five changed", unit, append(repeated(5, .2), repeated(45, 0)...), stats.Inconclusive, stats.ReasonFewChanged},
		// the padded interval over ±1 at .90: ±.0201 and ±.01996
		{"115 zeros", unit, repeated(115, 0), stats.Inconclusive, stats.ReasonAlike},
		{"116 zeros", unit, repeated(116, 0), stats.Equivalent, stats.ReasonInside},
		// ±.0021 over ±.01, but ±.0385 over ±1
		{"60 of ±.01", unit, alternating(60, .01, -.01), stats.Inconclusive, stats.ReasonAlike},
		{"60 of ±.01 as observed", stats.Rule{Range: 1, Equivalence: stats.Observed}, alternating(60, .01, -.01), stats.Equivalent, stats.ReasonInsideSeen},
		// [-.0117, .0117]
		{"200 of ±.01", unit, alternating(200, .01, -.01), stats.Equivalent, stats.ReasonInside},
		{"range not known", stats.Rule{}, alternating(200, .01, -.01), stats.Inconclusive, stats.ReasonRangeUnknown},
		{"range of 4", stats.Rule{Range: 4}, alternating(200, .01, -.01), stats.Inconclusive, stats.ReasonAlike},
		{"margin beyond a tenth of .19", stats.Rule{Range: 1, BestMean: best(.19)}, alternating(200, .01, -.01), stats.Inconclusive, stats.ReasonMarginTooWide},
		{"margin of a tenth of .2", stats.Rule{Range: 1, BestMean: best(.2)}, alternating(200, .01, -.01), stats.Equivalent, stats.ReasonInside},
		{"margin too wide to ask for more", stats.Rule{Range: 1, BestMean: best(.1)}, repeated(50, 0), stats.Inconclusive, stats.ReasonMarginTooWide},
		// p 4e-07; [.0078, .0122] inside ±.02
		{"better by little", unit, alternating(1000, .02, 0), stats.Better, stats.ReasonSmall},
		{"better whatever the ceiling", stats.Rule{Range: 1, BestMean: best(.1)}, alternating(1000, .02, 0), stats.Better, stats.ReasonSmall},
		// t 5e-62, but one loss of the whole range in 250 queries would cancel it: [-.0012, .0092], p .115
		{"a rare loss would cancel it", stats.Rule{Range: 1, Margin: .003}, alternating(400, .008, 0), stats.Inconclusive, stats.ReasonTail},
		{"the same by t", stats.Rule{Range: 1, Margin: .003, Interval: stats.HeadlineT}, alternating(400, .008, 0), stats.Better, stats.ReasonSignificant},
		// p .898; [-.073, .082]
		{"wide", unit, append(alternating(58, .3, -.3), .2, .1), stats.Inconclusive, stats.ReasonTooWide},
		{"lower is better", stats.Rule{Range: 1, Direction: stats.LowerIsBetter}, repeated(6, 1), stats.Worse, stats.ReasonSignificant},
		{"no direction", stats.Rule{Range: 1, Direction: stats.Directionless}, repeated(6, 1), stats.NoVerdict, stats.ReasonNoDirection},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.rule.Judge(diffs(t, c.d))
			if err != nil {
				t.Fatal(err)
			}
			if got.Verdict != c.verdict || got.Reason != c.reason {
				t.Errorf("%s (%s), want %s (%s): %+v", got.Verdict, got.Reason, c.verdict, c.reason, got)
			}
			if (got.QueriesForEquality != nil) != (c.reason == stats.ReasonAlike) || (got.QueriesForMargin != nil) != (c.reason == stats.ReasonTooWide || c.reason == stats.ReasonTail) {
				t.Errorf("needed queries %v and %v with reason %s", got.QueriesForEquality, got.QueriesForMargin, got.Reason)
			}
		})
	}
}

// The p that decides: not below that of exact signs with fewer than 10 pairs and
// without variance. Those of t and of the rule are scipy 1.10.1 and numpy.
func TestDecidingTest(t *testing.T) {
	uneven := []float64{.1, .2, .15, .3, .25, .12, .22, .18, .27, .11}
	for _, c := range []struct {
		name string
		rule stats.Rule
		d    []float64
		test string
		p    float64
	}{
		{"nine", stats.Rule{}, uneven[:9], "randomization", 2. / 512},
		{"ten by t", stats.Rule{Interval: stats.HeadlineT}, uneven, "t", 1.2677103355664888e-05}, // scipy 1.10.1, ttest_1samp
		{"nine by t", stats.Rule{Interval: stats.HeadlineT}, uneven[:9], "t", 2.2537596094411487e-05},
		{"ten", stats.Rule{Range: 1}, uneven, "tail", 0.0022596008300841595},
		// 2/2¹⁰ = .00195 no longer counts; 2·exp(−10·.9/.28) does, t's p being smaller still.
		{"ten large ones", stats.Rule{Range: 1}, []float64{.9, .91, .89, .9, .92, .88, .9, .9, .91, .89}, "tail", 2 * math.Exp(-9/.28)},
		{"ten by signs", stats.Rule{Test: stats.SignFlipDecides}, uneven, "randomization", 2. / 1024},
		{"no variance", stats.Rule{}, repeated(50, 1/math.Pi), "randomization", math.Ldexp(2, -50)},
		{"no change", stats.Rule{}, repeated(50, 0), "tail", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.rule.Judge(diffs(t, c.d))
			if err != nil {
				t.Fatal(err)
			}
			if got.Decides != c.test {
				t.Errorf("%s decides, want %s", got.Decides, c.test)
			}
			relative(t, "p", *got.P, c.p, 1e-9)
		})
	}
}

// A sampled p is not taken where exact signs have to decide.
func TestSampledSignsDoNotDecide(t *testing.T) {
	d := diffs(t, []float64{.1, .2, .15, .3, .25, .12})
	sampled, err := stats.SignFlip{Sampled: true, Rounds: 99}.Test(d)
	if err != nil {
		t.Fatal(err)
	}
	e, err := stats.Rule{}.Weigh(d, stats.Computed{Randomization: &sampled})
	if err != nil {
		t.Fatal(err)
	}
	if e.Decides.Method != stats.Exact || *e.Decides.P != 2./64 {
		t.Errorf("%s p = %v, want exact 2/64", e.Decides.Method, *e.Decides.P)
	}
}

// What p says alone and what the correction leaves of it.
func TestCorrection(t *testing.T) {
	rule := stats.Rule{Range: 1}
	e, err := rule.Weigh(diffs(t, repeated(6, 1)), stats.Computed{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		adjusted float64
		verdict  stats.Verdict
		reason   stats.Reason
		matters  bool
	}{{.03125, stats.Better, stats.ReasonSignificant, false}, {.05, stats.Inconclusive, stats.ReasonCorrection, true}} {
		got, err := rule.Decide(e, &c.adjusted)
		if err != nil {
			t.Fatal(err)
		}
		if got.Verdict != c.verdict || got.Reason != c.reason || got.CorrectionMatters != c.matters {
			t.Errorf("adjusted %v: %s (%s), %v", c.adjusted, got.Verdict, got.Reason, got.CorrectionMatters)
		}
		if *got.P != .03125 {
			t.Errorf("p = %v", *got.P)
		}
	}
	if got, err := rule.Decide(e, nil); err != nil || got.Verdict != stats.Inconclusive {
		t.Errorf("no adjusted p: %s, %v", got.Verdict, err)
	}
}

// Of 500 queries 7 lose .8, in a family that leaves no p below alpha: the
// interval over ±1 ends at -.01948 and is inside the margin, but corrected for
// skewness at -.02115; with 3 losses at -.01128 and -.01297 (numpy 1.24.2 from
// the formulas).
func TestSkewedOut(t *testing.T) {
	rule := stats.Rule{Range: 1}
	one := 1.0
	for _, c := range []struct {
		losses  int
		low     float64
		verdict stats.Verdict
	}{{7, -.01947967427752431, stats.Inconclusive}, {3, -.01127723600595514, stats.Equivalent}} {
		e, err := rule.Weigh(diffs(t, append(repeated(c.losses, -.8), repeated(500-c.losses, 0)...)), stats.Computed{})
		if err != nil {
			t.Fatal(err)
		}
		within(t, "low end", e.Equivalence.Low, c.low, 1e-12)
		got, err := rule.Decide(e, &one)
		if err != nil || got.Verdict != c.verdict {
			t.Errorf("%d losses: %s (%s), want %s, %v", c.losses, got.Verdict, got.Reason, c.verdict, err)
		}
	}
}

// The percentile interval is a diagnostic: only t against signs is a
// disagreement, and a reason where it is all that is in the way.
func TestDisagreement(t *testing.T) {
	rule := stats.Rule{Range: 1}
	e, err := rule.Weigh(diffs(t, []float64{-.1, .9, .02, .01, .03, .02, .01, .02}), stats.Computed{})
	if err != nil {
		t.Fatal(err)
	}
	no, yes := .2, .01
	e.T.P, e.Randomization.P = &no, &yes
	e.Disagreement = stats.CompareDecisions(.05, e.T, e.Randomization)
	got, err := rule.Decide(e, &no)
	if err != nil || got.Reason != stats.ReasonDisagree || got.Disagreement == nil || got.Disagreement.Code != stats.WarnMethodsDisagree {
		t.Errorf("%s (%s), %+v, %v", got.Verdict, got.Reason, got.Disagreement, err)
	}
}

// Where the interval that was asked for is undefined that of the rule is in.
func TestHeadlineStandsIn(t *testing.T) {
	constant, varied := diffs(t, repeated(20, .1)), diffs(t, alternating(20, .3, .1))
	for _, kind := range []stats.HeadlineKind{stats.HeadlineAuto, stats.HeadlineT, stats.HeadlinePercentile, stats.HeadlineBCa} {
		e, err := stats.Rule{Interval: kind}.Weigh(constant, stats.Computed{})
		if err != nil || e.Headline.Method != "tail" || e.Headline.Width() == 0 {
			t.Errorf("%s of a constant: %+v, %v", kind, e.Headline, err)
		}
		e, err = stats.Rule{Interval: kind}.Weigh(varied, stats.Computed{})
		want := string(kind)
		if kind == stats.HeadlineAuto {
			want = "tail"
		}
		if err != nil || e.Headline.Method != want || e.Headline.Level != .95 {
			t.Errorf("%s: %+v, %v", kind, e.Headline, err)
		}
	}
}

func TestRefusedRules(t *testing.T) {
	nan, d := math.NaN(), diffs(t, []float64{.1, .2})
	for _, r := range []stats.Rule{
		{Alpha: .5},
		{Alpha: -1},
		{Alpha: nan},
		{Margin: -1},
		{Margin: math.Inf(1)},
		{Range: -1},
		{Range: nan},
		{BestMean: &nan},
		{Direction: 3},
		{Test: "wilcoxon"},
		{Interval: "basic"},
		{Equivalence: "guess"},
		{Tests: -1},
		{Power: 1},
	} {
		if _, err := r.Judge(d); !errors.Is(err, stats.ErrOutOfRange) {
			t.Errorf("%+v: %v", r, err)
		}
		if _, err := r.PowerAt(stats.SpreadOf(d), 10, .1); !errors.Is(err, stats.ErrOutOfRange) {
			t.Errorf("power of %+v: %v", r, err)
		}
	}
	if _, err := (stats.Rule{Range: .1}).Judge(d); !errors.Is(err, stats.ErrOutOfRange) {
		t.Errorf("a difference beyond the range: %v", err)
	}
	if _, err := (stats.Rule{}).Judge(stats.Differences{}); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("no pairs: %v", err)
	}
	// An nDCG of 1 + 2⁻⁵² is rounding, not a fault.
	if _, err := (stats.Rule{Range: 1}).Judge(diffs(t, []float64{1 + 0x1p-52, .5})); err != nil {
		t.Errorf("rounding: %v", err)
	}
}

// Swapping the systems swaps better and worse and keeps everything else.
func TestVerdictsAreSymmetric(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	swapped := map[stats.Verdict]stats.Verdict{stats.Better: stats.Worse, stats.Worse: stats.Better}
	for name, source := range mixtures(t) {
		for seed := range uint64(40) {
			d := source.draw(30, newRand(seed))
			back := make([]float64, len(d))
			for i, x := range d {
				back[i] = -x
			}
			rule := stats.Rule{Range: 1}
			a, errA := rule.Judge(diffs(t, d))
			b, errB := rule.Judge(diffs(t, back))
			if errA != nil || errB != nil {
				t.Fatal(errA, errB)
			}
			want := a.Verdict
			if other, ok := swapped[want]; ok {
				want = other
			}
			if b.Verdict != want || b.Reason != a.Reason {
				t.Fatalf("%s: %s (%s), swapped %s (%s)", name, a.Verdict, a.Reason, b.Verdict, b.Reason)
			}
		}
	}
}

func ExampleRule() {
	d, _ := stats.NewDifferences(baseline, candidate)
	decision, _ := stats.Rule{Range: 1}.Judge(d)
	fmt.Println(decision.Verdict, decision.Reason)
	fmt.Printf("%+.4f, %s interval [%+.4f, %+.4f], p = %.4f by %s\n",
		d.Mean, decision.Headline.Method, decision.Headline.Low, decision.Headline.High, *decision.P, decision.Decides)
	// Output: inconclusive rare_loss
	// +0.0450, tail interval [-0.0583, +0.1483], p = 0.4009 by tail
}

func ExampleRule_Detectable() {
	d, _ := stats.NewDifferences(baseline, candidate)
	spread := stats.SpreadOf(d)
	rule := stats.Rule{Range: 1}
	effect, _ := rule.Detectable(spread, d.N)
	n, _ := rule.QueriesFor(spread, 0.02)
	fmt.Printf("10 queries find %.3f; %d would find 0.020\n", effect, n)
	// Output: 10 queries find 0.112; 69 would find 0.020
}
