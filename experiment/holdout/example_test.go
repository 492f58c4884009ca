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

// Of 100 pairs with a standard error of .05 a gain of .1 may be shown, and of one
// of .04 only that it is within the noise.
func ExampleLadder() {
	for _, gain := range []float64{.1, .04} {
		released, err := holdout.Ladder(around(gain, .5, 100))
		fmt.Println(released, err)
	}
	// Output:
	// true <nil>
	// false <nil>
}

// Parts that differ by far more than the limit do not agree; the same question
// has the same noise.
func ExampleThresholdout_Answer() {
	fmt.Println("made for queries:", holdout.FewestForThreshold)
	agrees, gain := holdout.Thresholdout{}.Answer(.9, .1, "a question")
	_, again := holdout.Thresholdout{}.Answer(.9, .1, "a question")
	fmt.Println(agrees, gain == again)
	// Output:
	// made for queries: 1000
	// false true
}
