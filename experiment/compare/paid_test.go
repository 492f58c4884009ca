package compare_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// offers returns systems of 40 queries that differ by so much in quality, price and time.
func offers(t *testing.T, of ...[3]float64) (baseline *scoring.Table, candidates []*scoring.Table) {
	t.Helper()
	var list []*scoring.Table
	for i, more := range of {
		scores := map[string][]float64{}
		for q := range 40 {
			scores["nDCG@10"] = append(scores["nDCG@10"], .4+more[0]+.1*math.Sin(float64(q*q)))
			scores["price"] = append(scores["price"], 3+more[1]+math.Cos(float64(q)))
			scores["latency_ms"] = append(scores["latency_ms"], (10+float64(q%7))*(1+more[2]))
		}
		table := tablesOf(t, fmt.Sprintf("s%d", i), scores)
		for m, measure := range table.Measures {
			if f, foreign := measure.(metrics.Foreign); foreign {
				f.Better = metrics.LowerIsBetter
				table.Measures[m] = f
			}
		}
		list = append(list, table)
	}
	return list[0], list[1:]
}

func frontierOf(t *testing.T, a *scoring.Table, candidates []*scoring.Table, s compare.Settings) *result.Frontier {
	t.Helper()
	if at := slices.IndexFunc(a.Measures, func(m metrics.Measure) bool { return strings.HasPrefix(m.String(), "nDCG") }); s.Primary == nil {
		s.Primary = a.Measures[at]
	}
	c, err := compare.Against(a, candidates, s)
	if err != nil {
		t.Fatal(err)
	}
	return c.Frontier
}

func axesOf(f *result.Frontier) (names []string) {
	for _, a := range f.Axes {
		names = append(names, fmt.Sprint(a.Measure, map[bool]string{true: " low"}[a.LowerIsBetter]))
	}
	return names
}

// Systems that differ by the same on every query are ordered for sure: who dominates whom is read off the three
// numbers of each. s2 is s1, s3 is worse and dearer than s1, s4 dearer alone, s5 worse and faster.
func TestFrontierForSure(t *testing.T) {
	a, candidates := offers(t, [3]float64{0, 0, 0}, [3]float64{.1, 1, .1}, [3]float64{.1, 1, .1}, [3]float64{.05, 2, .2}, [3]float64{.1, 2, .1}, [3]float64{-.1, 0, -.5})
	f := frontierOf(t, a, candidates, compare.Settings{})
	if want := []string{"nDCG(gain=linear)@10", "latency_p50_ms low", "price low"}; !slices.Equal(axesOf(f), want) {
		t.Errorf("axes %v, want %v", axesOf(f), want)
	}
	want := map[string]string{"s0": "", "s1": "", "s2": "", "s3": "s1 s2 s4", "s4": "s1 s2", "s5": ""}
	for i, one := range f.Systems {
		var by []string
		for _, d := range one.DominatedBy {
			by = append(by, d.Name)
			if d.ShareRatio != 1 {
				t.Errorf("%s dominates %s in %v of resamples, want all", d.Name, one.Name, d.ShareRatio)
			}
		}
		if got := strings.Join(by, " "); got != want[one.Name] || (one.ShareRatio == 1) != (got == "") {
			t.Errorf("%s is dominated by %q and free in %v, want %q", one.Name, got, one.ShareRatio, want[one.Name])
		}
		if i > 0 && one.Values[0] > f.Systems[i-1].Values[0] {
			t.Errorf("%s with %v is behind %v", one.Name, one.Values[0], f.Systems[i-1].Values[0])
		}
	}
	if f.N != 40 || f.Resamples != 10_000 || len(f.Systems) != 6 {
		t.Errorf("%d queries, %d resamples, %d systems", f.N, f.Resamples, len(f.Systems))
	}
}

