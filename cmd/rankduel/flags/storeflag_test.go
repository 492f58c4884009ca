package flags

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
)

// Of a run into a store in memory nothing is kept, which an interruption says.
func TestInterruptedStoreSays(t *testing.T) {
	memory, file := Store{Address: ":memory:"}, Store{Address: "rankduel.db"}
	recorded := fmt.Errorf("interrupted after 3 of 9 retrieval calls, which are recorded; run again to go on: %w", context.Canceled)
	for _, c := range []struct {
		err  error
		want string
	}{
		{file.ExplainLoss(recorded), "interrupted after 3 of 9 retrieval calls, which are recorded; run again to go on"},
		{memory.ExplainLoss(recorded), "interrupted; --store :memory: keeps nothing, so that the same command starts again"},
		{memory.ExplainLoss(errors.New("no")), "no"},
	} {
		if got := output.Message(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
