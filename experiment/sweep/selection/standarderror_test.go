package selection_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/experiment/sweep/selection"
)

// Of two queries with gains of 1 and 0 the variance is 1/2, widened by 2/(2 − 1).
func TestStandardErrorOfTwoQueries(t *testing.T) {
	table := selection.Table{Queries: queries(2), Scores: [][]float64{{0, 0}}}
	r := selection.Result{Divisions: [][]float64{{1, 0}}, Chosen: []int{0}}
	if got, want := r.StandardError(table, 0, 2), math.Sqrt(1./2); math.Abs(got-want) > 1e-15 {
		t.Errorf("standard error = %v, want √(1/2 · 2/1 / 2) = %v", got, want)
	}
}

// The error of the honest gain is that of one division, widened by K/(K − 1) for
// folds that share queries, and never narrower than that of a setting that was
// chosen. Each of both is the larger one somewhere: where settings with
// different scores take turns, and where the baseline itself is chosen most
// often, whose differences are 0.
func TestStandardErrorByTheFormula(t *testing.T) {
	const n, folds = 30, 3
	rng := rand.New(rand.NewPCG(4, 4))
	turns := selection.Table{Queries: queries(n), Scores: [][]float64{make([]float64, n), make([]float64, n), make([]float64, n)}}
	for q := range n {
		high, low := q%2, 1-q%2 // settings 1 and 2 are each good at half of the queries
		turns.Scores[1][q] = 0.4 + 0.2*float64(high) + 0.1*rng.Float64()
		turns.Scores[2][q] = 0.4 + 0.2*float64(low) + 0.1*rng.Float64()
	}
	atHome := selection.Table{Queries: queries(n), Scores: [][]float64{make([]float64, n), make([]float64, n)}}
	for q := range n {
		atHome.Scores[0][q] = 0.5 + 0.1*rng.Float64()
		atHome.Scores[1][q] = 0.5 + float64(q%2) - 0.5 // wide, and a little worse
	}
	widened, rival := 0, 0
	for _, table := range []selection.Table{turns, atHome} {
		for seed := range uint64(20) {
			r, err := selection.Nested{Folds: folds, Repeats: 4, Seed: seed}.Run(table)
			if err != nil {
				t.Fatal(err)
			}
			divisions := 0.0
			for _, scores := range r.Divisions {
				divisions += spreadOf(scores, table.Scores[0]) / float64(len(r.Divisions))
			}
			divisions *= folds / (folds - 1.)
			largest := 0.0
			for s, times := range r.Chosen {
				if times > 0 {
					largest = max(largest, spreadOf(table.Scores[s], table.Scores[0]))
				}
			}
			if divisions > largest {
				widened++
			} else if largest > divisions {
				rival++
			}
			want := math.Sqrt(max(divisions, largest) / n)
			if got := r.StandardError(table, 0, folds); math.Abs(got-want) > 1e-12 {
				t.Errorf("standard error = %v, want %v (the formula)", got, want)
			}
		}
	}
	if widened == 0 || rival == 0 {
		t.Errorf("%d times the divisions decide and %d times a chosen setting; want both", widened, rival)
	}
}

// spreadOf returns the sample variance of a − b, from all pairs of queries: half of
// the mean squared difference of two.
func spreadOf(a, b []float64) float64 {
	sum, pairs := 0.0, 0
	for i := range a {
		for j := range i {
			d := (a[i] - b[i]) - (a[j] - b[j])
			sum += d * d / 2
			pairs++
		}
	}
	return sum / float64(pairs)
}

// The differences 1, 2 and 3 have the variance 1, by hand.
func TestVarianceOfDifferences(t *testing.T) {
	if got, want := selection.DifferenceVariance([]float64{2, 4, 6}, []float64{1, 2, 3}), 1.; math.Abs(got-want) > 1e-15 {
		t.Errorf("variance %v, want %v", got, want)
	}
	if got := selection.DifferenceVariance([]float64{0.25, 0.5}, []float64{0.25, 0.5}); got != 0 {
		t.Errorf("variance %v of a setting and itself, want 0", got)
	}
	if got := selection.DifferenceVariance([]float64{1}, []float64{0}); got != 0 {
		t.Errorf("variance %v of one query, want 0: it is not known", got)
	}
}
