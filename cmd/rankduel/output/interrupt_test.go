package output

import (
	"context"
	"fmt"
	"testing"
)

// An interrupted command says what to do next, and never in the words of the
// library.
func TestInterruptedSays(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("eval run.trec: %w", context.Canceled), "interrupted before there was a result; the same command again starts again, and a run or a sweep goes on where it was"},
		{fmt.Errorf("interrupted after 3 of 9 retrieval calls, which are recorded; run again to go on: %w", context.Canceled), "interrupted after 3 of 9 retrieval calls, which are recorded; run again to go on"},
	} {
		if got := Message(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
