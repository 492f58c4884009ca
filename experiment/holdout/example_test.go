package holdout_test

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/holdout"
)

// A gain of .1 on the queries it was chosen by is a loss on held-out ones. What 60
// queries did not show may be .28·(60/50)^⅓·ln 20/60 = .0149, which puts the end at
// .0049.
func ExampleCheck() {
	c, err := holdout.Check(holdout.Gains{
		Measure: "R@10", Evaluation: around(.1, .05, 60), HeldOut: around(-.01, .05, 60), Tried: 20,
	}, rule)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Verdict)
	fmt.Println(c.Reason)
	// Output:
	// overfitted
	// less than half of the gain of 0.1000 holds on new queries: on 60 held-out queries the mean is -0.0100, at most +0.0049
}
