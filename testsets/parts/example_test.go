package parts_test

import (
	"fmt"

	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/parts"
)

func ExampleDraw() {
	set, err := testsets.Load("../testdata/test_set_v1.yaml")
	if err != nil {
		panic(err)
	}
	by := testsets.Draw{Seed: 7, Ratio: 0.2}
	d, err := parts.Draw(set, by)
	if err != nil {
		panic(err)
	}
	for _, s := range d.Strata {
		fmt.Println(s.Stratum, s.HeldOut, "of", s.Queries)
	}
	fmt.Println(len(d.Missed()), "quotas missed")
	heldOut, err := set.WithSplit(d.Parts, &by).Part("heldout")
	if err != nil {
		panic(err)
	}
	fmt.Println(len(heldOut.Queries), "queries held out")
	// Output:
	// exact_term 4 of 20
	// paraphrase 3 of 15
	// complex_clinical 3 of 15
	// 0 quotas missed
	// 10 queries held out
}
