package metrics

import (
	"math"
	"sync"
)

// tabled is how many ranks have their discount ready; it covers the depth of a
// usual run, and deeper ranks are computed.
const tabled = 1024

// logs holds log2(rank+1) by rank. It is written once, here, when it is first needed, and only read.
var logs = sync.OnceValue(func() *[tabled]float64 {
	var t [tabled]float64
	for rank := range t {
		t[rank] = log2(float64(rank) + 1)
	}
	return &t
})

// discount returns log2(rank+1), by which DCG divides the gain at a rank from 1.
func discount(rank int) float64 {
	if rank < tabled {
		return logs()[rank]
	}
	return log2(float64(rank) + 1)
}

// log2 returns the binary logarithm of x > 0 within 2 units of the last place, exact for powers of two:
// with s = (m−1)/(m+1) for x = m·2^e and m near 1,
//
//	log2 x = e + 2/ln 2 · (s + s³/3 + s⁵/5 + …)
//
// [math.Log2] differs in the last place between processors, from rank 67 on. Here each product is
// rounded, so scores are the same bytes everywhere.
func log2(x float64) float64 {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = 2*m, e-1
	}
	s := (m - 1) / (m + 1)
	square, series := float64(s*s), 0.0
	for k := 21.0; k > 0; k -= 2 {
		series = float64(square*series) + 1/k
	}
	return float64(e) + float64(2/math.Ln2*s*series)
}

// dcg sums the discounted gains of the first k documents, all if k is 0, in the order of their ranks as trec_eval does.
func (v View) dcg(j *Judged, gain Gain, k int) float64 {
	sum := 0.0
	for i := range j.Hits {
		r := v.rank(j, i)
		if k > 0 && r > k {
			break
		}
		if worth := v.worth(j, i, gain); worth > 0 {
			sum += worth / discount(r)
		}
	}
	return sum
}
