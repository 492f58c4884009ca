package main

import (
	"bytes"
	"cmp"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// matrices are where the real pairs' scores are for the tests of this folder.
const matrices = "../../../../shared/data/matrices"

// Short studies meet their limits, and the rows of their tables have as many columns as
// the heads.
func TestShortStudies(t *testing.T) {
	if testing.Short() {
		t.Skip("calibration")
	}
	replicates := map[string]string{"mistakes": "200", "gates": "200", "heldout": "200", "several": "400", "power": "40"}
	for _, name := range partNames() {
		t.Run(name, func(t *testing.T) {
			var out, progress bytes.Buffer
			if code := run([]string{"-replicates", cmp.Or(replicates[name], "80"), "-only", name, "-matrices", t.TempDir()}, &out, &progress); code != 0 {
				t.Errorf("exit code %d: %s", code, progress.String())
			}
			columns, rows := 0, 0
			for row := range strings.Lines(out.String()) {
				switch {
				case !strings.HasPrefix(row, "|"):
					columns = 0
				case columns == 0:
					columns = strings.Count(row, "|")
				case strings.Count(row, "|") != columns:
					t.Errorf("%d separators, want %d: %s", strings.Count(row, "|"), columns, row)
				default:
					rows++
				}
			}
			if rows < 6 || !strings.Contains(out.String(), "No real pairs") {
				t.Errorf("the report is\n%s", out.String())
			}
		})
	}
}

// The same flags give the same bytes whatever the number of workers.
func TestWorkersChangeNothing(t *testing.T) {
	var first bytes.Buffer
	for _, workers := range []string{"1", "3"} {
		var out bytes.Buffer
		if code := run([]string{"-replicates", "110", "-only", "groups", "-workers", workers, "-matrices", t.TempDir()}, &out, io.Discard); code == 2 {
			t.Fatal("the study did not run")
		}
		if first.Len() == 0 {
			first = out
		} else if first.String() != out.String() {
			t.Error("output differs between 1 and 3 workers")
		}
	}
}

func TestRefusedFlags(t *testing.T) {
	for _, args := range [][]string{{"-replicates", "0"}, {"-workers", "0"}, {"file"}, {"-nothing"}, {"-only", "all"}} {
		if code := run(args, io.Discard, io.Discard); code != 2 {
			t.Errorf("%v: exit code %d, want 2", args, code)
		}
	}
	if code := run([]string{"-h"}, io.Discard, io.Discard); code != 0 {
		t.Errorf("-h: exit code %d, want 0", code)
	}
}

// Share of zeros, standard deviation, skewness and mean as the file's source lists
// them; the two of reciprocal rank share a row there.
func TestListedDistributions(t *testing.T) {
	sources, err := listedDistributions()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]struct{ zeros, sd, skew, mean float64 }{
		"recall_sym_null":  {.80, .356, 0, 0},
		"recall_asym_null": {.77, .256, -2.6, 0},
		"rr_sym_null":      {.69, .376, 0, 0},
		"rr_gain":          {.69, .376, .2, .024},
		"ndcg_sym_null":    {.30, .144, 0, 0},
		"ndcg_asym":        {.25, .108, -2.5, -.0016},
		"rare_loss":        {.96, .157, -4.8, -.02},
	} {
		d := sources[name]
		var zeros, m3 float64
		for at, x := range d.Values {
			if x == 0 {
				zeros = d.Probs[at]
			}
			m3 += d.Probs[at] * (x - d.Mean) * (x - d.Mean) * (x - d.Mean)
		}
		for what, c := range map[string][3]float64{
			"zeros": {zeros, want.zeros, .0085}, "sd": {d.sd(), want.sd, .011},
			"skewness": {m3 / math.Pow(d.sd(), 3), want.skew, .06}, "mean": {d.Mean, want.mean, .00005},
		} {
			if abs(c[0]-c[1]) > c[2] {
				t.Errorf("%s: %s %.4f, want %.4f", name, what, c[0], c[1])
			}
		}
	}
}

