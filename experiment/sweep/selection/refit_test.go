package selection_test

import (
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/sweep/selection"
)

// A setting that learns and one that does not are chosen between by their means
// on the same footing: the larger one wins in every fold, by however little,
// whatever the sizes of the folds.
func TestLearningSettingsCompeteByTheMean(t *testing.T) {
	for _, n := range []int{4, 10, 13} {
		for _, c := range []struct {
			fixed, learned float64
			chosen         []int // of the fixed one, and of the learning one, of 2 folds × 1 repeat
		}{{.6, .5, []int{2, 0}}, {.5, .6, []int{0, 2}}, {.501, .5, []int{2, 0}}, {.5, .501, []int{0, 2}}, {-.5, -.6, []int{2, 0}}} {
			column := slices.Repeat([]float64{c.learned}, n)
			table := selection.Table{
				Queries: queries(n), Scores: [][]float64{slices.Repeat([]float64{c.fixed}, n), column},
				Refit: map[int]selection.Refit{1: func(int, int) []float64 { return column }},
			}
			r, err := selection.Nested{Folds: 2, Repeats: 1}.Run(table)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(r.Chosen, c.chosen) {
				t.Errorf("%d queries, %v against a learned %v: chosen %v, want %v", n, c.fixed, c.learned, r.Chosen, c.chosen)
			}
		}
	}
}

// A setting that learns is judged by the queries it has learned from, like all
// others: what it says of the queries left out decides nothing.
func TestLearningSettingsAreChosenInTraining(t *testing.T) {
	const n = 10
	all := queries(n)
	nested := selection.Nested{Folds: 2, Repeats: 1}
	fold := nested.Divide(all, 0)
	learned := func(_, f int) []float64 { // nothing in training, everything where it is tested
		scores := make([]float64, n)
		for q := range scores {
			if fold[q] == f {
				scores[q] = 1
			}
		}
		return scores
	}
	r, err := nested.Run(selection.Table{
		Queries: all, Scores: [][]float64{slices.Repeat([]float64{.5}, n), slices.Repeat([]float64{.5}, n)},
		Refit: map[int]selection.Refit{1: learned},
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.Chosen, []int{2, 0}) {
		t.Errorf("chosen %v, want the fixed one in both folds: the other learned nothing", r.Chosen)
	}
}
