package power_test

import (
	"math"
	"testing"

	"github.com/rankduel/rankduel/experiment/power"
)

// With many queries the rule is the t test, and Guenther (1981),
// doi:10.1111/j.1467-9574.1981.tb00715.x, gives its number of pairs by hand:
// n = (z₁₋α/₂ + z.₈)²·sd²/δ² + z₁₋α/₂²/2, with z.₉₇₅ = 1.9600, z.₉₅ = 1.6449 and
// z.₈ = .8416:
//
//	δ = .02, sd = .2:             7.849·100 + 1.92 = 786.8
//	n = 1000, sd = .2:            δ = √(7.849/998.1)·.2 = .01774
//	δ = .04, sd = .2, one-sided:  6.183·25 + 1.35 = 155.9, but below 200 pairs the
//	                              robust interval decides, so that it takes 200
func TestByHand(t *testing.T) {
	p, err := power.Assumed("R@10", 0.2, 1000, 1, power.Question{Effects: []float64{0.02}})
	if err != nil {
		t.Fatal(err)
	}
	row := p.Rows[0]
	if n := row.Effects[0].Queries; n == nil || math.Abs(float64(*n)-787) > 8 {
		t.Errorf("%d queries for .02, want 787", *n)
	}
	if e := row.Detectable; e == nil || math.Abs(*e-0.01773) > 0.0003 {
		t.Errorf("1000 queries detect %v, want .01773", *e)
	}
	d := make([]float64, 400) // ±.2: a sample standard deviation of .20025
	for i := range d {
		d[i] = 0.2 * float64(1-2*(i%2))
	}
	p, err = power.Of([]power.Sample{{Measure: "R@10", Differences: d, BaselineMean: 0.8, Range: 1}}, power.Question{})
	if err != nil {
		t.Fatal(err)
	}
	if n := p.Rows[0].Gate; n == nil || *n < 156 || *n > 200 {
		t.Errorf("a gate of 5 %% of .8 needs %v queries, want 156 to 200", *n)
	}
	if points := p.Rows[0].Curve; len(points) < 10 || points[len(points)-1].Power < 0.99 {
		t.Errorf("the curve ends early: %v", points)
	}
}

func TestNoSpread(t *testing.T) {
	p, err := power.Of([]power.Sample{{Measure: "R@10", Differences: make([]float64, 50), Range: 1}}, power.Question{})
	if err != nil || p.Rows[0].Note == "" || p.Rows[0].Detectable != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestUnreachable(t *testing.T) {
	p, err := power.Assumed("R@10", 0.2, 3, 1, power.Question{})
	if err != nil || p.Rows[0].Detectable != nil {
		t.Errorf("3 queries detect %v, %v; want nothing", p.Rows[0].Detectable, err)
	}
}
