package selection_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/sweep/selection"
)

func queries(n int) []selection.Query {
	list := make([]selection.Query, n)
	for i := range list {
		list[i] = selection.Query{ID: fmt.Sprintf("q%d", i), Stratum: []string{"a", "b", "b"}[i%3]}
	}
	return list
}

// noise makes a table of independent standard normal scores, to which each
// query adds a difficulty that all settings share.
func noise(rng *rand.Rand, settings, n int) selection.Table {
	t := selection.Table{Queries: queries(n), Scores: make([][]float64, settings)}
	difficulty := make([]float64, n)
	for q := range difficulty {
		difficulty[q] = 2 * rng.NormFloat64()
	}
	for s := range t.Scores {
		t.Scores[s] = make([]float64, n)
		for q := range t.Scores[s] {
			t.Scores[s][q] = difficulty[q] + rng.NormFloat64()
		}
	}
	return t
}

func TestDivide(t *testing.T) {
	nested := selection.Nested{Seed: 7}
	all := queries(104)
	fold := nested.Divide(all, 3)
	sizes, perStratum := map[int]int{}, map[string]map[int]int{"a": {}, "b": {}}
	for i, f := range fold {
		sizes[f]++
		perStratum[all[i].Stratum][f]++
	}
	for f := range selection.DefaultFolds {
		if n := sizes[f]; n != 20 && n != 21 {
			t.Errorf("fold %d has %d of 104 queries, want 20 or 21", f, n)
		}
		if n := perStratum["a"][f]; n != 7 { // 35 of 104
			t.Errorf("fold %d has %d queries of stratum a, want 7 of 35", f, n)
		}
		if n := perStratum["b"][f]; n != 13 && n != 14 { // 69 of 104
			t.Errorf("fold %d has %d queries of stratum b, want 13 or 14 of 69", f, n)
		}
	}
	reversed := slices.Clone(all)
	slices.Reverse(reversed)
	backwards := nested.Divide(reversed, 3)
	slices.Reverse(backwards)
	if !slices.Equal(fold, backwards) {
		t.Error("the order of the queries changes the folds")
	}
	if slices.Equal(fold, nested.Divide(all, 4)) || slices.Equal(fold, selection.Nested{Seed: 8}.Divide(all, 3)) {
		t.Error("another repeat or another seed divides alike")
	}
}

// Wordings of one need are dealt together, whatever their strata: 12 needs in 3
// wordings and 4 queries alone are 16 cards, 3 or 4 in each of 5 folds.
func TestDivideGroups(t *testing.T) {
	var all []selection.Query
	for i := range 40 {
		q := selection.Query{ID: fmt.Sprintf("q%d", i), Stratum: []string{"a", "b"}[i%2]}
		if i < 36 {
			q.Group = fmt.Sprintf("g%d", i%12)
		}
		all = append(all, q)
	}
	for repeat := range 5 {
		fold := selection.Nested{Seed: 7}.Divide(all, repeat)
		cards := map[int]int{}
		for i, f := range fold {
			if i >= 12 && i < 36 && f != fold[i%12] {
				t.Fatalf("repeat %d: %s is in fold %d, and q%d of the same group in %d", repeat, all[i].ID, f, i%12, fold[i%12])
			}
			if i < 12 || i >= 36 {
				cards[f]++
			}
		}
		for f := range selection.DefaultFolds {
			if n := cards[f]; n != 3 && n != 4 {
				t.Errorf("repeat %d: fold %d has %d of 16 units, want 3 or 4", repeat, f, n)
			}
		}
		reversed := slices.Clone(all)
		slices.Reverse(reversed)
		backwards := selection.Nested{Seed: 7}.Divide(reversed, repeat)
		if slices.Reverse(backwards); !slices.Equal(fold, backwards) {
			t.Error("the order of the queries changes the folds")
		}
	}
}

