package power_test

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/power"
)

// How many queries does a difference of .02 need when differences have a standard
// deviation of .2? By hand 7.849·.04/.0004 + 1.92 = 787.
func ExampleAssumed() {
	p, err := power.Assumed("nDCG@10", .2, 0, 1, power.Question{Effects: []float64{.02}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(*p.Rows[0].Effects[0].Queries)
	// Output: 787
}
