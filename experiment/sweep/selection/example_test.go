package selection_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/rankduel/rankduel/experiment/sweep/selection"
)

// A hundred settings that are all alike, on 50 queries: the best one seems to
// gain something, but not on queries that had no part in the choice.
func ExampleNested() {
	table := noise(rand.New(rand.NewPCG(1, 2)), 100, 50)
	r, err := selection.Nested{Seed: 42}.Run(table)
	if err != nil {
		panic(err)
	}
	fmt.Printf("it seems to gain more than a tenth: %t\n", r.Means[r.Best]-r.Means[0] > 0.1)
	fmt.Printf("more than half of it is optimism: %t\n", r.Optimism > 0.5*(r.Means[r.Best]-r.Means[0]))
	// Output:
	// it seems to gain more than a tenth: true
	// more than half of it is optimism: true
}

// Two settings cannot be told apart, the third is clearly behind.
func ExampleCandidates() {
	table := noise(rand.New(rand.NewPCG(1, 2)), 3, 200)
	for q := range table.Scores[2] {
		table.Scores[2][q]--
	}
	could, err := selection.Candidates{Alpha: 0.05}.Find(table.Scores)
	if err != nil {
		panic(err)
	}
	fmt.Println(could)
	// Output:
	// [true true false]
}

// The second point costs more than the first and is no better.
func ExampleFront() {
	fmt.Println(selection.Front([]selection.Point{{Score: 0.4, Cost: 12}, {Score: 0.3, Cost: 20}, {Score: 0.5, Cost: 30}}))
	// Output:
	// [0 2]
}
