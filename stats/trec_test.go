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
// of TREC-8 ad hoc, systems 125 and 126, as their R and C++ code prints it.
func TestPublishedExample(t *testing.T) {
	const file = "../../shared/data/matrices/trec-adhoc/adhoc8_ap.csv"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Skip("needs the score matrices of TREC-8: ", err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var a, b []float64
	for _, row := range rows[1:] {
		x, errX := strconv.ParseFloat(row[124], 64)
		y, errY := strconv.ParseFloat(row[125], 64)
		if errX != nil || errY != nil {
			t.Fatal(errX, errY)
		}
		a, b = append(a, x), append(b, y)
	}
	// Their sign test calls differences below .01 ties.
	rounded := append([]float64(nil), b...)
	for i := range b {
		if math.Abs(b[i]-a[i]) < 0.01 {
			rounded[i] = a[i]
		}
	}
	for _, c := range []struct {
		test      stats.PairedTest
		b         []float64
		published float64
		rel       float64
	}{
		{stats.TTest{}, b, 0.0013193972, 1e-7},
		{stats.TTest{Alternative: stats.Greater}, b, 0.0006596986, 1e-7},
		{stats.Sign{}, rounded, 0.009559879, 1e-6},
		{stats.Sign{Alternative: stats.Greater}, rounded, 0.004779939, 1e-6},
		{stats.SignFlip{Rounds: 400_000}, b, 0.001188, 0.15}, // theirs has 10⁶ rounds
		{stats.SignFlip{Rounds: 400_000, Alternative: stats.Greater}, b, 0.000603, 0.2},
	} {
		r, err := c.test.Compare(a, c.b)
		if err != nil {
			t.Fatal(err)
		}
		relative(t, c.test.Name(), *r.P, c.published, c.rel)
	}
	reps, err := stats.Bootstrap{Resamples: 200_000, Seed: 1}.Replicates([][]float64{differences(b, a)})
	if err != nil {
		t.Fatal(err)
	}
	relative(t, "bootstrap shift", reps[0].ShiftP(), 0.000586, 0.3) // theirs has 10⁶ rounds
	// Their Wilcoxon test is a normal approximation; the exact p is .0028.
	d, err := stats.NewDifferences(a, b)
	if err != nil {
		t.Fatal(err)
	}
	relative(t, "wilcoxon", stats.Wilcoxon{}.NormalP(d), 0.003445188, 0.05)
}

func differences(b, a []float64) []float64 {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = b[i] - a[i]
	}
	return d
}