// Nested cross-validation by the book: for every fold the largest training
// mean, added up query by query.
func TestNestedByEnumeration(t *testing.T) {
	table := noise(rand.New(rand.NewPCG(1, 1)), 9, 31)
	nested := selection.Nested{Folds: 4, Repeats: 3, Seed: 5}
	got, err := nested.Run(table)
	if err != nil {
		t.Fatal(err)
	}
	outOfFold, chosen := make([]float64, 31), make([]int, 9)
	for repeat := range 3 {
		fold := nested.Divide(table.Queries, repeat)
		for f := range 4 {
			best, most := -1, math.Inf(-1)
			for s, column := range table.Scores {
				sum, n := 0.0, 0.0
				for q, v := range column {
					if fold[q] != f {
						sum, n = sum+v, n+1
					}
				}
				if sum/n > most {
					best, most = s, sum/n
				}
			}
			chosen[best]++
			for q := range outOfFold {
				if fold[q] == f {
					outOfFold[q] += table.Scores[best][q] / 3
				}
			}
		}
	}
	if diff := cmp.Diff(chosen, got.Chosen); diff != "" {
		t.Errorf("chosen, by enumeration (-) and by Run (+):\n%s", diff)
	}
	for q, want := range outOfFold {
		if math.Abs(got.OutOfFold[q]-want) > 1e-12 {
			t.Errorf("out of fold, query %d: %v, want %v (enumeration)", q, got.OutOfFold[q], want)
		}
	}
	again, err := selection.Nested{Folds: 4, Repeats: 3, Seed: 5, Workers: 1}.Run(table)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(got, again); diff != "" {
		t.Errorf("one worker gives another result:\n%s", diff)
	}
}

// On pure noise the best of 50 settings seems to gain σ·E[max of 50]/√n over a
// setting named before, and gains nothing: the honest estimate is unbiased
// around 0. E[max of 50 standard normal values] is 2.249 (Harter (1961), "Expected
// values of normal order statistics", Biometrika 48, table 1).
func TestNoiseGainsNothing(t *testing.T) {
	const (
		trials, settings, n = 400, 50, 60
		expectedMaximum     = 2.24907
	)
	rng := rand.New(rand.NewPCG(2, 2))
	var honest, inSample []float64
	for range trials {
		table := noise(rng, settings, n)
		r, err := selection.Nested{Repeats: 2}.Run(table)
		if err != nil {
			t.Fatal(err)
		}
		honest = append(honest, r.Honest-r.Means[0])
		inSample = append(inSample, r.Means[r.Best]-r.Means[0])
		if math.Abs(r.Optimism-(r.Means[r.Best]-r.Honest)) > 1e-12 {
			t.Fatalf("optimism %v, want %v", r.Optimism, r.Means[r.Best]-r.Honest)
		}
	}
	mean, se := meanAndError(honest)
	if math.Abs(mean) > 3.5*se {
		t.Errorf("honest gain %v ± %v over %d simulations of noise, want 0", mean, se, trials)
	}
	mean, se = meanAndError(inSample)
	if want := expectedMaximum / math.Sqrt(n); math.Abs(mean-want) > 3.5*se {
		t.Errorf("in-sample gain %v ± %v, want %v (Harter)", mean, se, want)
	}
}

// A setting that is better by one standard deviation is found, and its gain is
// estimated without bias: nothing else is ever chosen but by a rare accident.
func TestBetterSettingIsFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var gains []float64
	for range 100 {
		table := noise(rng, 30, 100)
		for q := range table.Scores[17] {
			table.Scores[17][q]++
		}
		r, err := selection.Nested{Repeats: 2}.Run(table)
		if err != nil {
			t.Fatal(err)
		}
		if r.Best != 17 || r.Chosen[17] < 9 {
			t.Errorf("best is %d, chosen %d times of 10, want setting 17 nearly always", r.Best, r.Chosen[17])
		}
		gains = append(gains, r.Honest-r.Means[0])
	}
	if mean, se := meanAndError(gains); math.Abs(mean-1) > 3.5*se {
		t.Errorf("honest gain %v ± %v, want 1 (as made)", mean, se)
	}
}

// A setting that memorizes what it is trained on looks perfect on those
// queries. Refit keeps that out: the choice and the estimate see only scores of
// methods that did not see the query.
func TestRefitIsUsed(t *testing.T) {
	table := noise(rand.New(rand.NewPCG(4, 4)), 3, 40)
	for q := range table.Scores[2] {
		table.Scores[2][q] = 100 // what a method trained on everything would reach
	}
	low := make([]float64, 40)
	for q := range low {
		low[q] = -100
	}
	table.Refit = map[int]selection.Refit{2: func(int, int) []float64 { return low }}
	r, err := selection.Nested{}.Run(table)
	if err != nil {
		t.Fatal(err)
	}
	if r.Best != 2 || r.Chosen[2] != 0 || r.Honest > 10 {
		t.Errorf("best %d, chosen %d times, honest mean %v; want the memorizer in sample only", r.Best, r.Chosen[2], r.Honest)
	}
}

