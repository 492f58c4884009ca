package main

import "math"

// changeBins are the numbers of changed queries that are pooled: each from
// its first up to the next one's, the last without end. No change is not
// counted, since every method that stays at [0, 0] then covers zero or nothing.
var changeBins = [...]struct {
	name  string
	first int
}{{"1-4", 1}, {"5-9", 5}, {"10-19", 10}, {"20-49", 20}, {"50-", 50}}

// A tally counts outcomes of one cell, or of cells that were pooled.
type tally struct {
	samples   int
	unchanged int // samples without a change
	covered   [intervalCount]int
	undefined [intervalCount]int
	proven    [boundCount]int // falsely: bounds above the true mean
	tested    [testCount]int
	rejected  [testCount]int
	changes   [len(changeBins)]changeTally

	defined int                    // samples with a t interval
	width   [intervalCount]float64 // total over these
}

type changeTally struct {
	samples int
	covered [intervalCount]int
}

func (t *tally) add(o outcome, mean float64) {
	t.samples++
	if o.changed == 0 {
		t.unchanged++
	}
	bin := binOf(o.changed)
	if bin >= 0 {
		t.changes[bin].samples++
	}
	for i, interval := range o.intervals {
		if interval == nil {
			t.undefined[i]++
			continue
		}
		if !interval.Contains(mean) {
			continue
		}
		t.covered[i]++
		if bin >= 0 {
			t.changes[bin].covered[i]++
		}
	}
	for i, bound := range o.bounds {
		if bound != nil && bound.Low > mean {
			t.proven[i]++
		}
	}
	for i := range o.tested {
		if o.tested[i] {
			t.tested[i]++
		}
		if o.rejected[i] {
			t.rejected[i]++
		}
	}
	t.addWidths(o)
}

func (t *tally) addWidths(o outcome) {
	if o.intervals[student] == nil {
		return
	}
	t.defined++
	for i, interval := range o.intervals {
		if interval != nil {
			t.width[i] += interval.Width()
		}
	}
}

// merge adds u to t. Blocks are merged in their order, so that sums of widths
// do not depend on who was first.
func (t *tally) merge(u tally) {
	t.samples += u.samples
	t.unchanged += u.unchanged
	t.defined += u.defined
	for i := range t.covered {
		t.covered[i] += u.covered[i]
		t.undefined[i] += u.undefined[i]
		t.width[i] += u.width[i]
	}
	for i := range t.proven {
		t.proven[i] += u.proven[i]
	}
	for i := range t.rejected {
		t.tested[i] += u.tested[i]
		t.rejected[i] += u.rejected[i]
	}
	for bin := range t.changes {
		t.changes[bin].merge(u.changes[bin])
	}
}

func (c *changeTally) merge(u changeTally) {
	c.samples += u.samples
	for i := range c.covered {
		c.covered[i] += u.covered[i]
	}
}

// binOf returns the index in changeBins, −1 for no change.
func binOf(changed int) int {
	bin := -1
	for bin+1 < len(changeBins) && changed >= changeBins[bin+1].first {
		bin++
	}
	return bin
}

// share returns count/samples.
func share(count, samples int) float64 { return float64(count) / float64(samples) }

// shareError returns the standard error of a share p among samples. A share of 0
// or 1 is taken as half a sample away from it.
func shareError(p float64, samples int) float64 {
	n := float64(samples)
	p = min(max(p, 0.5/n), 1-0.5/n)
	return math.Sqrt(p * (1 - p) / n)
}
