package gate_test

import (
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/experiment/gate"
)

// The gate's error rates of STATISTICS 2.9: 40,000 simulated comparisons of a
// baseline with recall .80, one relevant document a query, in which 15 % of the
// queries change, at a true drop of none, one and two limits (NumPy). The plan is
// made from one such sample of 1,000 queries and moves differences in place of
// drawing losses, so that it may be off by some hundredths.
func TestPlanAgainstSimulation(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates")
	}
	rng := rand.New(rand.NewPCG(7, 7))
	var b, c []float64
	for range 1000 {
		x, y := 0.0, 0.0
		if rng.Float64() < 0.8 {
			x = 1
		}
		y = x
		if u := rng.Float64(); x == 1 && u < 0.075/0.8 {
			y = 0
		} else if x == 0 && u < 0.075/0.2 {
			y = 1
		}
		b, c = append(b, x), append(c, y)
	}
	p, err := gate.Plan(side("pr", c...), side("main", b...), rules(t, "R@10: drop <= 5%"), profile(t, "default"), gate.Simulation{Sizes: []int{200, 1000}})
	if err != nil {
		t.Fatal(err)
	}
	type chances struct{ point, noninf, regression float64 }
	want := map[[2]float64]chances{
		{200, 0}: {.063, .575, .001}, {200, 1}: {.495, .951, .047}, {200, 2}: {.938, .999, .446},
		{1000, 0}: {.000, .044, .000}, {1000, 1}: {.500, .949, .048}, {1000, 2}: {1, 1, .964},
	}
	for _, cell := range p.Rules[0].Cells {
		w, ok := want[[2]float64{float64(cell.N), cell.Limits}]
		if !ok {
			continue
		}
		const off = 0.06
		for _, x := range []struct {
			what      string
			got, want float64
		}{{"point", cell.PointFails, w.point}, {"noninferior", cell.NonInfBlocks, w.noninf}, {"regression", cell.RegressionFails, w.regression}} {
			if d := x.got - x.want; d > off || d < -off {
				t.Errorf("n = %d, %g limits, %s: %.3f, want %.3f", cell.N, cell.Limits, x.what, x.got, x.want)
			}
		}
	}
}