// Mean and standard deviation in closed form, and of a Pareto loss the share beyond
// a point. A distribution made of 2,000 quantiles lacks what is beyond 1/4000,
// which t3 with its variance of 3 feels most.
func TestShapes(t *testing.T) {
	for name, c := range map[string]struct {
		d                   distribution
		mean, sd, tolerance float64
	}{
		"normal":        {normal(0, .1), 0, .1, .0002},
		"reindex":       {reindex(.03), -.03, math.Sqrt(.03 + .485*.0004 - .0009), 1e-4},
		"uniform":       {uniform(-.7, -.1), -.4, .6 / math.Sqrt(12), 1e-4},
		"t3":            {studentThree(.05), 0, .05 * math.Sqrt(3), .005},
		"lognormal":     {lognormalLoss(.03), -.03 * math.Sqrt(math.E), .03 * math.Sqrt(math.E*(math.E-1)), .0025},
		"beta":          {betaGain(2, 8), .2, math.Sqrt(16. / (100 * 11)), 1e-4},
		"zero inflated": {zeroInflated(.8, always(.5), always(-.1)), .04, math.Sqrt(.1*(.25+.01) - .0016), 1e-12},
		"shifted":       {normal(0, .1).shifted(-.02), -.02, .1, .0002},
	} {
		if abs(c.d.Mean-c.mean) > min(c.tolerance, .0002) || abs(c.d.sd()-c.sd) > c.tolerance {
			t.Errorf("%s: mean %v, sd %v, want %v, %v", name, c.d.Mean, c.d.sd(), c.mean, c.sd)
		}
	}
	beyond := 0.0
	for i, x := range paretoLoss(.1, 1.5).Values {
		beyond += float64(oneIf(x < -.4)) * paretoLoss(.1, 1.5).Probs[i]
	}
	if want := math.Pow(.25, 1.5); abs(beyond-want) > 1./quantilePoints {
		t.Errorf("a Pareto loss is beyond .4 with %v, want %v", beyond, want)
	}
}

