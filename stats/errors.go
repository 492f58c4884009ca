package stats

import (
	"cmp"
	"errors"
	"fmt"
	"math"
)

// Sentinels, to be found with errors.Is.
var (
	ErrNoPairs      = errors.New("no pairs")                      // empty input
	ErrTooFewPairs  = errors.New("too few pairs")                 // the quantity needs more
	ErrZeroVariance = errors.New("zero variance")                 // the quantity divides by it
	ErrUnreachable  = errors.New("not reachable at any sample")   // e.g. the n for an effect of 0
	ErrOutOfRange   = errors.New("argument outside of its range") // level, alpha, probability, ...
)

// A LengthError reports slices that should pair up and do not.
type LengthError struct {
	A, B int // their lengths
}

// Error names both lengths.
func (e *LengthError) Error() string {
	return fmt.Sprintf("%d baseline scores but %d candidate scores", e.A, e.B)
}

// A NotFiniteError lists the indices of NaN and infinite scores, so that a caller can name the queries.
// Such scores are never dropped: dropping them changes the question without saying so.
type NotFiniteError struct {
	A, B []int // in the baseline, in the candidate; for a single slice only A
	D    []int // finite scores whose difference is beyond 1e300
}

// Error names the first offender of each slice and the counts.
func (e *NotFiniteError) Error() string {
	text := "scores are not finite:"
	sep := " "
	for _, part := range []struct {
		name string
		idx  []int
	}{{"baseline", e.A}, {"candidate", e.B}, {"difference", e.D}} {
		if len(part.idx) > 0 {
			text += fmt.Sprintf("%s%d in %s (first at index %d)", sep, len(part.idx), part.name, part.idx[0])
			sep = ", "
		}
	}
	return text
}

// checkFinite returns a NotFiniteError for NaN and ±Inf in xs.
func checkFinite(xs []float64) error {
	if bad := notFinite(xs); bad != nil {
		return &NotFiniteError{A: bad}
	}
	return nil
}

// largestDifference leaves room to add up differences and to multiply their spread by a quantile without
// overflow; smallestDifference does the same downwards.
const (
	largestDifference  = 1e300
	smallestDifference = 1e-300
)

// checkBoth does so for two samples.
func checkBoth(a, b []float64) error {
	bad := NotFiniteError{A: notFinite(a), B: notFinite(b)}
	if bad.A != nil || bad.B != nil {
		return &bad
	}
	return nil
}

// checkSystems refuses scores[s][i], system s on query i, of unequal length or not finite.
func checkSystems(scores [][]float64) error {
	for s, row := range scores {
		if len(row) != len(scores[0]) {
			return &LengthError{A: len(scores[0]), B: len(row)}
		}
		if err := checkFinite(row); err != nil {
			return fmt.Errorf("system %d: %w", s+1, err)
		}
	}
	return nil
}

func tooLarge(xs []float64) []int { return beyond(largestDifference, xs) }

func notFinite(xs []float64) []int { return beyond(math.MaxFloat64, xs) }

// beyond lists the indices of what is larger than most, and of NaN.
func beyond(most float64, xs []float64) []int {
	var bad []int
	for i, x := range xs {
		if !(math.Abs(x) <= most) {
			bad = append(bad, i)
		}
	}
	return bad
}

// CheckLevel refuses a confidence level that is not between 0 and 1.
func CheckLevel(level float64) error {
	if !(level > 0 && level < 1) {
		return fmt.Errorf("confidence level %v is not in (0, 1): %w", level, ErrOutOfRange)
	}
	return nil
}

// defaultLevel is the level of a zero configuration.
const defaultLevel = 0.95

// levelOr95 resolves the zero value of a configured level.
func levelOr95(level float64) (float64, error) {
	level = cmp.Or(level, defaultLevel)
	return level, CheckLevel(level)
}
