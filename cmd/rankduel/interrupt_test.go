package main

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// An interrupted command says what to do next, and never in the words of the
// library.
func TestInterruptedSays(t *testing.T) {
	canceled := fmt.Errorf("eval run.trec: %w", context.Canceled)
	memory, file := storeFlag{store: ":memory:"}, storeFlag{store: "rankduel.db"}
	recorded := fmt.Errorf("interrupted after 3 of 9 retrieval calls, which are recorded; run again to go on: %w", context.Canceled)
	for _, c := range []struct {
		err  error
		want string
	}{
		{canceled, "interrupted before there was a result; the same command again starts anew, and a run or a sweep goes on where it was"},
		{notCopied(fmt.Errorf("store a.db: copy runs: %w", context.Canceled)), "interrupted; what was copied is kept, and the same command goes on from there"},
		{notCopied(errors.New("store a.db: no space left")), "store a.db: no space left"},
		{recorded, "interrupted after 3 of 9 retrieval calls, which are recorded; run again to go on"},
		{file.lost(recorded), "interrupted after 3 of 9 retrieval calls, which are recorded; run again to go on"},
		{memory.lost(recorded), "interrupted; --store :memory: keeps nothing, so that the same command starts anew"},
		{memory.lost(errors.New("no")), "no"},
	} {
		if got := message(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
