package kebab

import (
	"testing"

	"github.com/rankduel/rankduel/retrieval"
)

// Whether a hit has half of the expected lines, for all pairs of ranges within
// eight lines: a line at a time is counted instead of ranges cut.
func TestHalfIn(t *testing.T) {
	const last = 8
	for first := 1; first <= last; first++ {
		for end := first; end <= last; end++ {
			expected := span{"d", first, end}
			for start := 1; start <= last; start++ {
				for stop := start; stop <= last; stop++ {
					shared := 0
					for line := first; line <= end; line++ {
						if start <= line && line <= stop {
							shared++
						}
					}
					want := shared*2 >= end-first+1
					hit := []retrieval.Span{{Start: start, End: stop}}
					if got := expected.halfIn("d", hit); got != want {
						t.Fatalf("lines %d-%d in %d-%d: %v, want %v", first, end, start, stop, got, want)
					}
					if expected.halfIn("other", hit) {
						t.Fatal("another document has them")
					}
				}
			}
		}
	}
}
