package main

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// Mean and standard deviation in closed form. A distribution made of 2,000
// quantiles lacks what is beyond 1/4000, which t3 with its variance of 3 feels
// most.
func TestBreakers(t *testing.T) {
	for _, c := range []struct {
		d                   distribution
		mean, sd, tolerance float64
	}{
		{normal("", .1), 0, .1, .0002},
		{reindex(.03), -.03, math.Sqrt(.03 + .485*.0004 - .0009), 1e-4},
		{twoPoint(.8, .02), -.016, .8 * math.Sqrt(.02*.98), 1e-12},
		{studentThree(.05), 0, .05 * math.Sqrt(3), .005},
		{lognormalLoss(.03), -.03 * math.Sqrt(math.E), .03 * math.Sqrt(math.E*(math.E-1)), .0025},
		{tiesNinety(), 0, math.Sqrt(2*.01 + 4*.01*(1./4+1./9)), .003},
		{tiesNinety().tilted(.05), .05, tiesNinety().tilted(.05).sd(), 1e-9},
		{normal("", .1).shifted(-.02), -.02, .1, .0002},
	} {
		if abs(c.d.Mean-c.mean) > min(c.tolerance, .0002) || abs(c.d.sd()-c.sd) > c.tolerance {
			t.Errorf("%s: mean %v, sd %v, want %v, %v", c.d.Name, c.d.Mean, c.d.sd(), c.mean, c.sd)
		}
		if top := c.d.upTo[len(c.d.upTo)-1]; abs(top-1) > 1e-9 {
			t.Errorf("%s: probabilities add up to %v", c.d.Name, top)
		}
		for _, x := range c.d.Values {
			if abs(x) > 1 {
				t.Errorf("%s: a difference of %v", c.d.Name, x)
			}
		}
	}
}

// Differences of one need have the correlation that is asked for.
func TestGroupsCorrelate(t *testing.T) {
	c := groupedCell{needs: 20_000, wordings: 5, correlation: .5}
	_, b, groups := c.draw(rand.New(rand.NewPCG(1, 2)))
	var products, squares float64
	pairs := 0
	for i := 1; i < len(b); i++ {
		squares += (b[i] - .5) * (b[i] - .5)
		if groups[i] == groups[i-1] {
			products += (b[i] - .5) * (b[i-1] - .5)
			pairs++
		}
	}
	if got := products / float64(pairs) / (squares / float64(len(b)-1)); abs(got-.5) > .02 {
		t.Errorf("correlation %.3f, want .5", got)
	}
}

// Each line about verdicts is met at its limit and missed well beyond it; tails
// that samples do not show count for nothing.
func TestVerdictLines(t *testing.T) {
	good := func() verdictFigures {
		return verdictFigures{
			equivalences: []falseEquivalence{{samples: 10_000, byRange: 650}},
			families:     []falseFinding{{samples: 10_000, holm: 600}},
			groups:       []groupedCell{{samples: 10_000, grouped: 600}},
			powers:       []reachedPower{{samples: 10_000, reached: 8300}, {samples: 10_000, reached: 0, tail: true}},
			equalities:   []reachedEquality{{samples: 10_000, reached: 7700}, {samples: 10_000, reached: 0, tail: true}},
		}
	}
	for name, change := range map[string]func(*verdictFigures){
		"":                  func(*verdictFigures) {},
		"false equivalence": func(v *verdictFigures) { v.equivalences[0].byRange = 750 },
		"any finding among": func(v *verdictFigures) { v.families[0].holm = 700 },
		"better or worse":   func(v *verdictFigures) { v.groups[0].grouped = 700 },
		"power reached at":  func(v *verdictFigures) { v.powers[0].reached = 8500 },
		"power reached by":  func(v *verdictFigures) { v.equalities[0].reached = 7500 },
	} {
		v := good()
		change(&v)
		for _, l := range v.accept() {
			want := met
			if name != "" && strings.HasPrefix(l.what, name) {
				want = missed
			}
			if near := want == met && l.verdict == within; l.verdict != want && !near {
				t.Errorf("%s changed: %s is %s, want %s", name, l.what, l.verdict, want)
			}
		}
	}
}
