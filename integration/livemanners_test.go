package integration_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/reports"
)

// Two components on one host share one limit, the stricter one, and waiting for
// it is no one's latency.
func TestLiveRateLimit(t *testing.T) {
	t.Setenv("RANKDUEL_TEST_TOKEN", liveToken)
	engine := startEngine(t)
	const queries, perSecond, concurrency = 20, 50, 10
	dir := live{queries: queries, settings: fmt.Sprintf("concurrency: %d", concurrency), policy: fmt.Sprintf("rate_per_second: %d", perSecond)}.write(t, engine.addr())
	run := mustRunLive(t, dir, "rankduel.db", run.Options{})

	if got := len(engine.times); got != 2*queries {
		t.Fatalf("%d requests, want %d", got, 2*queries)
	}
	// A request may come late, but none comes before its turn: n of them need
	// (n − 1)/rate seconds, less what the first was late, for which a busy
	// machine gets more than ten turns. A limit for each would let all come in half of that.
	const late = 250 * time.Millisecond
	for _, n := range []int{31, 2 * queries} {
		least := time.Duration(n-1)*time.Second/perSecond - late
		for from := range len(engine.times) - n + 1 {
			if took := engine.times[from+n-1].Sub(engine.times[from]); took < least {
				t.Errorf("requests %d to %d came within %v, want at least %v", from, from+n-1, took, least)
			}
		}
	}
	// With ten queries under way each one waits for ten turns, 200 ms, or
	// longer on a busy machine. That is not the engine's time, which is next to nothing.
	const imposedMS = 1000.0 * concurrency / perSecond
	for _, s := range run.Systems {
		if s.Role == result.RoleComponent && !(s.Latency.P50MS < imposedMS/2) {
			t.Errorf("%s: half of the calls took %.1f ms or more; the engine answers at once, and the limit makes them wait for %.0f ms", s.Name, s.Latency.P50MS, imposedMS)
		}
	}
}

// An engine that gets slower with every request it has served hits both
// components alike, because they are asked in turns, and each goes first as
// often as second.
func TestLiveDrift(t *testing.T) {
	if testing.Short() {
		t.Skip("an engine that gets slower takes seconds")
	}
	t.Setenv("RANKDUEL_TEST_TOKEN", liveToken)
	// Asked one after the other, B would look slower by the drift over all
	// queries of A, 18 ms. In turns what is left is the drift over a few
	// requests, by the engine's own account; a busy machine adds to what is
	// measured, 0.3 ms as a rule, so that a third of the 18 is the bound there.
	const queries, drift, bound = 60, 300 * time.Microsecond, 6.0
	for _, concurrency := range []int{1, 3} {
		t.Run(fmt.Sprintf("%d at once", concurrency), func(t *testing.T) {
			engine := startEngine(t)
			engine.pause = func(served int) time.Duration { return time.Millisecond + time.Duration(served)*drift }
			dir := live{queries: queries, settings: fmt.Sprintf("concurrency: %d", concurrency)}.write(t, engine.addr())
			run := mustRunLive(t, dir, "rankduel.db", run.Options{})

			// What the engine itself says, free of the clock.
			planned := (engine.pauses["b"] - engine.pauses["a"]).Abs() / queries
			if most := drift * time.Duration(concurrency-1); planned > most {
				t.Errorf("the engine was slower to one component by %v a query, want at most %v", planned, most)
			}
			l := run.Comparisons[0].Latency
			if l == nil || l.N != queries || l.MeanDifferenceMS == nil {
				t.Fatalf("latency %+v, want that of %d pairs", l, queries)
			}
			if math.Abs(*l.MeanDifferenceMS) > bound {
				t.Errorf("B − A = %.3f ms, want 0 ± %v", *l.MeanDifferenceMS, bound)
			}
			last := 1 + float64(2*queries-1)*.3
			if l.A.MeanMS < last/2 || l.B.MaxMS < last*.9 {
				t.Errorf("mean %.1f ms, at most %.1f, but the engine drifts from 1 to %.0f ms", l.A.MeanMS, l.B.MaxMS, last)
			}
			t.Logf("means %.2f and %.2f ms, B − A = %+.3f ms, by the engine's own account %v", l.A.MeanMS, l.B.MeanMS, *l.MeanDifferenceMS, planned)
		})
	}
}

// A component that ranks differently each time is reported wherever one looks, and each of
// its rankings is kept.
func TestLiveRepeat(t *testing.T) {
	t.Setenv("RANKDUEL_TEST_TOKEN", liveToken)
	engine := startEngine(t)
	engine.rank = func(index, query string, turn int) []string {
		ids := rankByDice(index, query)
		if index == "b" {
			for range turn { // one further each time
				ids = slices.Concat(ids[1:], ids[:1])
			}
		}
		return ids
	}
	const queries = 70
	dir := live{queries: queries, settings: "repeats: 3"}.write(t, engine.addr())
	first := mustRunLive(t, dir, "rankduel.db", run.Options{})
	for key, times := range engine.asked {
		if times != 3 {
			t.Errorf("%s was asked %d times, want 3", key, times)
		}
	}
	for _, c := range first.Retrieval.Components {
		perSecond := 3 * queries / (first.Retrieval.DurationMS / 1000)
		if c.QueriesPerSecond == nil || math.Abs(*c.QueriesPerSecond/perSecond-1) > 1e-9 {
			t.Errorf("%s: queries per second %v, want %v, repetitions included", c.Component, c.QueriesPerSecond, perSecond)
		}
		want := result.ComponentRetrieval{Component: c.Component, Calls: 3 * queries, QueriesPerSecond: c.QueriesPerSecond}
		if c != want {
			t.Errorf("%+v, want %+v", c, want)
		}
	}
	// The first ranking is that of the first repeat.
	for key, got := range first.answers {
		index, query, _ := strings.Cut(key, " ")
		if want := rankByDice(index, query); len(got.Hits) != len(want) || got.Hits[0].ID != want[0] {
			t.Errorf("%s: %v, want %v", key, got.Hits, want)
		}
	}
	for _, form := range []reports.Format{reports.Markdown, reports.JSON} {
		wantVisible(t, first.Comparison, form, "b gave other answers to 70 of 70 queries when they were repeated")
	}
}

// wantVisible looks for a text in a report, however its lines are broken.
func wantVisible(t *testing.T, c *result.Comparison, form reports.Format, text string) {
	t.Helper()
	var b bytes.Buffer
	if err := reports.Comparison(&b, c, form, reports.Options{Width: 200}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(strings.Fields(b.String()), " "), text) {
		t.Errorf("the report in %s does not say %q:\n%s", form, text, &b)
	}
}

// More queries under way than the limit allows within the timeout are answered
// all the same: to wait for one's turn is not a fault of the engine.
func TestLiveRateLimitIsNoTimeout(t *testing.T) {
	t.Setenv("RANKDUEL_TEST_TOKEN", liveToken)
	engine := startEngine(t)
	const queries = 15
	dir := live{queries: queries, settings: "concurrency: 20\ntimeout: 300ms", policy: "rate_per_second: 20"}.write(t, engine.addr())
	run := mustRunLive(t, dir, "rankduel.db", run.Options{})
	if r := run.Retrieval; r.Failed != 0 || len(engine.times) != 2*queries {
		t.Errorf("%d of %d queries failed, such as %v; the engine was asked %d times", r.Failed, r.Calls, r.Failures[:1], len(engine.times))
	}
}
