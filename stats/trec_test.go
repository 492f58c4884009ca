package stats_test

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/rankduel/rankduel/stats"
)

// The worked example of Urbano, Lima and Hanjalic (2019) on average precision
// of TREC-8 ad hoc, systems 125 and 126, as their R and C++ code prints it,
// one-tailed and two-tailed.
//
// t and sign agree to the last printed digit. Their permutation and bootstrap
// tests drew 10⁶ rounds; ours are exact, as the differences are multiples of
// .0001, and the distance is the error of their rounds. Their Wilcoxon test is
// R's default at 50 pairs, a normal approximation: see below.
func TestPublishedExample(t *testing.T) {
	a, b := publishedRuns(t)
	// Their sign test calls differences up to .01 ties.
	rounded := append([]float64(nil), b...)
	for i := range b {
		if math.Abs(b[i]-a[i]) <= 0.01 {
			rounded[i] = a[i]
		}
	}
	const digits = 6e-8 // about half of the last printed digit, relative
	rounds := func(p float64) float64 { return 2 * math.Sqrt(1/p/1e6) }
	for _, c := range []struct {
		test   stats.PairedTest
		b      []float64
		p, rel float64
	}{
		{stats.TTest{Alternative: stats.Greater}, b, 0.0006596986, digits},
		{stats.TTest{}, b, 0.0013193972, digits},
		{stats.Sign{Alternative: stats.Greater}, rounded, 0.004779939, 2 * digits},
		{stats.Sign{}, rounded, 0.009559879, digits},
		{stats.SignFlip{Alternative: stats.Greater}, b, 0.000603, rounds(0.000603)},
		{stats.SignFlip{}, b, 0.001188, rounds(0.001188)},
	} {
		r, err := stats.TestPairs(c.test, a, c.b)
		if err != nil {
			t.Fatal(err)
		}
		relative(t, c.test.Name(), *r.P, c.p, c.rel)
		if r.Rounds != 0 {
			t.Errorf("%s: %d rounds, want an exact p", r.Test, r.Rounds)
		}
	}
	reps, err := stats.Bootstrap{}.Replicates([][]float64{differences(b, a)})
	if err != nil || !reps[0].Exact() {
		t.Fatal(reps, err)
	}
	below, _ := reps[0].Below(2 * reps[0].Mean())
	relative(t, "bootstrap shift, one-tailed", 1-below, 0.000424, rounds(0.000424))
	relative(t, "bootstrap shift", reps[0].ShiftP(), 0.000586, rounds(0.000586))
}

// From 50 pairs on R's wilcox.test approximates by the normal distribution
// with a continuity correction; the exact p is .0028. And R ranks .0312 and
// 0.0312+7e-18, differences of scores printed with four digits, as two values
// where they are a tie: its statistic is 334, and ours 333.5. With both put
// right its published p follows to the last digit.
func TestPublishedWilcoxon(t *testing.T) {
	a, b := publishedRuns(t)
	r, err := stats.TestPairs(stats.Wilcoxon{}, a, b)
	if err != nil {
		t.Fatal(err)
	}
	const n = 50.0
	const ranks = n * (n + 1) / 2
	near(t, "sum of the losses' ranks", ranks-*r.Statistic, 333.5, 0)
	untied := ranks - *r.Statistic + 0.5
	z := (ranks/2 - untied - 0.5) / math.Sqrt(n*(n+1)*(2*n+1)/24)
	relative(t, "one-tailed", stats.NormalSurvival(z), 0.001722594, 2e-7)
	relative(t, "two-tailed", 2*stats.NormalSurvival(z), 0.003445188, 2e-7)
	d, err := stats.NewDifferences(a, b)
	if err != nil {
		t.Fatal(err)
	}
	relative(t, "our normal approximation", stats.Wilcoxon{}.NormalP(d), 0.003445188, 0.04)
	relative(t, "exact", *r.P, 0.003445188, 0.2)
}

func publishedRuns(t *testing.T) (a, b []float64) {
	t.Helper()
	text, err := os.ReadFile("../../shared/data/matrices/trec-adhoc/adhoc8_ap.csv")
	if err != nil {
		t.Skip("needs the score matrices of TREC-8: ", err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		x, errX := strconv.ParseFloat(row[124], 64)
		y, errY := strconv.ParseFloat(row[125], 64)
		if errX != nil || errY != nil {
			t.Fatal(errX, errY)
		}
		a, b = append(a, x), append(b, y)
	}
	return a, b
}

func differences(b, a []float64) []float64 {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = b[i] - a[i]
	}
	return d
}