func TestEqualSettingsGoByPosition(t *testing.T) {
	table := noise(rand.New(rand.NewPCG(5, 5)), 4, 20)
	copy(table.Scores[3], table.Scores[1])
	for q := range table.Scores[1] {
		table.Scores[1][q] += 5
		table.Scores[3][q] += 5
	}
	r, err := selection.Nested{}.Run(table)
	if err != nil {
		t.Fatal(err)
	}
	if r.Best != 1 || r.Chosen[1] != 50 || r.Chosen[3] != 0 {
		t.Errorf("best %d, chosen %v; want the first of two equal settings always", r.Best, r.Chosen)
	}
}

// Equal is what differs in the twelfth digit, of large scores as of small ones.
func TestEqualInTheirSize(t *testing.T) {
	table := selection.Table{Queries: queries(10), Scores: [][]float64{slices.Repeat([]float64{1e6}, 10), slices.Repeat([]float64{1e6 + 1e-7}, 10)}}
	r, err := selection.Nested{Folds: 10, Repeats: 1}.Run(table) // as many folds as queries leave one out
	if err != nil {
		t.Fatal(err)
	}
	if r.Best != 0 || !slices.Equal(r.Chosen, []int{10, 0}) {
		t.Errorf("best %d, chosen %v; want the first of two that are equal in twelve digits", r.Best, r.Chosen)
	}
}

func TestNestedRefuses(t *testing.T) {
	good := noise(rand.New(rand.NewPCG(6, 6)), 2, 10)
	for name, c := range map[string]struct {
		nested selection.Nested
		change func(t *selection.Table)
		is     error
		says   string
	}{
		"one fold":        {nested: selection.Nested{Folds: 1}, says: "folds 1, want at least 2"},
		"repeats below 0": {nested: selection.Nested{Repeats: -1}, says: "repeats -1, want at least 1"},
		"too few queries": {nested: selection.Nested{Folds: 11}, is: selection.ErrTooFewQueries},
		"no settings":     {change: func(t *selection.Table) { t.Scores = nil }},
		"short column":    {change: func(t *selection.Table) { t.Scores = [][]float64{t.Scores[0], t.Scores[1][:9]} }, says: "setting 2 has 9 scores for 10 queries"},
		"NaN":             {change: func(t *selection.Table) { t.Scores = [][]float64{append([]float64{math.NaN()}, t.Scores[0][1:]...)} }, says: "setting 1, query q0: the score NaN is not finite"},
		"all in one fold": {change: func(t *selection.Table) { t.Folds = slices.Repeat([][]int{make([]int, 10)}, 10) }, is: selection.ErrTooFewQueries},
		"few divisions":   {change: func(t *selection.Table) { t.Folds = [][]int{{0, 1, 2, 3, 4, 0, 1, 2, 3, 4}} }, says: "1 divisions are given for 10 repeats"},
	} {
		t.Run(name, func(t *testing.T) {
			table := good
			if c.change != nil {
				c.change(&table)
			}
			_, err := c.nested.Run(table)
			if err == nil || c.is != nil && !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("Run = %v, want an error like %v, %q", err, c.is, c.says)
			}
		})
	}
}

func meanAndError(values []float64) (mean, se float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		se += (v - mean) * (v - mean)
	}
	n := float64(len(values))
	return mean, math.Sqrt(se / (n - 1) / n)
}

// The interval of two standard errors holds the truth, 0, as often as it should
// on noise: not too rarely, by three binomial errors of 400 samples.
func TestStandardErrorCovers(t *testing.T) {
	const trials, n = 400, 60
	for _, settings := range []int{5, 50} {
		rng := rand.New(rand.NewPCG(11, uint64(settings)))
		missed := 0
		for range trials {
			table := noise(rng, settings, n)
			r, err := selection.Nested{Repeats: 4}.Run(table)
			if err != nil {
				t.Fatal(err)
			}
			if se := r.StandardError(table, 0, selection.DefaultFolds); math.Abs(r.Honest-r.Means[0]) > 2.001*se { // t of 59 degrees of freedom
				missed++
			}
		}
		if share, limit := float64(missed)/trials, 0.05+3*math.Sqrt(0.05*0.95/trials); share > limit {
			t.Errorf("%d settings: missed in %.3f of the samples, more than %.3f", settings, share, limit)
		}
	}
}
