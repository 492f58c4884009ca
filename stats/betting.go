package stats

import (
	"fmt"
	"math"
)

// BettingInterval returns a confidence interval for the mean difference with a
// guarantee at every sample size and for every distribution on [−1, 1]: no
// normality, no asymptotics, no luck with rare losses. It is 1.3 (n = 1000)
// to 3.5 (n = 10) times as wide as t, so ask for it, do not default to it.
//
// For each candidate mean m one bets, query by query, that differences lie
// above m, and with half the money that they are below; the bet before query i
// depends on earlier queries only, so if m is the truth the capital grows
// twentyfold with probability at most 1/20. The interval holds the m whose
// capital never reached 1/(1−level). It is the hedged capital interval with
// predictable plug-in bets, tuned for n, of Waudby-Smith and Ramdas (2024),
// doi:10.1093/jrsssb/qkad009. It depends on the order of d: for ordered test
// sets, shuffle once with a recorded seed.
func BettingInterval(d []float64, level float64) (Interval, error) {
	if err := CheckLevel(level); err != nil {
		return Interval{}, err
	}
	if len(d) == 0 {
		return Interval{}, ErrNoPairs
	}
	if err := checkFinite(d); err != nil {
		return Interval{}, err
	}
	if largest := maxAbs(d); largest > 1 {
		return Interval{}, fmt.Errorf("a difference of magnitude %v is not in [-1, 1]: %w", largest, ErrOutOfRange)
	}
	b := newBetting(d, 1-level)
	center := b.center()
	i := Interval{Method: "betting", Level: level, Low: -1, High: 1}
	if b.broke(center) { // possible only by an extreme order; the whole range is always valid
		return i, nil
	}
	// The capital is largest far from the data, so each side has one end.
	if b.broke(0) {
		i.Low = 2*bisect(0, center, b.broke) - 1
	}
	if b.broke(1) {
		i.High = 2*bisect(center, 1, func(m float64) bool { return !b.broke(m) }) - 1
	}
	return i, nil
}

// A betting holds differences mapped to [0, 1] and the sizes of the bets.
type betting struct {
	x, bet []float64
	ruin   float64 // ln(1/α): the log capital that refutes a mean
}

// newBetting precomputes the plug-in bets √(2 ln(2/α)/(n·σ̂²ᵢ₋₁)), σ̂² starting
// from 1/4, the most that [0, 1] allows.
func newBetting(d []float64, alpha float64) betting {
	b := betting{ruin: math.Log(1 / alpha)}
	n := float64(len(d))
	total, squares := 0.5, 0.25
	variance := 0.25
	for i, x := range d {
		x = float64((x + 1) / 2)
		b.x = append(b.x, x)
		b.bet = append(b.bet, math.Sqrt(2*math.Log(2/alpha)/(n*variance)))
		total += x
		e := x - total/float64(i+2)
		squares += float64(e * e)
		variance = squares / float64(i+2)
	}
	return b
}

// center returns the mean of the data, the bets' own guess included.
func (b betting) center() float64 { return (sum(b.x) + 0.5) / float64(len(b.x)+1) }

// broke reports whether betting against mean m ever reached the ruin.
func (b betting) broke(m float64) bool {
	const cautious = 0.5 // of the stake that could lose everything
	var up, down float64
	for i, x := range b.x {
		e := x - m
		up += math.Log1p(min(b.bet[i], cautious/m) * e)
		down += math.Log1p(-min(b.bet[i], cautious/(1-m)) * e)
		if max(up, down)-math.Ln2 >= b.ruin {
			return true
		}
	}
	return false
}
