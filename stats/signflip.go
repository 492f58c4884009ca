package stats

import (
	"cmp"
	"fmt"
	"math"
)

// SignFlip is Fisher's paired randomization test: p is the share of the 2ᵏ assignments of signs to the k changed
// queries whose |sum| is at least the observed one. p is exact when the differences are on a lattice (recall,
// precision, reciprocal rank) or k ≤ 40. Otherwise Rounds assignments are sampled and p = (1 + hits)/(1 + rounds):
// Phipson and Smyth (2010), doi:10.2202/1544-6115.1585. For k > 65,536 their limit takes the place of samples, unless a
// few queries rule; above [MostDrawn] pairs always. Sums within 1e-12 Σ|d| of each other are ties. Exact values agree
// with R's exactRankTests.
type SignFlip struct {
	Rounds      int    // sampled assignments when p cannot be exact; 0 means 100,000
	Seed        uint64 // of the sampled assignments
	Workers     int    // goroutines; 0 means one per processor; never changes a number
	Alternative Alternative
	Sampled     bool // sample even where the exact p is affordable, or the limit enough
}

var _ PairedTest = SignFlip{}

// defaultRounds gives a standard error of .0007 at p = .05.
const defaultRounds = 100_000

// tieTolerance is how near two sums must be, in units of Σ|d|, to be a tie.
const tieTolerance = 1e-12

// Name returns "randomization".
func (SignFlip) Name() string { return "randomization" }

// Test tests differences that are already formed.
func (s SignFlip) Test(d Differences) (Result, error) {
	if s.Rounds < 0 {
		return Result{}, fmt.Errorf("%d rounds: %w", s.Rounds, ErrOutOfRange)
	}
	r, done, err := countedResult(s.Name(), d)
	if done {
		return r, err
	}
	flipped := changed(d.signed)
	if !s.Sampled {
		l, fits := flipLattice(flipped)
		if p, exact := exactSignFlip(flipped, l, fits, s.Alternative); exact {
			r.P = probability(p)
			return r, nil
		}
		if len(flipped) > manyFlipped || d.N > MostDrawn {
			p, few := flipLimit(flipped, l.unit, s.Alternative)
			if !few || d.N > MostDrawn {
				if few {
					r.warnRough()
				}
				r.Method, r.P = Asymptotic, probability(p)
				return r, nil
			}
		}
	}
	r.Method, r.Rounds = Sampled, cmp.Or(s.Rounds, defaultRounds)
	r.P = probability(s.sample(flipped, r.Rounds))
	return r, nil
}

// MinimumP returns the smallest two-sided p that a sign-flip test can reach when
// changed queries have a difference other than zero: 2/2ᵏ, and 1 for none.
func MinimumP(changed int) float64 {
	if changed <= 0 {
		return 1
	}
	return *probability(math.Ldexp(2, -changed))
}

// changed returns the differences other than zero.
func changed(d []float64) []float64 {
	out := make([]float64, 0, len(d))
	for _, x := range d {
		if x != 0 {
			out = append(out, x)
		}
	}
	return out
}
