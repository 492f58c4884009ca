package prom_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/prom"
)

// What is undefined is absent: never 0, never NaN.
func TestUndefined(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(-1)
	c := collector(t, prom.Options{})
	publish(t, c, evaluated("a",
		result.MeasureSummary{Measure: "R@10"},
		result.MeasureSummary{Measure: "RR", Mean: &nan, Overall: &nan},
		result.MeasureSummary{Measure: "AP", Mean: &inf, Overall: &inf},
		mean("P@5", 0)))
	text := scrape(t, c)
	has(t, text, `rankduel_retrieval_precision_at_k{k="5"} 0`)
	lacks(t, text, "rankduel_retrieval_recall", "rankduel_retrieval_mrr", "rankduel_retrieval_map",
		"rankduel_retrieval_query_latency", "rankduel_retrieval_oldest", "rankduel_retrieval_verdict", "rankduel_retrieval_gate")
	for _, line := range samples(text) {
		if strings.HasSuffix(line, "NaN") || strings.HasSuffix(line, "Inf") {
			t.Error(line)
		}
	}
	if empty := scrape(t, collector(t, prom.Options{})); empty != "" {
		t.Errorf("nothing is published, and there is\n%s", empty)
	}
}

// The total of a count, not its mean, is what reports and trec_eval show.
func TestTotals(t *testing.T) {
	c := collector(t, prom.Options{})
	m, total := 20.0, 1000.0
	publish(t, c, evaluated("a", result.MeasureSummary{Measure: "NumRet", N: 50, Mean: &m, Overall: &total}))
	has(t, scrape(t, c), "rankduel_retrieval_num_ret 1000")
}

// The last bits of adding up do not carry a mean over a threshold.
func TestDust(t *testing.T) {
	sum := 0.0
	for range 10 {
		sum += 0.1 // in floating point 0.9999999999999999
	}
	if sum == 1 {
		t.Fatal("no dust")
	}
	c := collector(t, prom.Options{})
	publish(t, c, evaluated("a", mean("R@5", sum), mean("R@10", math.Nextafter(0.75, 0)), mean("R@20", 0.8200000000000001)))
	has(t, scrape(t, c), `rankduel_retrieval_recall_at_k{k="5"} 1`, `rankduel_retrieval_recall_at_k{k="10"} 0.75`, `rankduel_retrieval_recall_at_k{k="20"} 0.82`)
}

// Verdicts are about candidates, whichever system is shown, and once only. A
// measure without a direction has none.
func TestOfComparison(t *testing.T) {
	c := &result.Comparison{
		Profile: "medkg", TestSet: result.TestSetInfo{Name: "clinical", Queries: 2}, A: result.System{Name: "a"},
		Comparisons: []result.Pair{{B: result.System{Name: "b"}, Verdict: result.Worse}, {B: result.System{Name: "c"}, Verdict: result.NoVerdict}},
		Systems: []result.RunEvaluation{
			{Name: "a", Role: result.RoleConfig, Measures: []result.MeasureSummary{mean("RR", 0.1)}},
			{Name: "b", Role: result.RoleComponent, Measures: []result.MeasureSummary{mean("RR", 0.9)}}, // a component may have the same name
			{Name: "b", Role: result.RoleConfig, Measures: []result.MeasureSummary{mean("RR", 0.2)}},
			{Name: "c", Role: result.RoleConfig, Measures: []result.MeasureSummary{mean("RR", 0.3)}},
		},
		Retrieval: &result.RetrievalReport{Calls: 2, Reranks: 3},
	}
	both := collector(t, prom.Options{Labels: prom.Labels{Config: true}})
	for config, want := range map[string]float64{"a": 0.1, "b": 0.2, "c": 0.3} {
		e, found := prom.OfComparison(c, config, noon)
		if !found || e.Asked != 5 {
			t.Fatalf("%s: %+v, %v", config, e, found)
		}
		one := collector(t, prom.Options{})
		publish(t, one, e)
		publish(t, both, e)
		has(t, scrape(t, one), fmt.Sprintf("rankduel_retrieval_mrr %g", want))
		for _, text := range []string{scrape(t, one), scrape(t, both)} {
			has(t, text, `rankduel_retrieval_verdict{verdict="worse",candidate="b"} 1`, `rankduel_retrieval_verdict{verdict="better",candidate="b"} 0`)
			if n := strings.Count(text, "\nrankduel_retrieval_verdict{"); n != 4 {
				t.Errorf("%d samples of verdicts in\n%s", n, text)
			}
			promtool(t, text)
		}
	}
	if _, found := prom.OfComparison(c, "d", noon); found {
		t.Error("d was found")
	}
	ms := 7.0
	if got := prom.Times([]result.Row{{LatencyMS: &ms}, {}}); !slices.Equal(got, []float64{7}) {
		t.Errorf("times %v", got)
	}
}