// Every population can have the means that the parts ask for, within the range.
func TestPopulationsMove(t *testing.T) {
	all, err := madePopulations()
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := realPairs(matrices, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(pairs) == 0 {
		t.Log("real pairs are left out: ../shared/data/matrices is not here")
	} else if len(pairs) != 11*pairsOfMatrix || len(heldOutOf(pairs)) != 11*heldOutOfMatrix {
		t.Errorf("%d real pairs, %d held out", len(pairs), len(heldOutOf(pairs)))
	}
	for _, p := range append(all, pairs...) {
		for _, mean := range []float64{0, -.02, -.03, -.05} {
			d := p.moved(mean)
			var total, exact float64
			for i, x := range d.Values {
				total += d.Probs[i]
				exact += d.Probs[i] * x
			}
			if abs(exact-mean) > 1e-9 || abs(total-1) > 1e-9 {
				t.Errorf("%s: mean %v, want %v; probabilities add up to %v", p.name, exact, mean, total)
			}
			if low, high := d.Values[0], d.Values[len(d.Values)-1]; low < -1 || high > 1 {
				t.Errorf("%s at %v: differences from %v to %v", p.name, mean, low, high)
			}
		}
	}
}

// The choice of pairs is that of the seed.
func TestPairsAreTheSeeds(t *testing.T) {
	if _, err := os.Stat(matrices); err != nil {
		t.Skip("../shared/data/matrices is not here")
	}
	names := func(seed uint64) string {
		pairs, err := realPairs(matrices, seed)
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		for _, p := range pairs {
			out.WriteString(p.name + "\n")
		}
		return out.String()
	}
	first, again, other := names(1), names(1), names(2)
	if first != again || first == other {
		t.Error("pairs depend on something else than the seed")
	}
}

// Draws have the distribution's own frequencies, within 5 standard errors.
func TestDraw(t *testing.T) {
	d := newDistribution([]float64{-1, 0, .2, 1}, []float64{.02, .7, .2, .08})
	sample := make([]float64, 100_000)
	d.draw(sample, rand.New(rand.NewPCG(1, 1)))
	counts := make(map[float64]int)
	for _, x := range sample {
		counts[x]++
	}
	for i, x := range d.Values {
		got := share(counts[x], len(sample))
		if abs(got-d.Probs[i]) > 5*shareError(d.Probs[i], len(sample)) {
			t.Errorf("share of %v is %.4f, want %.4f", x, got, d.Probs[i])
		}
	}
	if len(counts) != len(d.Values) {
		t.Errorf("%d values drawn, want %d", len(counts), len(d.Values))
	}
}

// Differences of one need have the correlation that is asked for.
func TestGroupsCorrelate(t *testing.T) {
	c := groupedCell{needs: 20_000, wordings: 5, correlation: .5}
	d, groups := c.draw(rand.New(rand.NewPCG(1, 2)))
	var products, squares float64
	pairs := 0
	for i := 1; i < len(d); i++ {
		squares += d[i] * d[i]
		if groups[i] == groups[i-1] {
			products += d[i] * d[i-1]
			pairs++
		}
	}
	if got := products / float64(pairs) / (squares / float64(len(d)-1)); abs(got-.5) > .02 {
		t.Errorf("correlation %.3f, want .5", got)
	}
}

// Of ten queries that lose all with a probability of .3, and gain as much in the mean
// otherwise, the sample without a loss has the probability .7¹⁰, and no sample with one
// has an interval above 0; by the binomial formula.
func TestTwoValues(t *testing.T) {
	better, passes, err := twoValues(10, 1, .3)
	if err != nil {
		t.Fatal(err)
	}
	// Without a loss the mean is 3/7 = .43. The rule allows for .28·ln(40)/10 = .103, a
	// gate for ln(20)/10 = .300.
	if want := math.Pow(.7, 10); abs(better-want) > 1e-12 || abs(passes-want) > 1e-12 {
		t.Errorf("better %v, passes %v, want %v", better, passes, want)
	}
}

// Losses that a sample of n hides, by hand: a share of 5 % loses all, and 95 % gain
// .0526 each. .95²⁵ = .28 of samples show none, and the rule allows for .28·ln(40)/25 =
// .041; .95⁶⁰ = .046 are fewer than one in twenty. Of ten it allows for .103.
func TestHides(t *testing.T) {
	p := population{distribution: newDistribution([]float64{-1, .05 / .95}, []float64{.05, .95})}
	for n, want := range map[int]bool{10: false, 25: true, 50: true, 60: false} {
		if p.hides(n) != want || p.mirrored().hides(n) != want {
			t.Errorf("n = %d: hides %v, mirrored %v, want %v", n, p.hides(n), p.mirrored().hides(n), want)
		}
	}
	if bell := (population{distribution: normal(0, .1)}); bell.hides(25) {
		t.Error("normal differences hide a tail")
	}
}

// A figure is met at its limit, within error a little beyond it, and missed well beyond.
func TestLines(t *testing.T) {
	for count, want := range map[int]verdict{500: met, 560: within, 570: missed} { // se .0022
		if got := worst("", "", []candidate{atMost(.05, 100, 10_000, ""), atMost(.05, count, 10_000, "here")}); got.verdict != want || got.where != "here" {
			t.Errorf("%d of 10,000: %s at %q, want %s", count, got.verdict, got.where, want)
		}
	}
	for _, c := range []struct {
		name string
		f    findings
		want int // lines that are missed
	}{
		{"good", mistakeFindings{{n: 10, samples: 10_000, ruleBetter: 250, ruleWorse: 250, ruleCovers: 9500}}, 0},
		{"false better", mistakeFindings{{n: 10, samples: 10_000, ruleBetter: 700, ruleCovers: 9500}}, 1},
		{"false worse", mistakeFindings{{n: 10, samples: 10_000, ruleWorse: 700, ruleCovers: 9500}}, 1},
		{"a hidden tail", mistakeFindings{{n: 10, samples: 10_000, ruleBetter: 700, ruleCovers: 9100, hidden: true}}, 0},
		{"covers little", mistakeFindings{{n: 10, samples: 10_000, ruleCovers: 9100}}, 1},
		{"real, mean", mistakeFindings{{population: population{real: true}, n: 10, samples: 10_000, ruleBetter: 400, ruleWorse: 400, ruleCovers: 9500}}, 1},
		{"real, both", mistakeFindings{{population: population{real: true}, n: 10, samples: 10_000, ruleBetter: 800, ruleCovers: 9500}}, 2},
		{"gate", safetyFindings{{n: 50, samples: 10_000, gate: 800}}, 1},
		{"sequence", lookFindings{{samples: 1000, sequence: 100}}, 1},
		{"equivalence", equivalenceFindings{false: []falseEquivalence{{samples: 10_000, byRange: 800}}}, 1},
		{"families", familyFindings{{samples: 10_000, maxT: 800}}, 1},
		{"groups", groupFindings{{samples: 10_000, grouped: 800}}, 1},
		{"power", powerFindings{cells: []powerCell{{n: 50, samples: 10_000, student: 8000, rule: 7000}}}, 1},
		{"not reached", powerFindings{reached: []reachedCell{{n: 25, samples: 10_000, found: 7000}, {n: 25, samples: 10_000, tail: true}, {n: 10, samples: 10_000}}}, 1},
		{"held out", heldFindings{held: []heldCell{{samples: 10_000, false: 800}}, shown: []shownCell{{samples: 10_000, best: 400}}}, 2},
	} {
		got := 0
		for _, l := range c.f.lines() {
			got += oneIf(l.verdict == missed)
		}
		if got != c.want {
			t.Errorf("%s: %d lines missed, want %d: %v", c.name, got, c.want, c.f.lines())
		}
	}
}
