package stats_test

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// A surveyRow is a school of the samples that come with R's survey: testdata/survey.csv has
// of apistrat, apiclus1 and apiclus2 what is used here (California Department of Education).
type surveyRow struct {
	stratum, cluster string
	weight, score    float64
}

func surveyRows(t *testing.T, sample string) (rows []surveyRow) {
	t.Helper()
	f, err := os.Open("testdata/survey.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all[1:] {
		if r[0] != sample {
			continue
		}
		row := surveyRow{stratum: r[1], cluster: r[2]}
		for to, text := range map[*float64]string{&row.weight: r[3], &row.score: r[4]} {
			if *to, err = strconv.ParseFloat(text, 64); err != nil {
				t.Fatal(err)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func agrees(got, want, tolerance float64) bool {
	return math.Abs(got-want) <= tolerance*max(1, math.Abs(want))
}

// standardError returns that of the mean, from the spread.
func standardError(d stats.Differences) float64 { return *d.SD / math.Sqrt(float64(d.N)) }

// Strata, clusters and unequal weights against R 4.x, survey's svymean: 13 digits of
// svydesign(id=~1, strata=~stype, weights=~pw, data=apistrat) and svydesign(id=~dnum,
// weights=~pw, data=apiclus1), five of svydesign(id=~dnum+snum, weights=~pw, data=apiclus2),
// as xKDR/Survey.jl prints them in test/r_reference/est_basic.csv and test/jackknife.jl.
func TestWeightsAgreeWithSurvey(t *testing.T) {
	for _, tt := range []struct {
		sample           string
		mean, se, digits float64
	}{
		{"apistrat", 662.287363159321, 9.53613229692516, 1e-12},
		{"apiclus1", 644.169398907104, 23.7790107208869, 1e-12},
		{"apiclus2", 670.81, 30.712, 2e-5},
	} {
		var w stats.Weights
		var scores []float64
		place := map[string]int{}
		for _, r := range surveyRows(t, tt.sample) {
			key := r.cluster
			if tt.sample == "apistrat" {
				key = r.stratum
			}
			at, known := place[key]
			if !known {
				at = len(place)
				place[key] = at
			}
			switch {
			case tt.sample == "apistrat": // its weights add up to the schools of the state
				if !known {
					w.Shares = append(w.Shares, 0)
				}
				w.Shares[at] += r.weight
				w.Values, w.Strata, scores = append(w.Values, 1), append(w.Strata, at), append(scores, r.score)
			case !known: // a cluster is one unit, with the mean of its schools and the sum of their weights
				w.Values, scores = append(w.Values, r.weight), append(scores, r.score)
			default:
				w.Values[at] += r.weight
				scores[at] += r.weight / w.Values[at] * (r.score - scores[at])
			}
		}
		d, err := w.Differences(make([]float64, len(scores)), scores)
		if err != nil {
			t.Fatal(err)
		}
		if se := standardError(d); !agrees(d.Mean, tt.mean, tt.digits) || !agrees(se, tt.se, tt.digits) {
			t.Errorf("%s: mean %.15g, standard error %.15g, want %v and %v (R survey)", tt.sample, d.Mean, se, tt.mean, tt.se)
		}
	}
}

// Two strata of two queries with the same weight and spread: each mean has the variance s²/2 = 0.01, so
// SE² = (0.01 + 0.01)/4. Shares need not add up to 1, and a stratum without a pair takes no part.
func TestSharesOfStrata(t *testing.T) {
	w := stats.Weights{Values: []float64{1, 1, 1, 1}, Shares: []float64{2, 2, 8}, Strata: []int{0, 0, 1, 1}}
	d, err := w.Differences(make([]float64, 4), []float64{0.1, 0.3, 0.4, 0.6})
	if err != nil {
		t.Fatal(err)
	}
	if mean, se := (0.2+0.5)/2, math.Sqrt(2*0.25*0.01); !agrees(d.Mean, mean, 1e-14) || !agrees(standardError(d), se, 1e-14) {
		t.Errorf("mean %v, standard error %v, want %v and %v", d.Mean, standardError(d), mean, se)
	}
}

// Equal weights change nothing; and pairs that weigh k times as much count for less than k
// pairs, with Kish's effective number worked out by hand: (1+1+2)²/(1+1+4) = 16/6.
func TestEqualAndUnequalWeights(t *testing.T) {
	a, b := []float64{0.2, 0.5, 0.1}, []float64{0.3, 0.1, 0.8}
	plain, err := stats.NewDifferences(a, b)
	if err != nil {
		t.Fatal(err)
	}
	alike, err := stats.Weights{Values: []float64{7, 7, 7}}.Differences(a, b)
	if err != nil {
		t.Fatal(err)
	}
	if !agrees(alike.Mean, plain.Mean, 1e-15) || !agrees(*alike.SD, *plain.SD, 1e-15) || !agrees(alike.Effective, 3, 1e-15) {
		t.Errorf("equal weights: %v %v %v", alike.Mean, *alike.SD, alike.Effective)
	}
	uneven, err := stats.Weights{Values: []float64{1, 1, 2}}.Differences(a, b)
	if err != nil {
		t.Fatal(err)
	}
	if want := (0.1 - 0.4 + 2*0.7) / 4; !agrees(uneven.Mean, want, 1e-15) || !agrees(uneven.Effective, 16.0/6, 1e-15) {
		t.Errorf("mean %v, want %v; effective %v, want %v", uneven.Mean, want, uneven.Effective, 16.0/6)
	}
	if uneven.Changed != 3 || uneven.Wins != 2 || uneven.Losses != 1 {
		t.Errorf("pairs are counted whatever they weigh: %+v", uneven)
	}
}

// Over all samples of 3 draws with replacement from a population of 5, whose elements are
// drawn with unequal probabilities, the numerator and the denominator of the ratio are
// unbiased, and the ratio is off by −cov(ratio, Σw)/E[Σw] (Hartley and Ross 1954): enumerated.
func TestHajekOverAllSamples(t *testing.T) {
	values, chance := []float64{0.1, -0.3, 0.6, 0.2, -0.1}, []float64{0.3, 0.1, 0.25, 0.2, 0.15}
	truth := 0.0
	for _, v := range values {
		truth += v / 5
	}
	var ratio, weight, product float64 // expectations
	for s := range 125 {
		var y, w []float64
		p := 1.0
		for _, i := range []int{s % 5, s / 5 % 5, s / 25} {
			p *= chance[i]
			y, w = append(y, values[i]), append(w, 1/(3*chance[i]))
		}
		d, err := stats.Weights{Values: w}.Differences(make([]float64, 3), y)
		if err != nil {
			t.Fatal(err)
		}
		total := w[0] + w[1] + w[2]
		ratio += p * d.Mean
		weight += p * total
		product += p * d.Mean * total
	}
	if !agrees(weight, 5, 1e-13) || !agrees(product, 5*truth, 1e-13) {
		t.Errorf("expected weights %v and sums %v, want 5 and %v", weight, product, 5*truth)
	}
	if want := -(product - ratio*weight) / weight; !agrees(ratio-truth, want, 1e-13) || math.Abs(want) > 0.05 {
		t.Errorf("bias %v, want %v, which is small", ratio-truth, want)
	}
}

// The sign-flip test flips weighted differences, whose p is counted here over all signs.
func TestSignFlipsOfWeighted(t *testing.T) {
	b, w := []float64{0.4, -0.1, 0.3, 0.2, -0.05, 0.6, 0.1}, []float64{1, 5, 2, 1, 9, 1, 3}
	d, err := stats.Weights{Values: w}.Differences(make([]float64, len(b)), b)
	if err != nil {
		t.Fatal(err)
	}
	r, err := stats.SignFlip{}.Test(d)
	if err != nil {
		t.Fatal(err)
	}
	sum := func(signs int) (total float64) {
		for i := range b {
			total += w[i] * b[i] * float64(1-2*(signs>>i&1))
		}
		return total
	}
	hits := 0
	for signs := range 1 << len(b) {
		if math.Abs(sum(signs)) >= math.Abs(sum(0))-1e-12 {
			hits++
		}
	}
	if want := float64(hits) / math.Ldexp(1, len(b)); r.Method != stats.Exact || !agrees(*r.P, want, 1e-14) {
		t.Errorf("p %v (%s), want %v (enumerated)", *r.P, r.Method, want)
	}
}

// The rule takes the effective number for the number of pairs: the t quantile, and the
// allowance for what was not seen, by their formulas.
func TestTailOfWeighted(t *testing.T) {
	n := 60
	b, w := make([]float64, n), make([]float64, n)
	for i := range b {
		b[i], w[i] = 0.1*math.Sin(float64(i)), 1+float64(i%4)
	}
	d, err := stats.Weights{Values: w}.Differences(make([]float64, n), b)
	if err != nil {
		t.Fatal(err)
	}
	effective := (2.5 * 60) * (2.5 * 60) / (15 * (1 + 4 + 9 + 16))
	i, err := stats.Tail{Range: 1}.Interval(d, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	low := d.Mean - stats.StudentUpper(0.025, effective-1)*standardError(d)
	low = min(low, d.Mean-0.28*math.Log(40)/effective)
	if i.Low > low+1e-12 || i.LowBy != stats.BySkew && !agrees(i.Low, low, 1e-12) {
		t.Errorf("low %v by %s, want %v", i.Low, i.LowBy, low)
	}
	tt, err := stats.TTest{}.Test(d)
	if err != nil || !agrees(*tt.DF, effective-1, 1e-12) {
		t.Errorf("degrees of freedom %v, %v, want %v", *tt.DF, err, effective-1)
	}
}

func TestWeightsRefused(t *testing.T) {
	for _, tt := range []struct {
		name string
		w    stats.Weights
	}{
		{"negative", stats.Weights{Values: []float64{1, -1}}},
		{"zero", stats.Weights{Values: []float64{1, 0}}},
		{"not a number", stats.Weights{Values: []float64{1, math.NaN()}}},
		{"infinite", stats.Weights{Values: []float64{1, math.Inf(1)}}},
		{"too few", stats.Weights{Values: []float64{1}}},
		{"no such stratum", stats.Weights{Values: []float64{1, 1}, Strata: []int{0, 1}, Shares: []float64{1}}},
		{"a stratum below 0", stats.Weights{Values: []float64{1, 1}, Strata: []int{-1, 0}, Shares: []float64{1}}},
		{"too few strata", stats.Weights{Values: []float64{1, 1}, Strata: []int{0}, Shares: []float64{1}}},
		{"a share of nothing", stats.Weights{Values: []float64{1, 1}, Strata: []int{0, 0}, Shares: []float64{0}}},
	} {
		if _, err := tt.w.Differences([]float64{0, 0}, []float64{1, 2}); !errors.Is(err, stats.ErrOutOfRange) {
			t.Errorf("%s: %v, want ErrOutOfRange", tt.name, err)
		}
	}
	if _, err := (stats.Weights{}).Differences(nil, nil); !errors.Is(err, stats.ErrNoPairs) {
		t.Errorf("no pair: %v", err)
	}
	var single *stats.SingleError
	w := stats.Weights{Values: []float64{1, 1, 1}, Strata: []int{0, 1, 0}, Shares: []float64{0.5, 0.5}}
	if _, err := w.Differences(make([]float64, 3), []float64{1, 2, 3}); !errors.As(err, &single) || single.Stratum != 1 {
		t.Errorf("a stratum with one pair: %v", err)
	}
	one, err := stats.Weights{Values: []float64{3}}.Differences([]float64{0}, []float64{0.5})
	if err != nil || one.Mean != 0.5 || one.SD != nil {
		t.Errorf("one pair: %+v, %v", one, err)
	}
}

func ExampleWeights() {
	// Three queries of which the second stands for six times as much traffic.
	w := stats.Weights{Values: []float64{10, 60, 10}}
	d, err := w.Differences([]float64{0.5, 0.4, 0.9}, []float64{0.6, 0.3, 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%+.3f, as much as %.1f queries\n", d.Mean, d.Effective)
	// Output: -0.050, as much as 1.7 queries
}
