package stats

import (
	"math"
	"slices"
)

// snapTolerance is how near to zero, or to each other, differences count as equal: recall of 0.3 − 0.2 and
// of 0.2 − 0.1 differ by 3e-17, and every test that ranks or counts must see them as the tie they are.
// Measures live in [0, 1]; when all scores are smaller than 1 the tolerance shrinks with them.
const snapTolerance = 1e-12

// Differences are the paired differences d[i] = b[i] − a[i] of one measure.
// Build them with NewDifferences or DifferencesOf; the fields are for reading.
type Differences struct {
	N       int      // pairs, ≥ 1
	Mean    float64  // of the differences as given, before snapping
	SD      *float64 // sample standard deviation (n − 1); nil for one pair; 0 when constant up to rounding
	Changed int      // differences other than zero: Wins + Losses
	Wins    int      // d > 0: the candidate is better
	Losses  int      // d < 0
	Ties    int      // d = 0

	Effective float64 // pairs of one weight that say as much: (Σw)²/Σw², Kish's (1965, Survey Sampling, section 11.7)

	values  []float64 // snapped; of weights and covariates, those that have the mean
	moments moments   // of these
	seen    []float64 // snapped, as observed
	signed  []float64 // whose signs the sign-flip test flips
	lost    float64   // degrees of freedom that means of strata and slopes take
}

// NewDifferences pairs baseline and candidate scores by position. Differences within 1e-12 of zero
// become zero, and magnitudes within 1e-12 of each other equal. Mean and standard deviation are of the
// unsnapped differences. The errors are *LengthError, *NotFiniteError and ErrNoPairs.
func NewDifferences(a, b []float64) (Differences, error) {
	if len(a) != len(b) {
		return Differences{}, &LengthError{A: len(a), B: len(b)}
	}
	if err := checkBoth(a, b); err != nil {
		return Differences{}, err
	}
	d := make([]float64, len(a))
	for i := range a {
		d[i] = b[i] - a[i]
	}
	if bad := tooLarge(d); bad != nil {
		return Differences{}, &NotFiniteError{D: bad}
	}
	return newDifferences(d, max(maxAbs(a), maxAbs(b)))
}

// DifferencesOf returns NewDifferences for differences that are already formed.
func DifferencesOf(d []float64) (Differences, error) {
	if bad := tooLarge(d); bad != nil {
		return Differences{}, &NotFiniteError{A: bad}
	}
	return newDifferences(slices.Clone(d), maxAbs(d))
}

// newDifferences owns d; scores is the largest magnitude of the scores.
func newDifferences(d []float64, scores float64) (Differences, error) {
	if len(d) == 0 {
		return Differences{}, ErrNoPairs
	}
	unit := min(1, scores)
	m := newSpread(d, maxAbs(d))
	out := described(m, unit)
	if snap(d, max(snapTolerance*unit, smallestDifference)) {
		m = newSpread(d, maxAbs(d))
	}
	out.values, out.seen, out.signed, out.moments = d, d, d, m.withThird()
	for _, x := range d {
		switch {
		case x > 0:
			out.Wins++
		case x < 0:
			out.Losses++
		}
	}
	out.Changed = out.Wins + out.Losses
	out.Ties = out.N - out.Changed
	return out, nil
}

// described returns the mean and the standard deviation alone.
func described(m moments, unit float64) Differences {
	out := Differences{N: m.n, Mean: m.settledMean(), Effective: float64(m.n)}
	if m.n >= 2 {
		sd := m.sd()
		if sd <= max(snapTolerance*max(unit, math.Abs(out.Mean)), smallestDifference) {
			sd = 0
		}
		out.SD = &sd
	}
	return out
}

// settledMean returns the mean, with what is only rounding of the inputs called
// zero: 0.1 + 0.2 − 0.3 is 0, not 2.8e-17.
func (m moments) settledMean() float64 {
	if math.Abs(m.mean) > 0x1p-50 { // no magnitude is above 2
		return m.mean * m.scale
	}
	magnitude := sumOf(m.values, func(x float64) float64 { return math.Abs(x / max(m.scale, math.SmallestNonzeroFloat64)) })
	if total := m.mean * float64(m.n); math.Abs(total) <= 0x1p-51*magnitude {
		return 0
	}
	return m.mean * m.scale
}

// Values returns a copy of the snapped differences, in input order.
func (d Differences) Values() []float64 { return slices.Clone(d.values) }

// freedom returns the degrees of freedom of a t test.
func (d Differences) freedom() float64 { return max(1, d.Effective-1-d.lost) }

// perPair returns the standard deviation that Effective pairs of one weight would have.
func (d Differences) perPair() float64 { return *d.SD * math.Sqrt(d.Effective/float64(d.N)) }

// constant reports whether no variance is left beyond rounding.
func (d Differences) constant() bool { return d.SD != nil && *d.SD == 0 }

// snap sets magnitudes within tol of zero to zero, and runs of magnitudes within tol of the smallest of the
// run to that smallest. It reports whether there was one to change.
func snap(d []float64, tol float64) (changed bool) {
	sizes := magnitudes(d)
	slices.Sort(sizes)
	firsts, first, merged := sizes[:0], 0.0, false // firsts of the runs; what follows them was read
	for _, size := range sizes {
		if size-first > tol {
			first = size
			firsts = append(firsts, size)
		}
		merged = merged || size != first
	}
	changed = merged
	for i, x := range d {
		size := math.Abs(x)
		if size <= tol {
			changed = changed || x != 0
			d[i] = 0
		} else if merged {
			at, is := slices.BinarySearch(firsts, size)
			if !is {
				at--
			}
			d[i] = math.Copysign(firsts[at], x)
		}
	}
	return changed
}

func magnitudes(d []float64) []float64 {
	sizes := make([]float64, len(d))
	for i, x := range d {
		sizes[i] = math.Abs(x)
	}
	return sizes
}
