package scoring_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
)

// Ties are pointed out when more than 5 % of the hits share their score with
// another one of their query.
func TestShareOfTies(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q1 0 d0 1\n")
	for _, c := range []struct {
		tied, hits int
		want       bool
	}{{0, 100, false}, {4, 100, false}, {2, 40, false}, {2, 39, true}, {6, 100, true}, {3, 59, true}, {40, 40, true}} {
		var text strings.Builder
		for i := range c.hits {
			fmt.Fprintf(&text, "q1 Q0 d%d 1 %d t\n", i, max(i, c.tied-1)) // the first ones have one score
		}
		s := wingtest.Scored(t, "run", text.String(), j, "RR")
		if _, got := wingtest.Finding(s.Health, result.FindingTies); got != c.want {
			t.Errorf("%d of %d hits tied: %s = %v, want %v", c.tied, c.hits, result.FindingTies, got, c.want)
		}
	}
}
