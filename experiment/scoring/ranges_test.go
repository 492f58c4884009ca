package scoring_test

import (
	"math"
	"runtime"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval/trec"
)

func summarized(t *testing.T, qrels, run, list string, opts scoring.Options) []result.MeasureSummary {
	t.Helper()
	p := wingtest.ProfileNamed(t, "trec")
	s, err := scoring.RunFile(t.Context(), trec.Bytes("run", []byte(run)), wingtest.JudgmentsFrom(t, qrels), wingtest.Measures(t, p, list), p, opts)
	if err != nil {
		t.Fatal(err)
	}
	return s.Summarize(false).Measures
}

// The one relevant document of both cases is at each rank of its tie in
// turn: 1 to 3 of 3, and 10 to 12 of 12.
func TestTieRanges(t *testing.T) {
	const dir = "../testdata/trec/edge/cases/"
	for _, c := range []struct {
		name        string
		first, last int
		opts        scoring.Options
	}{
		{name: "01_ties_all", first: 1, last: 3},
		{name: "30_ties_at_cutoff", first: 10, last: 12},
		// The depth cuts the tie after the order is made: rank 12 is not found.
		{name: "30_ties_at_cutoff", first: 10, last: 12, opts: scoring.Options{Depth: 11}},
	} {
		c.opts.Ties = true
		got := summarized(t, string(wingtest.ReadFile(t, dir+c.name+".qrels")), string(wingtest.ReadFile(t, dir+c.name+".run")), "P_10,recip_rank,ndcg", c.opts)
		for i, value := range []func(rank float64) float64{
			func(rank float64) float64 {
				if rank > 10 {
					return 0
				}
				return 0.1
			},
			func(rank float64) float64 { return 1 / rank },
			func(rank float64) float64 { return 1 / math.Log2(rank+1) },
		} {
			least, sum, greatest := math.Inf(1), 0.0, 0.0
			for rank := c.first; rank <= c.last; rank++ {
				v := value(float64(rank))
				if c.opts.Depth > 0 && rank > c.opts.Depth {
					v = 0
				}
				least, sum, greatest = min(least, v), sum+v, max(greatest, v)
			}
			ties, what := got[i].Ties, c.name+" "+got[i].Measure
			if ties == nil || got[i].Bounds != nil || ties.Method != result.TiesExact {
				t.Fatalf("%s: ties %+v, bounds %v", what, ties, got[i].Bounds)
			}
			const source = "enumerated"
			wingtest.WantNumber(t, what+" min", &ties.Min, least, 1e-15, source)
			wingtest.WantNumber(t, what+" expected", &ties.Expected, sum/float64(c.last-c.first+1), 1e-15, source)
			wingtest.WantNumber(t, what+" max", &ties.Max, greatest, 1e-15, source)
		}
	}
}

// q1 retrieves a judged and an unjudged document, the second query nothing.
func TestBoundsOfRun(t *testing.T) {
	const qrels, run = "q1 0 a 1\nq1 0 c 2\nq2 0 b 1\n", "q1 Q0 x 1 2 t\nq1 Q0 a 2 1 t\n"
	got := summarized(t, qrels, run, "P_2,recip_rank,DCG(gain=linear)@1,map", scoring.Options{Bounds: true})
	for i, want := range [][2]float64{
		{0.25, 0.5},
		{0.25, 0.5},
		{0, 1},          // the top grade is 2: DCG@1 of q1 is 2
		{0.125, 1. / 3}, // AP of q1 is 1/2 of 2, or 1 + 1 of 3
	} {
		if got[i].Bounds == nil || got[i].Ties != nil {
			t.Fatalf("%s: bounds %v, ties %v", got[i].Measure, got[i].Bounds, got[i].Ties)
		}
		wingtest.WantNumber(t, got[i].Measure+" low", &got[i].Bounds.Low, want[0], 1e-15, "by hand")
		wingtest.WantNumber(t, got[i].Measure+" high", &got[i].Bounds.High, want[1], 1e-15, "by hand")
	}
}

// A query that the run lacks has no order and no unjudged hits.
func TestTiesOfMissingQuery(t *testing.T) {
	const qrels, run = "q1 0 a 1\nq2 0 b 1\n", "q1 Q0 x 1 1 t\nq1 Q0 a 2 1 t\n"
	got := summarized(t, qrels, run, "recip_rank", scoring.Options{Ties: true, Bounds: true})[0]
	if want := (result.TieSummary{Min: 0.25, Expected: 0.375, Max: 0.5, Method: result.TiesExact}); *got.Ties != want {
		t.Errorf("ties = %+v, want %+v", *got.Ties, want)
	}
	got = summarized(t, qrels, run, "recip_rank", scoring.Options{Ties: true, Common: true})[0]
	if want := (result.TieSummary{Min: 0.5, Expected: 0.75, Max: 1, Method: result.TiesExact}); *got.Ties != want {
		t.Errorf("common queries only: ties = %+v, want %+v", *got.Ties, want)
	}
}

// Ties are of scores; another order has none.
func TestTiesOfAnotherOrder(t *testing.T) {
	p := wingtest.ProfileNamed(t, "trec")
	_, err := scoring.RunFile(t.Context(), trec.Bytes("run", []byte("q1 Q0 a 1 1 t\n")), wingtest.JudgmentsFrom(t, "q1 0 a 1\n"), wingtest.Measures(t, p, "map"), p,
		scoring.Options{Ties: true, Run: trec.RunOptions{Order: trec.OrderRank, Workers: runtime.NumCPU()}})
	if err == nil {
		t.Error("no error")
	}
}
