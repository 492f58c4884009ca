package plan

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// day is what time.ParseDuration has no unit for, since some have 23 hours.
const day = 24 * time.Hour

// maxDays are a hundred years, which a time.Duration can hold.
const maxDays = 36525

// parseAge reads 24h, 90m or 7d; the age is above 0 and at most maxDays.
func parseAge(text string) (time.Duration, error) {
	var age time.Duration
	var err error
	if number, days := strings.CutSuffix(text, "d"); days {
		var n float64
		if n, err = strconv.ParseFloat(number, 64); err == nil && n > 0 && n <= maxDays {
			age = time.Duration(n * float64(day))
		}
	} else {
		age, err = time.ParseDuration(text)
	}
	if err == nil && age <= 0 {
		err = errors.New("not above 0")
	}
	return age, err
}
