package stats

import (
	"maps"
	"math"
	"slices"
)

// Runs are what repeated runs of one system scored on one query: how many there
// were, and the sum of squares about their mean.
type Runs struct {
	N       int
	Squares float64
}

// Add takes one more score, by Welford's update; mean is that of those before it.
func (r *Runs) Add(mean *float64, score float64) {
	r.N++
	before := score - *mean
	*mean += before / float64(r.N)
	r.Squares += float64(before * (score - *mean))
}

// Repeats split the variance of the mean differences of queries, each the mean over
// repeated runs of both systems, into what queries and what runs contribute.
type Repeats struct {
	Queries          int
	WithinA, WithinB float64  // variance of one run of a query; 0 where a system has no repeats
	Noise            float64  // of a query's difference, by its runs: Σ(s²_A/r_A + s²_B/r_B)/n
	Between          *float64 // of the true differences of queries; nil where a system was run once only
	Runs             float64  // harmonic mean of the runs of a query and system

	WithinInterval  *Interval // of the sum of both; nil where it is 0, and as Between is
	BetweenInterval *Interval // nil as Between is
}

// NewRepeats splits the variance of differences d, whose queries were run as a and b say. The s² of a query and system
// with one run is the pooled one. The number of repeats must not depend on the scores. Level is that of the intervals.
func NewRepeats(d Differences, a, b []Runs, level float64) (Repeats, error) {
	if len(a) != d.N || len(b) != d.N {
		return Repeats{}, &LengthError{A: len(a), B: len(b)}
	}
	out := Repeats{Queries: d.N}
	var repeatedA, repeatedB bool
	out.WithinA, repeatedA = pooledWithin(a)
	out.WithinB, repeatedB = pooledWithin(b)
	for i := range a {
		out.Noise += (a[i].noise(out.WithinA) + b[i].noise(out.WithinB)) / float64(d.N)
	}
	out.Runs = harmonicRuns(a, b)
	if repeatedA && repeatedB && d.SD != nil {
		out.Between = new(max(0, float64(*d.SD**d.SD)-out.Noise))
		out.addIntervals(d, a, b, level)
	}
	return out, nil
}

// harmonicRuns returns the harmonic mean of the numbers of runs.
func harmonicRuns(a, b []Runs) float64 {
	times := map[int]int{} // so that a number that all have is exact
	for i := range a {
		times[a[i].N]++
		times[b[i].N]++
	}
	inverse := 0.0
	for _, n := range slices.Sorted(maps.Keys(times)) {
		inverse += float64(times[n]) / float64(n)
	}
	return float64(2*len(a)) / inverse
}

// addIntervals adds intervals of both variances: Student's t on their logarithm, with the standard error of
// what each query adds to them (linearized over queries, so that runs of unequal spread and scores of 0 and
// 1 are allowed for). That of Between is of the variance of the differences, less the noise; it ends at 0.
func (r *Repeats) addIntervals(d Differences, a, b []Runs, level float64) {
	n, within := float64(d.N), r.WithinA+r.WithinB
	freeA, freeB := freedom(a), freedom(b)
	unbias := n / (n - 1)
	w, z := make([]float64, d.N), make([]float64, d.N)
	for i, x := range d.values {
		w[i] = n * ((a[i].Squares-float64(r.WithinA*float64(a[i].N-1)))/freeA + (b[i].Squares-float64(r.WithinB*float64(b[i].N-1)))/freeB)
		off := x - d.Mean
		z[i] = unbias * (float64(unbias*off*off) - a[i].noise(r.WithinA) - b[i].noise(r.WithinB))
	}
	ofWithin, errWithin := DifferencesOf(w)
	ofBetween, errBetween := DifferencesOf(z)
	if errWithin != nil || errBetween != nil || ofWithin.SD == nil {
		return
	}
	t := StudentUpper((1-level)/2, n-1) / math.Sqrt(n)
	logT := func(estimate, spread, less float64) *Interval {
		wide := math.Exp(t * spread / estimate)
		if !(estimate > 0) || math.IsInf(estimate*wide, 0) {
			return nil // nothing is known of it
		}
		return &Interval{Method: "log-t", Level: level, Low: max(0, estimate/wide-less), High: max(0, float64(estimate*wide)-less)}
	}
	r.WithinInterval = logT(within, *ofWithin.SD, 0)
	r.BetweenInterval = logT(float64(*d.SD**d.SD), *ofBetween.SD, r.Noise)
}

// pooledWithin returns the variance of a run, and whether there are repeats.
func pooledWithin(runs []Runs) (float64, bool) {
	squares, free := 0.0, freedom(runs)
	for _, r := range runs {
		squares += r.Squares
	}
	if free == 0 {
		return 0, false
	}
	return squares / free, true
}

// freedom returns the degrees of freedom within queries.
func freedom(runs []Runs) float64 {
	free := 0
	for _, r := range runs {
		free += r.N - 1
	}
	return float64(free)
}

func (r Runs) noise(pooled float64) float64 {
	if r.N > 1 {
		pooled = r.Squares / float64(r.N-1)
	}
	return pooled / float64(r.N)
}

// mostRepeats is the largest number that is recommended.
const mostRepeats = 20

// Cheapest returns how many runs of a query cost least for a width, where a query
// costs this multiple of what a run of both systems on it costs: √(w/V_b · cost), w
// being the variance of a run of both systems, from 1 to 20. It is 1 without Between.
func (r Repeats) Cheapest(cost float64) int {
	if r.Between == nil {
		return 1
	}
	w := r.WithinA + r.WithinB
	best := math.Sqrt(w / *r.Between * cost)
	if !(best < mostRepeats) {
		return mostRepeats
	}
	spent := func(n float64) float64 { return (*r.Between + w/n) * (cost + n) } // for one width
	low := max(1, math.Floor(best))
	if spent(low+1) < spent(low) {
		low++
	}
	return int(low)
}

// Saved returns the share of the queries that any number of further runs would save at
// most at the same width; nil without Between.
func (r Repeats) Saved() *float64 {
	w := r.WithinA + r.WithinB
	if r.Between == nil || w+r.Runs**r.Between == 0 {
		return nil
	}
	return new(w / (w + r.Runs**r.Between))
}
