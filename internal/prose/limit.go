package prose

import (
	"cmp"
	"math"
	"strconv"
)

// Decimals returns how many show three digits of a number below .01; four of others.
func Decimals(x float64) int {
	if x = math.Abs(x); !(x >= 1e-12 && x < .01) {
		return 4
	}
	return min(9, 2-int(math.Floor(math.Log10(x))))
}

// SideOfLimit prints a number with at least these decimals, and with as many as it
// takes to be above the limit where it is above, and below where it is below.
func SideOfLimit(x, limit float64, decimals int) string {
	const most, equal = 9, 1e-9
	for ; ; decimals++ {
		text := strconv.FormatFloat(x, 'f', decimals, 64)
		printed, err := strconv.ParseFloat(text, 64)
		if err != nil || decimals >= most || math.Abs(x-limit) <= equal || cmp.Compare(printed, limit) == cmp.Compare(x, limit) {
			return text
		}
	}
}
