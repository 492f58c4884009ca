package flags

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/rankduel/rankduel/cmd/rankduel/output"
)

// The address can be pasted into a shell, and opens the same store for a user with the password.
func TestStoreWord(t *testing.T) {
	for address, want := range map[string]string{
		"rankduel.db":     "'rankduel.db'",
		"it's my runs.db": `'it'\''s my runs.db'`,
		"postgres:///postgres?host=%2Ftmp%2Fpg&port=5432&user=ann":            "'postgres:///postgres?host=%2Ftmp%2Fpg&port=5432&user=ann'",
		"postgres://ann:secret@db:5432/runs?sslmode=disable&sslpassword=hush": "'postgres://ann@db:5432/runs?sslmode=disable'",
		"postgres://ann@/runs?host=%2Ftmp&password=secret":                    "'postgres://ann@/runs?host=%2Ftmp'",
		"postgres://db/runs": "'postgres://db/runs'",
	} {
		if got := (&Store{Address: address}).Word(); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

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
