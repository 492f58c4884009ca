package querylog

import "math/rand/v2"

// A Drawn query comes with the probability that it had.
type Drawn struct {
	Index       int // in what was drawn from
	Probability float64
}

// Draw draws n queries without replacement, each with a probability in proportion to its frequency,
//
//	π = min(1, n·f/Σf)
//
// by systematic sampling in random order: n equal steps along the frequencies from a random start hit a
// query each, but for those longer than a step, which are certain. The plain mean of a score over what
// was drawn then estimates its mean over the traffic. Exactly min(n, len(frequencies)) come out, in the
// order of their indexes. Madow (1949), doi:10.1214/aoms/1177729988.
func Draw(frequencies []int, n int, rng *rand.Rand) []Drawn {
	n = min(n, len(frequencies))
	if n <= 0 {
		return nil
	}
	certain, rest, sum := certainties(frequencies, n)
	drawn := make(map[int]float64, n)
	for _, i := range certain {
		drawn[i] = 1
	}
	if k := n - len(certain); k > 0 {
		rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
		start := rng.IntN(sum)
		for _, i := range systematic(frequencies, rest, k, start, sum) {
			drawn[i] = float64(k) * float64(frequencies[i]) / float64(sum)
		}
	}
	out := make([]Drawn, 0, n)
	for i := range frequencies {
		if p, ok := drawn[i]; ok {
			out = append(out, Drawn{i, p})
		}
	}
	return out
}

// certainties parts the queries into those that every draw of n has, and the rest, with the rest's sum.
// Taking some out makes the step of the others shorter, so that more may become certain.
func certainties(frequencies []int, n int) (certain, rest []int, sum int) {
	for i, f := range frequencies {
		rest, sum = append(rest, i), sum+f
	}
	for {
		k := n - len(certain)
		var left []int
		leftSum := 0
		for _, i := range rest {
			if k > 0 && k*frequencies[i] >= sum {
				certain = append(certain, i)
			} else {
				left, leftSum = append(left, i), leftSum+frequencies[i]
			}
		}
		if len(left) == len(rest) {
			return certain, rest, sum
		}
		rest, sum = left, leftSum
	}
}

// systematic takes the queries that the points start, start + sum, … fall on when
// each is as long as k times its frequency.
func systematic(frequencies, order []int, k, start, sum int) []int {
	var out []int
	end, point := 0, start
	for _, i := range order {
		end += k * frequencies[i]
		if point < end {
			out = append(out, i)
			point += sum
		}
	}
	return out
}
