package gate_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
)

// Two runs of six queries have 64 divisions among two sides, which are gone through here:
// the share in which the mean drops by more than the limit, and the smallest drop with
// which four of five do. Repeats of one system and two systems are divided alike.
func TestAAIsAllDivisions(t *testing.T) {
	one, two := []float64{.9, .2, .5, .7, .1, .6}, []float64{.6, .3, .9, .75, .38, .55}
	const limit = .05
	var means []float64
	for set := range 64 {
		sum := 0.0
		for q := range one {
			if set>>q&1 == 0 {
				sum += one[q] - two[q]
			} else {
				sum += two[q] - one[q]
			}
		}
		means = append(means, sum/6)
	}
	slices.Sort(means)
	broken := 0.0
	for _, m := range means {
		if m < -limit-1e-12 {
			broken++
		}
	}
	at := int(math.Ceil(.8*64)) - 1 // this many are below the limit with a drop of limit + means[at]; draws may miss by one

	repeats, current, baseline := side("sys", one...), side("pr", one...), side("main", two...)
	for q := range one {
		repeats.Rows[q].Runs = map[string][]*float64{"R@10": {&one[q], &two[q]}}
	}
	for of, sides := range map[string][2]*gate.Side{result.AARepeats: {&repeats, nil}, result.AALabels: {&current, &baseline}} {
		p, err := gate.AA(*sides[0], sides[1], rules(t, "R@10: drop <= 0.05"), profile(t, "default"), gate.Simulation{Replicates: 20000})
		if err != nil {
			t.Fatal(err)
		}
		a := p.AA
		if a.Of != of || a.N != 6 || a.Runs != 1 || a.Unmoved != 0 {
			t.Errorf("%+v, want 6 queries by %s", a, of)
		}
		if math.Abs(a.Shares.Fails-broken/64) > .012 || a.Blocked.Low > broken/64 || a.Blocked.High < broken/64 || a.PerRule[0].Broken != a.Shares.Fails {
			t.Errorf("%s: fails %v of draws, %+v; of all divisions %v", of, a.Shares.Fails, a.Blocked, broken/64)
		}
		if s := a.PerRule[0].Seen; s == nil || *s < means[at-1]+limit-1e-6 || *s > means[at+1]+limit+1e-6 {
			t.Errorf("%s: the smallest drop is %v, of all divisions %v", of, *s, means[at]+limit)
		}
	}
}

// A system without chance is never blocked, failed runs have no part, and what cannot be
// held against itself is refused.
func TestAAEdges(t *testing.T) {
	half := .5
	steady := side("sys", .5, .5, .5)
	for q := range steady.Rows {
		steady.Rows[q].Runs = map[string][]*float64{"R@10": {&half, &half, nil}}
	}
	steady.Rows[2].Runs = map[string][]*float64{"R@10": {&half, nil, nil}}
	p, err := gate.AA(steady, nil, rules(t, "R@10: drop <= 0"), profile(t, "default"), gate.Simulation{Replicates: 50})
	if err != nil {
		t.Fatal(err)
	}
	if a := p.AA; a.Shares.Fails != 0 || a.Unmoved != 2 || a.N != 2 || a.LeftOut != 1 {
		t.Errorf("%+v, want two queries that never change, and one left out", a)
	}
	for want, current := range map[string]gate.Side{"needs the same system twice": side("sys", 1, 0), "means only": {Means: map[string]float64{"R@10": 1}}} {
		if _, err := gate.AA(current, nil, rules(t, "R@10: drop <= 0"), profile(t, "default"), gate.Simulation{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
