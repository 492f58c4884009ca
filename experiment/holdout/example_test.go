package holdout_test

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/holdout"
)

// A gain of .1 on the queries it was chosen by is a loss on held-out ones.
func ExampleCheck() {
	c, err := holdout.Check(holdout.Gains{
		Measure: "R@10", Evaluation: around(.1, .05, 60), HeldOut: around(-.01, .05, 20), Tried: 20,
	}, .05)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Verdict)
	fmt.Println(c.Reason)
	// Output:
	// overfitted
	// the gain on the tuning queries is not there on the held-out ones
}
