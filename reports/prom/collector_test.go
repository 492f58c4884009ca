package prom_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/prom"
)

// After an attempt that failed there is no measure, and it is said that it
// failed; when the last one succeeded stays known.
func TestFail(t *testing.T) {
	c := collector(t, prom.Options{})
	e := evaluated("a", mean("R@10", 0.8))
	e.Verdicts = map[string]result.Verdict{"a": result.Better}
	publish(t, c, e)
	has(t, scrape(t, c), "rankduel_retrieval_evaluation_success 1", `rankduel_retrieval_verdict{verdict="better",candidate="a"} 1`)
	c.Fail("", "", noon.Add(time.Hour))
	text := scrape(t, c)
	lacks(t, text, "rankduel_retrieval_recall", "rankduel_retrieval_verdict", "rankduel_retrieval_queries", "rankduel_retrieval_evaluation_info")
	has(t, text, "rankduel_retrieval_evaluation_success 0",
		"rankduel_retrieval_last_evaluation_timestamp_seconds 1772366400", // date -u -d 2026-03-01T12:00:00Z +%s
		"rankduel_retrieval_last_attempt_timestamp_seconds 1772370000",
		`rankduel_retrieval_evaluations_total{outcome="done"} 1`, `rankduel_retrieval_evaluations_total{outcome="failed"} 1`)

	e.Fault, e.System.FailedQueries, e.Ended = true, 40, noon.Add(2*time.Hour)
	publish(t, c, e)
	text = scrape(t, c)
	lacks(t, text, "rankduel_retrieval_recall", "rankduel_retrieval_verdict")
	has(t, text, "rankduel_retrieval_evaluation_success 0", "rankduel_retrieval_last_evaluation_timestamp_seconds 1772366400",
		`rankduel_retrieval_queries{state="failed"} 40`, `rankduel_retrieval_queries{state="answered"} 10`, "rankduel_retrieval_failed_queries_total 40")
}

// A failure of which little is known hides everything that it may be about.
func TestFailOfMany(t *testing.T) {
	o := prom.Options{Labels: prom.Labels{Dataset: true, Config: true}}
	c := collector(t, o)
	publish(t, c, evaluated("a", mean("R@10", 0.8)), evaluated("b", mean("R@10", 0.7)))
	c.Fail("clinical", "b", noon)
	text := scrape(t, c)
	has(t, text, `rankduel_retrieval_recall_at_k{k="10",dataset="clinical",config="a"} 0.8`)
	lacks(t, text, `rankduel_retrieval_recall_at_k{k="10",dataset="clinical",config="b"}`)
	c.Fail("another", "", noon)
	has(t, scrape(t, c), `rankduel_retrieval_recall_at_k{k="10",dataset="clinical",config="a"} 0.8`, `rankduel_retrieval_evaluation_success{dataset="another"} 0`)
	c.Fail("clinical", "", noon)
	lacks(t, scrape(t, c), "rankduel_retrieval_recall")
}

// Labels are there when asked for (X18), and without them what was published last
// is shown.
func TestLabels(t *testing.T) {
	for want, o := range map[string]prom.Labels{
		`{k="10"} 0.7`:                               {},
		`{k="10",dataset="clinical"} 0.7`:            {Dataset: true},
		`{k="10",config="b"} 0.7`:                    {Config: true},
		`{k="10",dataset="clinical",config="b"} 0.7`: {Dataset: true, Config: true},
	} {
		c := collector(t, prom.Options{Labels: o})
		publish(t, c, evaluated("a", mean("R@10", 0.8)), evaluated("b", mean("R@10", 0.7)))
		text := scrape(t, c)
		has(t, text, "rankduel_retrieval_recall_at_k"+want)
		if n := strings.Count(text, "\nrankduel_retrieval_recall_at_k{"); n != 1 && !o.Config || n != 2 && o.Config {
			t.Errorf("%+v: %d samples", o, n)
		}
		promtool(t, text)
	}
	if l, err := prom.ParseLabels([]string{"dataset", " config"}); err != nil || !l.Dataset || !l.Config {
		t.Errorf("%+v, %v", l, err)
	}
	if _, err := prom.ParseLabels([]string{"k"}); err == nil {
		t.Error("k can be asked for")
	}
}

// Scraping and publishing go on at once.
func TestAtOnce(t *testing.T) {
	c := collector(t, prom.Options{Labels: prom.Labels{Config: true}})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 50 {
				e := evaluated(fmt.Sprint("c", i), mean("R@10", 0.5))
				e.LatencyMS, e.Asked = []float64{1}, 1
				if err := c.Publish(e); err != nil {
					t.Error(err)
				}
				c.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/metrics", nil))
				c.Fail("clinical", fmt.Sprint("c", i), noon)
			}
		})
	}
	wg.Wait()
	has(t, scrape(t, c), `rankduel_retrieval_evaluations_total{outcome="failed",config="c7"} 50`, `rankduel_retrieval_query_latency_seconds_count{config="c7"} 50`)
}
