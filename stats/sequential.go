package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// ConfidenceSequence is an interval that stays valid at every n, however often one looks, for every distribution of
// differences within ±Range, if queries are independent and come without regard to what they show.
//
// One bets that the mean is above μ, with ten sizes of bets at once:
//
//	E⁺(μ) = (1/10) Σⱼ Πᵢ (1 + gⱼ·((dᵢ+R)/(μ+R) − 1)),  gⱼ = 1.8·2⁻ʲ, j = 1 … 10
//
// and as much that it is below. If μ is the mean, neither capital ever grows 2/α-fold but with
// probability α/2 (Ville 1939), so that the interval holds the μ at which neither has: see Ramdas,
// Grünwald, Vovk and Shafer (2023), doi:10.1214/23-STS894. The order of the differences has no effect.
type ConfidenceSequence struct {
	Level float64 // 0 means 0.95
	Range float64 // the largest difference that two scores can have; 0 is refused: nothing else bounds what will come
}

// sequenceBets are the shares of the capital that are staked.
var sequenceBets = func() (bets [10]float64) {
	for j := range bets {
		bets[j] = math.Ldexp(1.8, -(j + 1))
	}
	return bets
}()

// Interval returns the sequence's interval after the differences seen so far.
func (c ConfidenceSequence) Interval(d Differences) (Interval, error) {
	level, up, down, err := c.of(d)
	if err != nil {
		return Interval{}, err
	}
	limit := math.Log(2 / (1 - level))
	return Interval{Method: "sequence", Level: level, Low: up.end(limit), High: -down.end(limit)}, nil
}

// P returns the p value that goes with the interval and holds as often as one
// looks: 2 over the larger capital of the bets against a mean of 0.
func (c ConfidenceSequence) P(d Differences) (float64, error) {
	_, up, down, err := c.of(d)
	if err != nil {
		return 0, err
	}
	return *probability(2 * math.Exp(-max(up.logCapital(0), down.logCapital(0)))), nil
}

func (c ConfidenceSequence) of(d Differences) (level float64, up, down sequence, err error) {
	if level, err = levelOr95(c.Level); err != nil {
		return 0, up, down, err
	}
	if d.N == 0 {
		return 0, up, down, ErrNoPairs
	}
	if c.Range == 0 {
		return 0, up, down, fmt.Errorf("a measure whose range is not known has no confidence sequence: %w", ErrOutOfRange)
	}
	largest := maxAbs(d.values)
	if err := checkRange(c.Range, largest); err != nil {
		return 0, up, down, err
	}
	width := max(c.Range, largest)
	return level, newSequence(d, width, 1), newSequence(d, width, -1), nil
}

// A sequence holds the differences as values with their numbers: most are ties.
type sequence struct {
	values, counts []float64
	mean, width    float64
}

func newSequence(d Differences, width, side float64) sequence {
	sorted := slices.Clone(d.values)
	for i := range sorted {
		sorted[i] *= side
	}
	slices.SortFunc(sorted, cmp.Compare[float64])
	s := sequence{mean: side * Mean(d.values), width: width}
	for i, x := range sorted {
		if i == 0 || x != sorted[i-1] {
			s.values, s.counts = append(s.values, x), append(s.counts, 0)
		}
		s.counts[len(s.counts)-1]++
	}
	return s
}

// logCapital returns ln E⁺(mu).
func (s sequence) logCapital(mu float64) float64 {
	var logs [len(sequenceBets)]float64
	for j, g := range sequenceBets {
		for i, x := range s.values {
			logs[j] += s.counts[i] * math.Log1p(g*((x+s.width)/(mu+s.width)-1))
		}
	}
	most := slices.Max(logs[:])
	var total float64
	for _, l := range logs {
		total += math.Exp(l - most)
	}
	return most + math.Log(total/float64(len(logs)))
}

// end returns the least mu at which the log capital is below limit; it falls as mu
// grows, and is not above 0 at the mean.
func (s sequence) end(limit float64) float64 {
	return bisect(-s.width, s.mean, func(mu float64) bool { return s.logCapital(mu) >= limit })
}
