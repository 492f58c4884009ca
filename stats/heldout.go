package stats

import (
	"fmt"
	"math"
	"sort"
)

// HeldOut sets the gain of a candidate on the queries that it was chosen by next to its gain on queries
// that no one chose by. It is overfitted when the tuning gain is better by the Rule, and the one-sided
// upper end of the held-out mean at the held-out level ([Tail]) is below half of that gain. With S
// configurations whose held-out numbers were shown, decisions on held-out queries are made at alpha/S.
type HeldOut struct {
	Rule      // its Alpha is that of the tuning gain
	Shown int // S, this candidate included; below 1 counts as 1
}

// heldOutShare is the share of the shown gain that has to hold.
const heldOutShare = 0.5

// A Shrinkage is what became of a gain on held-out queries.
type Shrinkage struct {
	Tuning, HeldOut Differences
	Tuned, Held     Decision // about either gain alone: at alpha, and at Level
	Level           float64  // alpha/S
	Upper           float64  // one-sided end of the held-out mean at Level
	Limit           float64  // half of the tuning gain
	P               *float64 // one-sided, that the held-out mean is Limit or more; nil without a tuning gain

	// Lost is the share of the tuning gain that is not there on the held-out queries, LostAtLeast its lower
	// end at Level; nil unless the tuning gain is better.
	Lost, LostAtLeast *float64
	// Power is the probability that as many held-out queries show a gain of which nothing holds as
	// overfitted, and Needed the number that does with .8; nil without a tuning gain or a spread.
	Power  *float64
	Needed *int

	Overfit     bool // see HeldOut
	Generalises bool // the held-out gain is better at Level, and not overfitted
	// Signal says that the tuning gain is better and the held-out mean is not above 0. Its error is not
	// controlled: of equal gains of .03 on 200 and 40 queries it flags .09.
	Signal bool
}

// Compare returns what became of the gain; differences are positive where the candidate is better.
func (h HeldOut) Compare(tuning, heldOut []float64) (Shrinkage, error) {
	var s Shrinkage
	var err error
	if s.Tuning, err = DifferencesOf(tuning); err != nil {
		return s, fmt.Errorf("tuning differences: %w", err)
	}
	if s.HeldOut, err = DifferencesOf(heldOut); err != nil {
		return s, fmt.Errorf("held-out differences: %w", err)
	}
	if s.Tuned, err = h.judgeAlone(s.Tuning); err != nil {
		return s, fmt.Errorf("tuning differences: %w", err)
	}
	s.Level = h.level()
	held := h.Rule
	held.Alpha = s.Level
	if s.Held, err = held.judgeAlone(s.HeldOut); err != nil {
		return s, fmt.Errorf("held-out differences: %w", err)
	}
	tail := Tail{Range: h.Range}
	end, err := tail.Interval(s.HeldOut, 1-2*s.Level)
	if err != nil {
		return s, err
	}
	s.Upper, s.Limit = end.High, heldOutShare*s.Tuning.Mean
	better := s.Tuned.Verdict == Better
	s.Overfit = better && s.Upper < s.Limit
	s.Generalises = !s.Overfit && s.Held.Verdict == Better
	s.Signal = better && s.HeldOut.Mean <= 0
	if s.Tuning.Mean <= snapTolerance { // else .1 + .2 − .3 is a gain to divide by
		return s, nil
	}
	p, err := tail.P(s.HeldOut, s.Limit, Less)
	s.P = &p
	if better {
		lost, least := 1-s.HeldOut.Mean/s.Tuning.Mean, 1-s.Upper/s.Tuning.Mean
		s.Lost, s.LostAtLeast = &lost, &least
	}
	if s.HeldOut.SD != nil && *s.HeldOut.SD > 0 {
		h.Range = end.Range
		power, n := h.power(*s.HeldOut.SD, s.Limit, s.HeldOut.N), h.Needed(*s.HeldOut.SD, s.Tuning.Mean)
		s.Power, s.Needed = &power, &n
	}
	return s, err
}

// judgeAlone returns Judge without sign flips where they do not count: thousands of them
// take longer than everything else.
func (r Rule) judgeAlone(d Differences) (Decision, error) {
	if d.N == 0 || r.countsFlips(d) {
		return r.Judge(d)
	}
	e, err := r.Weigh(d, Computed{Randomization: &Result{Test: SignFlip{}.Name(), Method: Exact}})
	if err != nil {
		return Decision{}, err
	}
	return r.Decide(e, e.Decides.P)
}

// Needed returns how many held-out queries with differences of standard deviation sd show with
// probability .8, at the held-out level, that less than half of a gain holds when nothing of it does:
//
//	n = ((z₁₋ₐ + z.₈)·sd/(gain/2))²
//
// or more, where the end allows for what that many queries do not show. A gain or a spread that is not
// above 0 needs none.
func (h HeldOut) Needed(sd, gain float64) int {
	if !(sd > 0 && gain > 0) {
		return 0
	}
	return sort.Search(math.MaxInt32, func(n int) bool {
		return n > 0 && h.power(sd, heldOutShare*gain, n) >= DefaultPower
	})
}

// power returns the probability that Needed is solved for.
func (h HeldOut) power(sd, limit float64, n int) float64 {
	se := sd / math.Sqrt(float64(n))
	width := max(normalQuantile(1-h.level())*se, Tail{Range: h.Range}.allowance(float64(n), h.level()))
	return normalCDF((limit - width) / se)
}

func (h HeldOut) level() float64 { return h.withDefaults().Alpha / float64(max(1, h.Shown)) }

// ExpectedMaximum returns the expected largest of k independent standard normal values, ∫
// z·k·φ(z)·Φ(z)^(k−1) dz: 0 for one, 1.16 for 5, 2.51 for 100, 3.24 for 1000.
func ExpectedMaximum(k int) float64 {
	if k < 2 {
		return 0
	}
	// The trapezoid rule converges faster than any power for such integrands.
	const step, reach = 1.0 / 64, 12.0
	var total float64
	for z := -reach; z <= reach; z += step {
		density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
		total += float64(z * density * math.Pow(normalCDF(z), float64(k-1)))
	}
	return float64(k) * total * step
}

// ExpectedOptimism returns by how much the best of k configurations without any effect is expected to beat
// the baseline on the n queries it was chosen on: sd·E[max of k]/√n, with sd that of the differences.
// Configurations that resemble each other gain less; this is the upper end.
func ExpectedOptimism(sd float64, n, k int) (float64, error) {
	if !(sd >= 0) || math.IsInf(sd, 0) || n < 1 || k < 1 {
		return 0, fmt.Errorf("sd %v, n %d, k %d: %w", sd, n, k, ErrOutOfRange)
	}
	return sd * ExpectedMaximum(k) / math.Sqrt(float64(n)), nil
}
