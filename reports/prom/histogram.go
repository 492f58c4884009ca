package prom

import (
	"slices"
	"strconv"
)

// bounds are the upper ends of the buckets of latency, in seconds: from a search
// in memory to an engine that times out.
var bounds = []float64{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30}

// latencies count how long queries took.
type latencies struct {
	counts [15]float64 // by bucket, the last for what is beyond all bounds
	sum    float64
}

func (l *latencies) observe(seconds float64) {
	at, _ := slices.BinarySearch(bounds, seconds)
	l.counts[at]++
	l.sum += seconds
}

// samples returns those of a histogram: cumulative counts, sum and count.
func (l *latencies) samples(labels []label) []sample {
	var list []sample
	total := 0.0
	for i, n := range l.counts {
		le := "+Inf"
		if i < len(bounds) {
			le = strconv.FormatFloat(bounds[i], 'g', -1, 64)
		}
		total += n
		list = append(list, sample{"_bucket", append(slices.Clone(labels), label{"le", le}), total})
	}
	return append(list, sample{"_sum", labels, l.sum}, sample{"_count", labels, total})
}
