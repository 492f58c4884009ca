package label

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets"
)

// ParseScale reads a scale as it is given on a command line: 0-3, or each grade with its word, "0 no, 1
// partly, 2 yes". The words of 0-3 are the default scale's.
func ParseScale(text string) (testsets.Scale, error) {
	if low, high, ok := strings.Cut(text, "-"); ok {
		from, errFrom := strconv.Atoi(strings.TrimSpace(low))
		to, errTo := strconv.Atoi(strings.TrimSpace(high))
		if errFrom == nil && errTo == nil && from >= 0 && from < to && to <= 100 {
			return plainScale(from, to), nil
		}
	}
	var scale testsets.Scale
	for part := range strings.SplitSeq(text, ",") {
		number, word, _ := strings.Cut(strings.TrimSpace(part), " ")
		g, err := strconv.Atoi(number)
		if err != nil || g < 0 || scale.Has(g) {
			return nil, fmt.Errorf("scale %q: want 0-3, or grades with words such as \"0 no, 1 partly, 2 yes\", each once and none below 0", text)
		}
		scale = append(scale, testsets.Level{Grade: g, Word: strings.TrimSpace(word)})
	}
	ordered.Stable(scale, func(a, b testsets.Level) int { return a.Grade - b.Grade })
	if len(scale) < 2 {
		return nil, fmt.Errorf("scale %q has one grade; two are needed to tell documents apart", text)
	}
	return scale, nil
}

func plainScale(from, to int) testsets.Scale {
	if from == 0 && to == testsets.DefaultScale().Max() {
		return testsets.DefaultScale()
	}
	var scale testsets.Scale
	for g := from; g <= to; g++ {
		scale = append(scale, testsets.Level{Grade: g})
	}
	return scale
}
