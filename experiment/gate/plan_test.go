package gate_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/gate"
)

// 300 queries of which half rise by .013 and half fall by .007: with the mean
// taken off they spread by .01·(300/299)^½, far less than the limit, 5 % of .5.
// So nothing is in doubt of the means but at the limit itself, where the contrast
// has the mean 0: there half of the means are below 0, of 400 draws within four
// standard errors. Of what 200 queries did not show the bounds allow for
// ln(20)/200 = .015 below, and .28·4^⅓ = .44 of that above: more than half the
// limit and less than the whole one. So noninferior blocks from half the limit on,
// and regression fails at two limits alone. And 124 queries
// would settle it: .025 ≥ ln(20)/n + .8416·.01/n^½.
func TestPlan(t *testing.T) {
	var before, now []float64
	for q := range 300 {
		before, now = append(before, 0.5), append(now, []float64{0.513, 0.493}[q%2])
	}
	for _, test := range []struct {
		rule              string
		current, baseline gate.Side
	}{
		{"R@10: drop <= 5%", side("pr", now...), side("main", before...)},
		{"R@10: drop <= 0.025", side("pr", now...), side("main", before...)},
		{"EmptyResultRate: rise <= 5%", scored("pr", "EmptyResultRate", mirrored(now)...), scored("main", "EmptyResultRate", mirrored(before)...)},
	} {
		r := rules(t, test.rule, "coverage: >= 0.5")
		r.Rules[0].Mode = gate.NonInferior
		p, err := gate.Plan(test.current, test.baseline, r, profile(t, "default"), gate.Simulation{Sizes: []int{200}, Replicates: 400})
		if err != nil {
			t.Fatal(err)
		}
		if p.Schema != "rankduel/gate-plan/v1" || p.Profile != "default" || p.Current.Name != "pr" || p.Baseline.Name != "main" || p.Alpha != 0.05 || p.Seed != 42 || p.Replicates != 400 || len(p.Rules) != 1 {
			t.Fatalf("%+v", p)
		}
		rule := p.Rules[0]
		if rule.Rule != test.rule || rule.Mode != "noninferior" || rule.N != 300 || rule.BaselineMean != 0.5 || math.Abs(rule.StdDifference-0.01*math.Sqrt(300./299)) > 1e-9 || len(rule.Cells) != 4 {
			t.Errorf("%+v", rule)
		}
		if settled := 124; test.rule == "R@10: drop <= 5%" && !reflect.DeepEqual(rule.Settled, &settled) {
			t.Errorf("not settled by %d queries: %+v", settled, rule)
		}
		want := map[float64][3]float64{0: {0, 0, 0}, 0.5: {0, 1, 0}, 1: {0.5, 1, 0}, 2: {1, 1, 1}}
		for i, cell := range rule.Cells {
			if cell.N != 200 || math.Abs(cell.Drop-0.025*cell.Limits) > 1e-12 {
				t.Errorf("%s: cell %d: %+v", test.rule, i, cell)
			}
			for k, got := range []float64{cell.PointFails, cell.NonInfBlocks, cell.RegressionFails} {
				if w := want[cell.Limits][k]; math.Abs(got-w) > 4*math.Sqrt(w*(1-w)/400) {
					t.Errorf("%s, %d queries, %v limits: %v, want %v", test.rule, cell.N, cell.Limits, got, w)
				}
			}
		}
	}
}

func TestPlansThatCannotBe(t *testing.T) {
	current, baseline := side("pr", 1, 0.5, 0), side("main", 1, 1, 1)
	other := baseline
	other.TestSet.SHA256 = "2f"
	for _, test := range []struct {
		rule              string
		current, baseline gate.Side
		simulation        gate.Simulation
		want              string
	}{
		{"R@10: drop <= 5%", current, gate.Side{Means: map[string]float64{"R@10": 1}}, gate.Simulation{}, "the baseline is means only"},
		{"R@10: drop <= 5%", current, other, gate.Simulation{}, "not comparable"},
		{"R@10: >= 0.5", current, baseline, gate.Simulation{}, "no rule is about a change of a measure that the queries have"},
		{"latency_p95_ms: rise <= 5%", current, baseline, gate.Simulation{}, "no rule is about a change of a measure that the queries have"},
		{"R@10: drop <= 5%", baseline, baseline, gate.Simulation{}, `rule "R@10: drop <= 5%": the two sides do not differ`},
		{"R@10{stratum=x}: drop <= 5%", current, baseline, gate.Simulation{}, "no rule is about a change of a measure that the queries have"},
		{"R@10: drop <= 5%", current, baseline, gate.Simulation{Sizes: []int{1}}, "a plan for 1 queries: at least 2"},
	} {
		_, err := gate.Plan(test.current, test.baseline, rules(t, test.rule), profile(t, "default"), test.simulation)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.rule, err, test.want)
		}
	}
	if _, err := gate.Plan(current, baseline, rules(t, "R@10: drop <= 5%"), profile(t, "default"), gate.Simulation{Sizes: []int{2}, Replicates: 10}); err != nil {
		t.Errorf("two queries: %v", err)
	}
}

// Unless told otherwise a plan is for as many queries as there are, and two and
// four times as many.
func TestPlanOfDefaults(t *testing.T) {
	p, err := gate.Plan(side("pr", 1, 0.5, 0), side("main", 1, 1, 1), gate.Rules{}, profile(t, "default"), gate.Simulation{})
	if err != nil {
		t.Fatal(err)
	}
	var sizes []int
	for _, cell := range p.Rules[0].Cells {
		sizes = append(sizes, cell.N)
	}
	if p.Seed != 42 || p.Replicates != 1000 || p.Rules[0].Rule != gate.DefaultRule || p.Rules[0].Mode != "point" || !slices.Equal(sizes, []int{3, 3, 3, 3, 6, 6, 6, 6, 12, 12, 12, 12}) {
		t.Errorf("%+v", p)
	}
}

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
