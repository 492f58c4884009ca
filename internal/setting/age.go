package setting

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// longest is a hundred years, which a time.Duration can hold.
const longest = 36525 * 24 * time.Hour

// units are what time.ParseDuration has none for: some days have 23 hours.
var units = map[string]time.Duration{"d": 24 * time.Hour, "w": 7 * 24 * time.Hour}

// Age reads how old something may be: 90m, 24h, 7d or 2w, above 0 and at most a hundred years.
func Age(text string) (time.Duration, error) {
	for ending, unit := range units {
		if number, ok := strings.CutSuffix(text, ending); ok {
			n, err := strconv.ParseFloat(number, 64)
			if err != nil || !(n > 0 && n <= float64(longest/unit)) {
				return 0, noAge(text)
			}
			return time.Duration(n * float64(unit)), nil
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 || d > longest {
		return 0, noAge(text)
	}
	return d, nil
}

func noAge(text string) error {
	return fmt.Errorf("%q is no age above 0; ages are like 12h, 7d or 2w", text)
}
