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
			expected := linesFrom("d", first, end)
			for start := 1; start <= last; start++ {
				for stop := start; stop <= last; stop++ {
					shared := 0
					for line := first; line <= end; line++ {
						if start <= line && line <= stop {
							shared++
						}
					}
					want := shared*2 >= end-first+1
					in := func(document string) bool {
						hit := retrieval.Hit{Document: document, Spans: []retrieval.Span{{Start: start, End: stop}}}
						return expected.Reached(half, matcher{}.linesOf(hit))
					}
					if got := in("d"); got != want {
						t.Fatalf("lines %d-%d in %d-%d: %v, want %v", first, end, start, stop, got, want)
					}
					if in("other") {
						t.Fatal("another document has them")
					}
				}
			}
		}
	}
}
