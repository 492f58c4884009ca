package selection

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/rankduel/rankduel/internal/ordered"
)

// Candidates finds the settings that the queries do not tell apart from the best: a comparison with the
// best of many, Hsu (1981), doi:10.1214/aos/1176345582, over paired scores: setting i stays unless some
// other setting beats it by more than chance would make the largest lead over i, were i the best:
//
//	i is left out  ⇔  P*(max over j of (Z_j − Z_i) ≥ max over j of (mean_j − mean_i)) ≤ Alpha
//
// where Z_j = Σ_q ±(score(j, q) − mean_j)/n with the same random signs for all settings (Chernozhukov, Chetverikov and
// Kato (2013), doi:10.1214/13-AOS1161). The set holds the truly best setting with a probability of about 1 − Alpha,
// whatever the number of settings. A first step at Alpha/10 takes out settings that are clearly behind, the second has
// what is left of Alpha: Romano, Shaikh and Wolf (2014), doi:10.3982/ECTA9011. Leads are not divided by their standard
// errors, which makes the set larger, not wrong.
type Candidates struct {
	Alpha   float64 // in (0, 0.5)
	Rounds  int     // of random signs; 0 means 1000, which leaves p an error of .007 at .05
	Seed    uint64
	Workers int // 0 means one per processor; never changes a number
}

const (
	defaultRounds  = 1000
	firstStepShare = 0.1 // of Alpha
)

// Find returns for each setting whether it could be the best. The setting with the best mean always could.
// Scores are by setting, then by query; all settings have the same queries.
func (c Candidates) Find(scores [][]float64) ([]bool, error) {
	if !(c.Alpha > 0 && c.Alpha < 0.5) || c.Rounds < 0 {
		return nil, fmt.Errorf("alpha %v, rounds %d: want alpha between 0 and 0.5 and no negative number of rounds", c.Alpha, c.Rounds)
	}
	if len(scores) == 0 {
		return nil, errors.New("no settings to choose from")
	}
	if err := (Table{Queries: make([]Query, len(scores[0])), Scores: scores}).check(); err != nil {
		return nil, err
	}
	c.Rounds = cmp.Or(c.Rounds, defaultRounds)
	n := len(scores[0])
	in := make([]bool, len(scores))
	if n < 2 { // one query tells nothing apart
		for s := range in {
			in[s] = true
		}
		return in, nil
	}
	means := make([]float64, len(scores))
	each(len(scores), c.Workers, func(s int) { means[s] = mean(scores[s]) })
	best := first(means)

	flips := newFlips(n, c.Rounds, c.Seed)
	noise := make([][]float32, len(scores))
	each(len(scores), c.Workers, func(s int) {
		noise[s] = flips.noise(scores[s], scores[best])
		in[s] = true
	})
	for _, alpha := range []float64{firstStepShare * c.Alpha, (1 - firstStepShare) * c.Alpha} {
		largest := c.largest(noise, in)
		each(len(scores), c.Workers, func(s int) {
			if in[s] {
				in[s] = s == best || behind(means[best]-means[s], noise[s], largest) > alpha
			}
		})
	}
	return in, nil
}

// largest returns the maximum over the settings still in, by round.
func (c Candidates) largest(noise [][]float32, in []bool) []float32 {
	most := make([]float32, c.Rounds)
	for b := range most {
		most[b] = float32(math.Inf(-1))
	}
	for s := range noise {
		if !in[s] {
			continue
		}
		for b, z := range noise[s] {
			most[b] = max(most[b], z)
		}
	}
	return most
}

// behind returns the p value of a setting that is behind the best by lead.
func behind(lead float64, own, largest []float32) float64 {
	hits := 0
	for b, z := range own {
		if float64(largest[b])-float64(z) >= lead-tieTolerance {
			hits++
		}
	}
	return float64(1+hits) / float64(1+len(own))
}

// flips are random signs, one bit for each query and round, eight queries to a
// byte: signs[g][b] are those of queries 8g … 8g+7 in round b.
type flips struct {
	signs  [][]byte
	rounds int
}

func newFlips(n, rounds int, seed uint64) flips {
	f := flips{signs: make([][]byte, (n+7)/8), rounds: rounds}
	rng := rand.NewPCG(seed, 0x63616e6469646174) // "candidat"
	for g := range f.signs {
		f.signs[g] = make([]byte, rounds)
		for b := 0; b < rounds; b += 8 {
			w := rng.Uint64()
			for i := b; i < min(b+8, rounds); i++ {
				f.signs[g][i] = byte(w)
				w >>= 8
			}
		}
	}
	return f
}

// noise returns Z of the differences from a reference, by round: the reference's own noise is left out of
// all settings alike, which changes no lead. Eight queries at a time are looked up in a table of their 256
// signed sums. The factor √(n/(n−1)) makes up for the mean having been taken from the same scores.
func (f flips) noise(scores, reference []float64) []float32 {
	n := float64(len(scores))
	centre := 0.0
	for q, v := range scores {
		centre += v - reference[q]
	}
	centre /= n
	scale := math.Sqrt(n/(n-1)) / n
	sums := make([]float64, f.rounds)
	var table [256]float64
	var eight [8]float64
	for g, signs := range f.signs {
		eight = [8]float64{}
		for i := range eight {
			if q := 8*g + i; q < len(scores) {
				eight[i] = scale * (scores[q] - reference[q] - centre)
			}
		}
		signedSums(&eight, &table)
		for b, s := range signs {
			sums[b] += table[s]
		}
	}
	out := make([]float32, f.rounds) // float32: half the memory, and no rank of a lead hangs on the eighth digit
	for b, v := range sums {
		out[b] = float32(v)
	}
	return out
}

// signedSums fills table[s] with Σ ±x_i, minus where bit i of s is set.
func signedSums(x *[8]float64, table *[256]float64) {
	table[0] = 0
	for _, v := range x {
		table[0] += v
	}
	for i, v := range x {
		for s := range 1 << i {
			table[s|1<<i] = table[s] - 2*v
		}
	}
}

// A Point is a setting's mean score and its cost, in any unit.
type Point struct{ Score, Cost float64 }

// Front returns the Pareto front, cheapest first: the positions of the points
// to which no other is better in one respect and at least as good in the other.
// Of equal points the first is on the front. The scores along it rise strictly.
func Front(points []Point) []int {
	order := ordered.Places(len(points), func(i, j int) int {
		return cmp.Or(cmp.Compare(points[i].Cost, points[j].Cost), cmp.Compare(points[j].Score, points[i].Score))
	})
	var front []int
	for _, i := range order {
		if len(front) == 0 || points[i].Score > points[front[len(front)-1]].Score+tieTolerance {
			front = append(front, i)
		}
	}
	return front
}
