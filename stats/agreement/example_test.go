package agreement_test

import (
	"fmt"

	"github.com/rankduel/rankduel/stats/agreement"
)

// The labels' full scale counts, also the grade that no one used.
func ExampleCohenKappa() {
	table, _ := agreement.NewConfusion([]int{0, 3, 1, 0, 3, 1}, []int{0, 3, 1, 1, 3, 0}, []int{0, 1, 2, 3})
	k, _ := agreement.CohenKappa(table, agreement.Quadratic, 0.95)
	fmt.Printf("%.3f, observed %.2f\n", *k.Value, k.Observed)
	// Output: 0.893, observed 0.67
}