// An objective says what the axes are, and a drop of what should be high is one upward.
func TestFrontierOfAnObjective(t *testing.T) {
	a, candidates := offers(t, [3]float64{0, 0, 0}, [3]float64{.1, 1, .1}, [3]float64{0, 0, .5})
	for objective, want := range map[string]string{
		"better nDCG@10; latency_p95_ms rise <= 5%":                      "nDCG(gain=linear)@10, latency_p95_ms low",
		"better nDCG@10; 0.1 nDCG@10 = 20 ms; 0.1 nDCG@10 = 2 price":     "nDCG(gain=linear)@10, latency_mean_ms low, price low",
		"better price; nDCG@10 drop <= 0.01; nDCG@10 drop <= 5%":         "price low, nDCG(gain=linear)@10",
		"better nDCG@10; price rise <= 5%; latency_p50_ms rise <= 100 %": "nDCG(gain=linear)@10, price low, latency_p50_ms low",
	} {
		f := frontierOf(t, a, candidates, aiming(t, a, strings.ReplaceAll(objective, " %", "%")))
		if got := strings.Join(axesOf(f), ", "); got != want {
			t.Errorf("%s: axes %s, want %s", objective, got, want)
		}
	}
	f := frontierOf(t, a, candidates, aiming(t, a, "better price; nDCG@10 drop <= 0.5"))
	if f.Systems[0].Name != "s0" || f.Systems[2].Name != "s1" {
		t.Errorf("systems %+v, want the cheapest first", f.Systems)
	}
}

// Queries without a value in one system are in no value, and an axis that too few have is left out, and named.
func TestFrontierOfUnknownValues(t *testing.T) {
	a, candidates := offers(t, [3]float64{0, 0, 0}, [3]float64{.1, 1, .1}, [3]float64{0, -1, .5})
	candidates[0].Edit(7).Status = result.Failed
	f := frontierOf(t, a, candidates, compare.Settings{})
	sum := 0.0
	for q := range 40 {
		if q != 7 {
			sum += (3 + math.Cos(float64(q))) / 39
		}
	}
	for _, one := range f.Systems {
		if one.Name == "s0" && (f.N != 39 || math.Abs(one.Values[2]-sum) > 1e-12) {
			t.Errorf("%d queries, mean price %v; want 39, %v (summed here)", f.N, one.Values[2], sum)
		}
	}
	for _, table := range append(candidates, a) {
		table.Keep(table.Measures[1:]) // latency_ms is the first by name
		for q := range 20 {            // of which one failed
			ms := 10.0
			table.Edit(q).LatencyMS = &ms
		}
	}
	f = frontierOf(t, a, candidates, compare.Settings{})
	if want := []string{"latency_p50_ms is known of 19 of 40 queries in all systems"}; !slices.Equal(f.Unknown, want) || len(f.Axes) != 2 {
		t.Errorf("%q are left out of %v, want %q", f.Unknown, axesOf(f), want)
	}
}

// Wordings of one need count as one query.
func TestFrontierOfGroups(t *testing.T) {
	a, candidates := offers(t, [3]float64{0, 0, 0}, [3]float64{.1, 1, .1}, [3]float64{0, -1, .5})
	for _, table := range append(candidates, a) {
		for q := range 10 {
			table.Edit(q).Group = "g"
		}
	}
	if f := frontierOf(t, a, candidates, compare.Settings{}); f.N != 31 || f.Unit != "groups" {
		t.Errorf("%d %s, want 31 groups", f.N, f.Unit)
	}
}

// Two systems, systems of which nothing is paid, and weights have none.
func TestNoFrontier(t *testing.T) {
	a, candidates := offers(t, [3]float64{0, 0, 0}, [3]float64{.1, 1, .1}, [3]float64{0, -1, .5})
	if f := frontierOf(t, a, candidates[:1], compare.Settings{}); f != nil {
		t.Errorf("of two: %+v", f)
	}
	for _, table := range append(candidates, a) {
		for q := range table.Len() {
			table.Edit(q).Weight = new(1 + float64(q%2))
		}
	}
	if f := frontierOf(t, a, candidates, compare.Settings{Weights: "own"}); f != nil {
		t.Errorf("of weights: %+v", f)
	}
	same, others := offers(t, [3]float64{0, 0, 0}, [3]float64{.1, 0, 0}, [3]float64{.2, 0, 0})
	if f := frontierOf(t, same, others, compare.Settings{}); f != nil {
		t.Errorf("of systems that cost the same: %+v", f)
	}
	for _, table := range append(candidates, a) {
		table.Keep(table.Measures[1:2])
	}
	if f := frontierOf(t, a, candidates, compare.Settings{}); f != nil {
		t.Errorf("of quality alone: %+v", f)
	}
}
