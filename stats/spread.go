package stats

import "math"

// A Spread is what planning takes from the differences at hand: how they vary around their mean, and not
// the mean itself. Power computed from the mean that was observed is a function of p and says nothing more.
type Spread struct {
	N         int     // pairs that it was seen on; 0: it is assumed
	SD        float64 // sample standard deviation; 0 when the differences do not vary
	Low, High float64 // the extreme deviations from the mean, Low ≤ 0 ≤ High
	Changed   float64 // share of the pairs that changed, in [0, 1]
	Size      float64 // mean |difference| of those that changed; 0: as large as the largest
	Skewness  float64 // third moment over SD³: with a long tail of losses a low mean goes with a large SD
	Kurtosis  float64 // m₄/m₂²: how far SD itself may be off, see Cautious
}

// SpreadOf returns the spread of the differences d; with weights, that of as many pairs of
// one weight as d.Effective says.
func SpreadOf(d Differences) Spread {
	if d.N == 0 {
		return Spread{}
	}
	s := Spread{N: int(d.Effective + 1e-9), Changed: float64(d.Changed) / float64(d.N)}
	if d.SD != nil {
		s.SD = d.perPair()
	}
	if m := d.moments; s.SD > 0 && m.sum2 > 0 {
		s.Skewness = m.skewness()
		s.Kurtosis = m.kurtosis()
	}
	for _, x := range d.seen {
		s.Low, s.High = min(s.Low, x-d.Mean), max(s.High, x-d.Mean)
	}
	if d.Changed > 0 {
		s.Size = sumOf(d.seen, math.Abs) / float64(d.Changed)
	}
	return s
}

// towards returns the spread of the differences with their signs turned where effect is below 0.
func (s Spread) towards(effect float64) Spread {
	if effect < 0 {
		s.Low, s.High, s.Skewness = -s.High, -s.Low, -s.Skewness
	}
	return s
}

// largest returns the largest |difference| to expect around a mean of effect.
func (s Spread) largest(effect, width float64) float64 {
	m := max(math.Abs(effect+s.High), math.Abs(effect+s.Low))
	if width > 0 {
		m = min(m, width)
	}
	return m
}

// A deviate is one point of the distribution of sd/σ.
type deviate struct{ value, weight float64 }

// sdDeviates returns the distribution of the sample standard deviation of n normal differences in units
// of the true one, √(χ²/(n−1)), on points even in its logarithm: there the density is smooth, and equal
// steps integrate what is smooth to about 1e-10, and what has a corner to 1e-4.
func sdDeviates(n int) []deviate {
	const (
		points     = 80
		negligible = 32 // in units of the log density
	)
	nu := float64(n - 1)
	logDensity := func(y float64) float64 { return nu * (y + 0.5 - float64(math.Exp(2*y)/2)) }
	reach := func(side float64) float64 {
		return side * bisect(0, 1+2*negligible/nu, func(y float64) bool { return logDensity(side*y) > -negligible })
	}
	low, high := reach(-1), reach(1)
	out := make([]deviate, points+1)
	var total float64
	for i := range out {
		y := low + float64((high-low)*float64(i))/points
		out[i] = deviate{math.Exp(y), math.Exp(logDensity(y))}
		total += out[i].weight
	}
	for i := range out {
		out[i].weight /= total
	}
	return out
}
