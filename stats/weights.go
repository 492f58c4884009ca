package stats

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Weights say for how much each pair of a sample counts, such as the inverse of the
// probability with which its query was drawn. The mean is Hájek's ratio within each
// stratum, and those of strata are put together by their shares of the population,
//
//	m = Σₕ Wₕ·mₕ,  mₕ = Σ wᵢdᵢ / Σ wᵢ
//
// with the variance Σ Wₕ²·nₕ/(nₕ−1)·Σ wᵢ²(dᵢ − mₕ)²/(Σₕ w)² of R's survey::svymean for draws with
// replacement (Särndal, Swensson and Wretman 1992, sections 5.6 and 5.7).
type Weights struct {
	Values []float64 // of each pair: above 0 and finite
	Strata []int     // of each pair, places in Shares; nil: all are in one
	Shares []float64 // of the population, > 0; of strata with pairs, they are normalized to sum to 1
}

// A SingleError says that a stratum has one pair.
type SingleError struct{ Stratum int }

func (e *SingleError) Error() string { return fmt.Sprintf("stratum %d has one pair", e.Stratum) }

// Differences pairs scores as [NewDifferences] does. What comes back has the weighted mean, and
// the spread from which its standard error follows with √N; pairs are counted whatever they
// weigh. [Wilcoxon], [Sign] and what resamples pairs do not hold.
func (w Weights) Differences(a, b []float64) (Differences, error) {
	raw, err := NewDifferences(a, b)
	if err == nil {
		w, err = w.checked(raw.N)
	}
	if err != nil {
		return Differences{}, err
	}
	d, err := NewDifferences(w.Linear(a), w.Linear(b))
	if err != nil {
		return d, err
	}
	d.seen, d.signed = raw.values, w.Parts()
	squares, used := 0.0, map[int]bool{}
	for i, part := range d.signed {
		squares += float64(part * part)
		d.signed[i] = part * float64(raw.N) * raw.values[i]
		used[w.Strata[i]] = true
	}
	d.Changed, d.Wins, d.Losses, d.Ties = raw.Changed, raw.Wins, raw.Losses, raw.Ties
	d.Effective, d.lost = 1/squares, float64(len(used)-1)
	return d, nil
}

// checked returns the weights with the one stratum that nil means, and refuses those that are none.
func (w Weights) checked(n int) (Weights, error) {
	w = w.filled()
	sizes, bad := make([]int, len(w.Shares)), len(w.Values) != n || len(w.Strata) != n
	for _, x := range slices.Concat(w.Values, w.Shares) {
		bad = bad || !(x > 0 && x <= largestDifference)
	}
	for _, h := range w.Strata {
		if bad = bad || h < 0 || h >= len(sizes); !bad {
			sizes[h]++
		}
	}
	if bad {
		return w, fmt.Errorf("weights, strata or shares of %d pairs: %w", n, ErrOutOfRange)
	}
	if h := slices.Index(sizes, 1); h >= 0 && n > 1 {
		return w, &SingleError{h}
	}
	return w, nil
}

func (w Weights) filled() Weights {
	if w.Strata == nil {
		w.Strata, w.Shares = make([]int, len(w.Values)), []float64{1}
	}
	return w
}

// Parts returns the share of each pair in the mean.
func (w Weights) Parts() []float64 {
	w = w.filled()
	total, declared, parts := make([]float64, len(w.Shares)), 0.0, make([]float64, len(w.Values))
	for i, x := range w.Values {
		total[w.Strata[i]] += x
	}
	for h, share := range w.Shares {
		if total[h] > 0 {
			declared += share
		}
	}
	for i, x := range w.Values {
		h := w.Strata[i]
		parts[i] = x / total[h] * (w.Shares[h] / declared)
	}
	return parts
}

// Mean returns that of scores.
func (w Weights) Mean(scores []float64) float64 { return floats.Dot(w.Parts(), scores) }

// Linear returns values with the weighted mean of scores as their mean, and with a
// standard deviation over √n that is its standard error. Those of a sum are the sums.
func (w Weights) Linear(scores []float64) []float64 {
	w = w.filled()
	type stratum struct{ n, part, sum float64 }
	of, parts, total := make([]stratum, len(w.Shares)), w.Parts(), 0.0
	for i, part := range parts {
		s, x := &of[w.Strata[i]], float64(part*scores[i])
		s.n, s.part, s.sum = s.n+1, s.part+part, s.sum+x
		total += x
	}
	n, out := float64(len(scores)), make([]float64, len(scores))
	for i, part := range parts {
		s, small := of[w.Strata[i]], 1.0 // n/(n−1) of the stratum in place of that of all
		if s.n > 1 {
			small = math.Sqrt(s.n / (s.n - 1) * (n - 1) / n)
		}
		out[i] = total + float64(n*part*small)*(scores[i]-s.sum/s.part)
	}
	return out
}
