package prose

import (
	"cmp"
	"math"
	"strconv"
)

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
