package main

import (
	"math/rand/v2"
	"testing"

	kappas "github.com/rankduel/rankduel/stats/agreement"
)

// A short version of the study: 800 samples a cell in place of 10,000, with the
// source's rates where it has the cell. They are of another generator of labels
// and have a standard error of their own.
func TestKappaStudy(t *testing.T) {
	if testing.Short() {
		t.Skip("calibration")
	}
	f, err := study{samples: 800, seed: 1, workers: 2}.kappas()
	if err != nil {
		t.Fatal(err)
	}
	k := f.(kappaFigures)
	for _, l := range k.lines() {
		if l.verdict == missed {
			t.Errorf("%s %s: %.4f at %s", l.what, l.limit, l.measured, l.where)
		}
	}
	for _, c := range k.cells {
		for i, count := range []int{c.point, c.textbook, c.shown} {
			x, want := share(count, c.samples), c.peers[i]
			if want > 0 && abs(x-want) > .02+allowed*shareError(want, c.samples) {
				t.Errorf("%s, column %d: %.3f, want %.3f", c, i, x, want)
			}
		}
	}
	p := kappaCells()[8]
	p.samples, p.shown = 10_000, 800
	if l := (kappaFigures{cells: []kappaCell{p}}).lines()[0]; l.verdict != missed {
		t.Errorf("a rate of .08 is %s", l.verdict)
	}
}

// The population has the kappa and the share that it is drawn with, whatever the
// correlation of errors.
func TestLabelledPopulation(t *testing.T) {
	for _, l := range []labelled{
		{kappa: .6, share: .5, queries: 40_000, documents: 20},
		{kappa: .6, share: .5, icc: .3, queries: 40_000, documents: 20},
		{kappa: .6, share: .3, icc: .3, queries: 40_000, documents: 20, concentrated: true},
	} {
		whole := merged(l.draw(rand.New(rand.NewPCG(1, 2))))
		got, err := kappas.CohenKappa(whole, kappas.Unweighted, level)
		if err != nil {
			t.Fatal(err)
		}
		first := float64(2*whole.Counts[1][1]+whole.Counts[0][1]+whole.Counts[1][0]) / float64(2*whole.N)
		if abs(*got.Value-.6) > .01 || abs(first-l.share) > .005 {
			t.Errorf("%s: kappa %.4f, share %.4f", l, *got.Value, first)
		}
	}
}