func TestChoose(t *testing.T) {
	two, three := []string{"a", "b"}, []string{"a", "b", "c"}
	for _, c := range []struct {
		name    string
		configs []string
		wanted  string
		label   bool
		want    string
	}{
		{"the baseline", two, "", false, "[a]"},
		{"of several too", three, "", false, "[a]"},
		{"by name", three, "c", false, "[c]"},
		{"the candidate by name", two, "b", false, "[b]"},
		{"all", three, "", true, "[a b c]"},
		{"by name and with the label", three, "b", true, "[b]"},
		{"unknown", three, "d", true, "error"},
		{"one without another", two[:1], "", false, "[a]"},
	} {
		got, err := prom.Choose(c.configs, "a", c.wanted, prom.Labels{Config: c.label})
		if s := fmt.Sprint(got); err == nil && s != c.want || (err != nil) != (c.want == "error") {
			t.Errorf("%s: %v, %v; want %s", c.name, got, err, c.want)
		}
	}
}

// Times are counted once: an evaluation that asked no one has those of the one
// before it. Buckets are cumulative, their bounds belong to them.
func TestLatency(t *testing.T) {
	c := collector(t, prom.Options{})
	e := evaluated("a")
	e.LatencyMS = []float64{0.5, 1, 3, 3, 99, 40_000} // milliseconds
	e.System.Latency = &result.Latency{N: 6, P50MS: 3, P95MS: 3000, P99MS: 40_000}
	publish(t, c, e, e)
	want := []string{
		`rankduel_retrieval_query_latency_p50_seconds 0.003`, `rankduel_retrieval_query_latency_p95_seconds 3`,
		`rankduel_retrieval_query_latency_seconds_bucket{le="0.001"} 2`, `rankduel_retrieval_query_latency_seconds_bucket{le="0.0025"} 2`,
		`rankduel_retrieval_query_latency_seconds_bucket{le="0.005"} 4`, `rankduel_retrieval_query_latency_seconds_bucket{le="0.1"} 5`,
		`rankduel_retrieval_query_latency_seconds_bucket{le="30"} 5`, `rankduel_retrieval_query_latency_seconds_bucket{le="+Inf"} 6`,
		`rankduel_retrieval_query_latency_seconds_count 6`, `rankduel_retrieval_query_latency_seconds_sum 40.1065`,
	}
	has(t, scrape(t, c), want...)
	e.Asked = 6
	publish(t, c, e)
	has(t, scrape(t, c), `rankduel_retrieval_query_latency_seconds_count 12`)
	c.Fail("", "", noon)
	has(t, scrape(t, c), `rankduel_retrieval_query_latency_seconds_count 12`)
	lacks(t, scrape(t, c), "rankduel_retrieval_query_latency_p95")
}

// Of the states of a gate one is 1, and it has a time of its own.
func TestGate(t *testing.T) {
	c := collector(t, prom.Options{Labels: prom.Labels{Dataset: true}})
	publish(t, c, evaluated("a", mean("R@10", 0.8)))
	g := &result.Gate{State: result.GateFailed, TestSet: result.TestSetInfo{Name: "clinical"}}
	c.PublishGate(g, noon)
	text := scrape(t, c)
	has(t, text, `rankduel_retrieval_gate_state{state="failed",dataset="clinical"} 1`, `rankduel_retrieval_gate_state{state="passed",dataset="clinical"} 0`,
		`rankduel_retrieval_gate_state{state="inconclusive",dataset="clinical"} 0`, `rankduel_retrieval_gate_state{state="fault",dataset="clinical"} 0`,
		`rankduel_retrieval_last_gate_timestamp_seconds{dataset="clinical"} 1772366400`)
}
