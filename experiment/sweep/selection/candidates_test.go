package selection_test

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/sweep/selection"
)

// The set holds the truly best setting in 1 − alpha of all samples, whichever
// setting looks best: among equals, on a staircase of small steps, and among
// settings that go together in groups, as the neighbors of a grid do.
func TestCandidatesCover(t *testing.T) {
	if os.Getenv("RANKDUEL_RACE") != "" {
		t.Skip("of numbers, which one goroutine makes: the race detector is for make soak")
	}
	const trials, settings, n, alpha = 600, 30, 80, 0.05
	for name, change := range map[string]func(rng *rand.Rand, scores [][]float64){
		"all equal": func(*rand.Rand, [][]float64) {},
		"staircase": func(_ *rand.Rand, scores [][]float64) {
			for s := range scores {
				for q := range scores[s] {
					scores[s][q] -= 0.02 * float64(s)
				}
			}
		},
		"one far behind, in groups": func(rng *rand.Rand, scores [][]float64) {
			for q := range scores[0] {
				shared := 2 * rng.NormFloat64()
				for s := range scores {
					if s%2 == 0 {
						scores[s][q] += shared
					}
				}
				scores[29][q] = scores[0][q] - 3 + 5*rng.NormFloat64()
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(8, 8))
			missed := 0
			for trial := range trials {
				table := noise(rng, settings, n)
				change(rng, table.Scores)
				in, err := selection.Candidates{Alpha: alpha, Rounds: 400, Seed: uint64(trial)}.Find(table.Scores)
				if err != nil {
					t.Fatal(err)
				}
				if !in[0] {
					missed++
				}
			}
			// Binomial: 3 standard errors of the share, which leave 1 in 700.
			if limit := trials * (alpha + 3*math.Sqrt(alpha*(1-alpha)/trials)); float64(missed) > limit {
				t.Errorf("the best setting was left out %d times of %d, more than %.0f", missed, trials, limit)
			}
		})
	}
}

func TestCandidatesTellApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	table := noise(rng, 20, 200)
	for s := range table.Scores {
		for q := range table.Scores[s] {
			if s >= 5 {
				table.Scores[s][q]-- // one standard deviation of a difference is 1.4, its error over 200 queries .1
			}
		}
	}
	in, err := selection.Candidates{Alpha: 0.05}.Find(table.Scores)
	if err != nil {
		t.Fatal(err)
	}
	for s := 5; s < 20; s++ {
		if in[s] {
			t.Errorf("setting %d is behind by ten standard errors and still a candidate", s)
		}
	}
	one, err := selection.Candidates{Alpha: 0.05, Workers: 1}.Find(table.Scores)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(in, one) {
		t.Error("one worker gives another set")
	}
}

// What is the same cannot be told apart: copies of the best stay, and so does
// everything when there is one query.
func TestCandidatesEdges(t *testing.T) {
	best := []float64{3, 1, 4, 1, 5, 9, 2, 6}
	for name, c := range map[string]struct {
		scores [][]float64
		want   []bool
	}{
		"alone":            {[][]float64{best}, []bool{true}},
		"copies":           {[][]float64{best, slices.Clone(best)}, []bool{true, true}},
		"one query":        {[][]float64{{1}, {0}}, []bool{true, true}},
		"always behind":    {[][]float64{best, {2, 0, 3, 0, 4, 8, 1, 5}}, []bool{true, false}},
		"equal means":      {[][]float64{{0, 1}, {1, 0}}, []bool{true, true}},
		"every score is 0": {[][]float64{{0, 0, 0}, {0, 0, 0}}, []bool{true, true}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := selection.Candidates{Alpha: 0.05}.Find(c.scores)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("Find = %v, want %v", got, c.want)
			}
		})
	}
	for _, bad := range []selection.Candidates{{}, {Alpha: 0.5}, {Alpha: math.NaN()}, {Alpha: 0.05, Rounds: -1}} {
		if _, err := bad.Find([][]float64{best}); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
	if _, err := (selection.Candidates{Alpha: 0.05}).Find(nil); err == nil {
		t.Error("no settings are taken")
	}
	if _, err := (selection.Candidates{Alpha: 0.05}).Find([][]float64{{math.NaN()}}); err == nil {
		t.Error("NaN is taken")
	}
}

// A front is what no point dominates, by comparing all pairs.
func TestFront(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 10))
	for range 200 {
		points := make([]selection.Point, 1+rng.IntN(12))
		for i := range points {
			points[i] = selection.Point{Score: float64(rng.IntN(6)), Cost: float64(rng.IntN(4))}
		}
		var want []int
		for i, p := range points {
			dominated := slices.ContainsFunc(points, func(o selection.Point) bool {
				return o.Score >= p.Score && o.Cost <= p.Cost && o != p
			})
			if !dominated && slices.Index(points, p) == i {
				want = append(want, i)
			}
		}
		got := selection.Front(points)
		for at := 1; at < len(got); at++ {
			if points[got[at]].Cost <= points[got[at-1]].Cost {
				t.Errorf("%v: the front %v does not go from cheap to dear", points, got)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("Front(%v) = %v, want %v (all pairs)", points, got, want)
		}
	}
	if got := selection.Front(nil); len(got) != 0 {
		t.Errorf("the front of nothing is %v", got)
	}
}
