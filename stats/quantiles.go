package stats

import (
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// A QuantileChange is by how much a quantile of y is above that of x, paired by query.
type QuantileChange struct {
	A, B float64 // the quantiles of x and y, type 7

	// Interval is of B − A, nil where so few pairs need not hold a value beyond the quantile: its ends are the
	// farther ones of two intervals of resampled pairs, expanded percentile and t with their standard deviation;
	// above [MostDrawn] pairs those of the limit alone.
	Interval *Interval
}

// QuantileChanges compares quantiles of paired samples, such as the p95 of the times of two systems. Resamples
// have quantiles of type 6 (Hyndman and Fan, 1996), which are on the average where they are in the population:
// with those of type 7 the percentile interval alone was below a limit .10 of the time where .05 was allowed, and
// one side had a long tail.
func (b Bootstrap) QuantileChanges(x, y, quantiles []float64) ([]QuantileChange, error) {
	if _, err := NewDifferences(x, y); err != nil {
		return nil, err
	}
	if err := CheckLevel(b.level()); err != nil {
		return nil, err
	}
	rx, ry := rank(x), rank(y)
	n, once := float64(len(x)), slices.Repeat([]int{1}, len(x))
	alpha := (1 - b.level()) / 2
	out := make([]QuantileChange, len(quantiles))
	var rounds [][]float64
	if len(x) <= MostDrawn {
		rounds = b.quantileRounds(rx, ry, quantiles)
	}
	for i, p := range quantiles {
		out[i] = QuantileChange{A: Quantile7(rx.values, p), B: Quantile7(ry.values, p)}
		if n < 2 || n < math.Log(alpha)/math.Log(max(p, 1-p)) {
			continue
		}
		middle, t := ry.quantile(p, once)-rx.quantile(p, once), StudentUpper(alpha, n-1)
		if rounds == nil {
			half := float64(t * quantileSE(rx, ry, p))
			out[i].Interval = &Interval{Method: "t", Level: b.level(), Low: middle - half, High: middle + half}
			continue
		}
		change := rounds[i]
		slices.Sort(change)
		outer, half := normalSurvival(math.Sqrt(n/(n-1))*t), float64(t*newMoments(change).sd())
		out[i].Interval = &Interval{
			Method: "percentile-and-t", Level: b.level(),
			Low: min(Quantile7(change, outer), middle-half), High: max(Quantile7(change, 1-outer), middle+half),
		}
	}
	return out, nil
}

// quantileSE returns the standard error that the difference of a quantile has in the limit: a pair moves each side's
// by whether its value is below, times the spacing of values there (Bahadur, 1966).
func quantileSE(x, y ranked, p float64) float64 {
	n := len(x.rows)
	at, near := int(p*float64(n)), int(math.Sqrt(float64(n)*p*(1-p)))
	moves := make([]float64, n)
	for side, r := range []ranked{x, y} {
		low, high := max(0, at-near), min(n-1, at+near)
		spacing := (r.values[high] - r.values[low]) / float64(high-low) * float64(n)
		for _, row := range r.rows[:at] {
			moves[row] += float64(float64(1-2*side) * spacing)
		}
	}
	return newMoments(moves).sd() / math.Sqrt(float64(n))
}

// quantileRounds returns the changes of quantiles over resamples of the pairs, by quantile and round.
func (b Bootstrap) quantileRounds(x, y ranked, quantiles []float64) [][]float64 {
	n, out := len(x.rows), make([][]float64, len(quantiles))
	rounds := min(b.resamples(), max(1000, 20_000_000/n)) // a second, where that leaves enough
	for i := range out {
		out[i] = make([]float64, rounds)
	}
	b.eachResample("quantiles", n, rounds, func(round int, times []int) {
		for i, p := range quantiles {
			out[i][round] = y.quantile(p, times) - x.quantile(p, times)
		}
	})
	return out
}

// eachResample draws as many rows as there are, so often, and tells how often each row came.
func (b Bootstrap) eachResample(purpose string, n, rounds int, do func(round int, times []int)) {
	eachBlock(rounds, b.Workers, func(block, first, last int) {
		rng, times := stream(b.Seed, purpose, block), make([]int, n)
		for round := first; round < last; round++ {
			clear(times)
			for range n {
				row, _ := bits.Mul64(rng.Uint64(), uint64(n))
				times[row]++
			}
			do(round, times)
		}
	})
}

// A ranked sample has its values in ascending order, and the rows that they are of.
type ranked struct {
	values []float64
	rows   []int
}

func rank(values []float64) ranked {
	r := ranked{slices.Clone(values), make([]int, len(values))}
	floats.Argsort(r.values, r.rows)
	return r
}

// quantile returns that of a sample of as many rows, by how often each is in it.
func (r ranked) quantile(p float64, times []int) float64 {
	place := max(0, min(float64(len(times)-1), float64(p*float64(len(times)+1))-1))
	seen, low := 0, math.NaN()
	for at, row := range r.rows {
		if times[row] == 0 {
			continue
		}
		if seen += times[row]; seen > int(place) && math.IsNaN(low) {
			low = r.values[at]
		}
		if seen > int(place)+1 || seen == len(times) {
			return low + float64((place-math.Floor(place))*(r.values[at]-low))
		}
	}
	return low
}
