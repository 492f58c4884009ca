package api

import (
	"context"
	"errors"
	"sync/atomic"
)

// errBusy says that there is no room to wait in.
var errBusy = errors.New("as many evaluations run and wait as the server takes; try again later")

// turns bound how many run at once, and how many wait.
type turns struct {
	running chan struct{}
	inside  atomic.Int64
	room    int64
}

func newTurns(running, waiting int) *turns {
	return &turns{running: make(chan struct{}, running), room: int64(running + waiting)}
}

// take waits for a turn, or refuses at once when too many wait.
func (t *turns) take(ctx context.Context) (done func(), err error) {
	if t.inside.Add(1) > t.room {
		t.inside.Add(-1)
		return nil, errBusy
	}
	select {
	case t.running <- struct{}{}:
		return func() { <-t.running; t.inside.Add(-1) }, nil
	case <-ctx.Done():
		t.inside.Add(-1)
		return nil, ctx.Err()
	}
}
