package wingtest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// ComponentTimes are milliseconds by query of two components; 0 is not measured.
// Neither component is always the slower one.
type ComponentTimes struct{ Fast, Slow []float64 }

// Together returns the times of the queries that both have one for.
func (c ComponentTimes) Together(add func(a, b float64) float64) []float64 {
	var times []float64
	for q, a := range c.Fast {
		if b := c.Slow[q]; a > 0 && b > 0 {
			times = append(times, add(a, b))
		}
	}
	return times
}

// Files returns those of an experiment whose run files have these times.
func (c ComponentTimes) Files(t testing.TB, rest string) map[string]string {
	t.Helper()
	set, err := SmallSet(t, len(c.Fast)).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"set.yaml": string(set), "fast.jsonl": timedRun(c.Fast), "slow.jsonl": timedRun(c.Slow),
		"experiment.yaml": "test_set: set.yaml\nmeasures: [RR]\ncomponents: {fast: {run: fast.jsonl}, slow: {run: slow.jsonl}}\n" + rest,
	}
}

// Larger returns how times add up in parallel, Both in sequence.
func Larger(a, b float64) float64 { return max(a, b) }

// Both returns the sum.
func Both(a, b float64) float64 { return a + b }

// timedRun finds the relevant document of each query of a SmallSet, after so many milliseconds.
func timedRun(ms []float64) string {
	var text strings.Builder
	for q, took := range ms {
		time := ""
		if took > 0 {
			time = fmt.Sprintf(`, "latency_ms": %v`, took)
		}
		fmt.Fprintf(&text, `{"query_id": "q%03d", "hits": [{"id": "d%d", "score": 1}]%s}`+"\n", q, q, time)
	}
	return text.String()
}

// Middle returns the median: of an even number the mean of the middle two.
func Middle(list []float64) float64 {
	sorted := slices.SortedFunc(slices.Values(list), cmp.Compare)
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
