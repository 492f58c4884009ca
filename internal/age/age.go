// Package age reads how old something may be, as people write it. It knows no
// clock.
package age

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// most is a hundred years, which a time.Duration can hold.
const most = 36525 * 24 * time.Hour

// units are what time.ParseDuration has none for: some days have 23 hours.
var units = map[string]time.Duration{"d": 24 * time.Hour, "w": 7 * 24 * time.Hour}

// Parse reads 90m, 24h, 7d or 2w: an age above 0 and of at most a hundred years.
func Parse(text string) (time.Duration, error) {
	for ending, unit := range units {
		if number, ok := strings.CutSuffix(text, ending); ok {
			n, err := strconv.ParseFloat(number, 64)
			if err != nil || !(n > 0 && n <= float64(most/unit)) {
				return 0, wrong(text)
			}
			return time.Duration(n * float64(unit)), nil
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 || d > most {
		return 0, wrong(text)
	}
	return d, nil
}

func wrong(text string) error {
	return fmt.Errorf("%q is no age above 0; ages are like 12h, 7d or 2w", text)
}
