package keep

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
)

// An interrupted copy says that the same command goes on from there.
func TestInterruptedCopySays(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{notCopied(fmt.Errorf("store a.db: copy runs: %w", context.Canceled)), "interrupted; what was copied is kept, and the same command goes on from there"},
		{notCopied(errors.New("store a.db: no space left")), "store a.db: no space left"},
	} {
		if got := output.Message(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
