package agreement_test

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/rankduel/rankduel/stats/agreement"
)

// What decides is undefined, then the number of clusters, then the lower end; an
// end at the threshold does not exceed it.
func TestKappaEvidence(t *testing.T) {
	ends := func(clusters int, low float64) agreement.ClusteredKappa {
		value := 0.9
		return agreement.ClusteredKappa{Clusters: clusters, Value: &value, Low: &low}
	}
	for name, c := range map[string]struct {
		k    agreement.ClusteredKappa
		want agreement.KappaEvidence
	}{
		"shown":         {ends(10, 0.61), agreement.KappaShown},
		"at it":         {ends(10, 0.6), agreement.KappaNotShown},
		"below":         {ends(400, 0.59), agreement.KappaNotShown},
		"nine queries":  {ends(9, 0.99), agreement.KappaFewClusters},
		"undefined":     {agreement.ClusteredKappa{Clusters: 50}, agreement.KappaUndefined},
		"few and below": {ends(3, -1), agreement.KappaFewClusters},
	} {
		if got := mustThreshold(t, "0.6").Evidence(c.k); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The delta method on the four probabilities of a common correlation model is
// where V comes from: n times the variance of kappa by the gradient, taken here
// from differences, over the multinomial covariance.
func TestItemsForKappa(t *testing.T) {
	value := func(p [4]float64) float64 { // 1/1, 1/0, 0/1, 0/0
		first, second := p[0]+p[1], p[0]+p[2]
		chance := first*second + (1-first)*(1-second)
		return (p[0] + p[3] - chance) / (1 - chance)
	}
	for _, c := range []struct{ kappa, share float64 }{{.7, .5}, {.7, .3}, {.8, .1}, {.9, .7}, {.62, .05}} {
		q := c.share * (1 - c.share)
		p := [4]float64{c.share*c.share + c.kappa*q, (1 - c.kappa) * q, (1 - c.kappa) * q, (1-c.share)*(1-c.share) + c.kappa*q}
		var mean, square float64
		for i := range p {
			up, down, h := p, p, 1e-6
			up[i] += h
			down[i] -= h
			slope := (value(up) - value(down)) / (2 * h)
			mean += p[i] * slope
			square += p[i] * slope * slope
		}
		want := 6.18 * (square - mean*mean) / ((c.kappa - .6) * (c.kappa - .6))
		if got := agreement.ItemsForKappa(c.kappa, .6, c.share); math.Abs(got-want) > 1+1e-4*want {
			t.Errorf("kappa %g, share %g: %g items, want %g", c.kappa, c.share, got, want)
		}
	}
}

// testdata/kappa_needs.csv is the table of the rule's source. Nothing in it gets
// worse with more items, a higher kappa, or errors that are less alike, and
// errors alike or in clusters need more than the formula for independent items.
func TestSimulatedKappaNeeds(t *testing.T) {
	f, err := os.Open("testdata/kappa_needs.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() //nolint:errcheck // it was only read
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	needs := agreement.SimulatedKappaNeeds()
	if len(needs) != len(rows)-1 {
		t.Fatalf("%d rows, want %d", len(needs), len(rows)-1)
	}
	for i, row := range rows[1:] {
		n := needs[i]
		var want [6]float64
		for j, cell := range row {
			if want[j], err = strconv.ParseFloat(cell, 64); err != nil {
				t.Fatal(err)
			}
		}
		if got := [6]float64{n.Kappa, n.Share, n.ICC, float64(n.Clusters[0]), float64(n.Clusters[1]), float64(n.Clusters[2])}; got != want {
			t.Errorf("row %d: %v, want %v", i, got, want)
		}
		for j, items := range []float64{5, 10, 20} {
			if least := agreement.ItemsForKappa(n.Kappa, .6, n.Share) / items; float64(n.Clusters[j]) < least-1 {
				t.Errorf("%+v: independent items alone need %g clusters of %g", n, least, items)
			}
		}
	}
}
