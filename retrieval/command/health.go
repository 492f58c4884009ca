package command

import (
	"context"
	"sync/atomic"
	"time"
)

// maxFruitless is how many processes in a row may end without a single answer before the program counts as broken.
const maxFruitless = 3

// Pauses before a program is started that ended without an answer, so that a crash loop does not eat the machine.
const (
	firstPause = 20 * time.Millisecond
	maxPause   = 2 * time.Second
)

// Health is what the processes of one program have shown so far.
type health struct {
	fruitless atomic.Int32 // processes that ended since the last answer without having given one
}

func (h *health) broken() bool { return h.fruitless.Load() >= maxFruitless }

// pause waits before the next start, longer each time. It ends early with ctx, which is an error, and with done.
func (h *health) pause(ctx context.Context, done <-chan struct{}) error {
	fruitless := h.fruitless.Load()
	if fruitless == 0 {
		return nil
	}
	timer := time.NewTimer(min(maxPause, firstPause<<min(fruitless, 10)))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-done:
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}
