package metrics

import (
	"sync"

	"github.com/rankduel/rankduel/internal/portable"
)

// tabled is how many ranks have their discount ready; it covers the depth of a
// usual run, and deeper ranks are computed.
const tabled = 1024

// logs holds log2(rank+1) by rank. It is written once, here, when it is first
// needed, and only read.
var logs = sync.OnceValue(func() *[tabled]float64 {
	var t [tabled]float64
	for rank := range t {
		t[rank] = portable.Log2(float64(rank) + 1)
	}
	return &t
})

// discount is log2(rank+1), by which DCG divides the gain at a rank from 1.
func discount(rank int) float64 {
	if rank < tabled {
		return logs()[rank]
	}
	return portable.Log2(float64(rank) + 1)
}

// dcg sums the discounted gains of the first k documents, all if k is 0, in the
// order of their ranks as trec_eval does.
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
