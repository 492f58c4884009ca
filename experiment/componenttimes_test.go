package experiment_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment"
	"github.com/rankduel/rankduel/experiment/result"
)

// componentTimes are milliseconds by query of two components; 0 is not measured.
// Neither component is always the slower one.
type componentTimes struct{ fast, slow []float64 }

// together are the times of the queries that both have one for.
func (c componentTimes) together(add func(a, b float64) float64) []float64 {
	var times []float64
	for q, a := range c.fast {
		if b := c.slow[q]; a > 0 && b > 0 {
			times = append(times, add(a, b))
		}
	}
	return times
}

func larger(a, b float64) float64 { return max(a, b) }
func both(a, b float64) float64   { return a + b }

// files are those of an experiment whose run files have these times.
func (c componentTimes) files(t *testing.T, rest string) map[string]string {
	t.Helper()
	set, err := smallSet(t, len(c.fast)).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"set.yaml": string(set), "fast.jsonl": timedRun(c.fast), "slow.jsonl": timedRun(c.slow),
		"experiment.yaml": "test_set: set.yaml\nmeasures: [RR]\ncomponents: {fast: {run: fast.jsonl}, slow: {run: slow.jsonl}}\n" + rest,
	}
}

// timedRun finds the relevant document of each query of a smallSet, after so
// many milliseconds.
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

// The time of a configuration is made from those of its components, query by
// query: of the slowest one when they are asked in parallel, as they are unless
// something else is written, and of all when they are asked in sequence.
func TestTimesOfComponentsAddUp(t *testing.T) {
	times := componentTimes{fast: []float64{3, 40, 7, 0, 12, 31, 64}, slow: []float64{20, 5, 9, 8, 13, 2, 64.5}}
	c := ranPlan(t, writeFiles(t, times.files(t, `configs:
  unwritten: {fusion_method: rrf}
  parallel: {fusion_method: rrf, components_asked: in_parallel}
  sequence: {fusion_method: rrf, components_asked: in_sequence}
`)), newMemory(), experiment.RunOptions{})
	for i, want := range [][]float64{times.together(larger), times.together(larger), times.together(both)} {
		system := c.Systems[i]
		if l := system.Latency; l == nil || l.N != len(want) {
			t.Fatalf("latency of %s = %+v, want that of %d queries", system.Name, l, len(want))
		}
		wantNumber(t, "mean time of "+system.Name, &system.Latency.MeanMS, meanOf(want), 1e-12, "enumeration")
		wantNumber(t, "longest time of "+system.Name, &system.Latency.MaxMS, slices.Max(want), 0, "enumeration")
		wantNumber(t, "median time of "+system.Name, &system.Latency.P50MS, middleOf(want), 1e-12, "enumeration")
	}
	l := c.Comparisons[1].Latency
	wantNumber(t, "sequence - unwritten", l.MeanDifferenceMS, meanOf(times.together(both))-meanOf(times.together(larger)), 1e-12, "enumeration")
}

// So is that of a sweep's settings, whose cost it is.
func TestTimesOfSettingsAddUp(t *testing.T) {
	times := componentTimes{fast: []float64{3, 40, 7, 12, 31, 64}, slow: []float64{20, 5, 9, 13, 2, 64.5}}
	s := swept(t, times.files(t, `sweep:
  grid:
  - {fusion_method: rrf}
  - {fusion_method: isr, components_asked: in_parallel}
  - {fusion_method: combsum, components_asked: in_sequence}
`))
	if s.Cost != result.CostLatency {
		t.Errorf("cost = %s, want %s: every time was measured", s.Cost, result.CostLatency)
	}
	for i, want := range [][]float64{times.together(larger), times.together(larger), times.together(both)} {
		wantNumber(t, "median time of "+s.Settings[i].Name, s.Settings[i].LatencyMS, middleOf(want), 1e-12, "enumeration")
	}
}

func meanOf(list []float64) float64 {
	total := 0.0
	for _, v := range list {
		total += v
	}
	return total / float64(len(list))
}

// middleOf is the median: of an even number the mean of the middle two.
func middleOf(list []float64) float64 {
	sorted := slices.SortedFunc(slices.Values(list), cmp.Compare)
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
