package command

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rankduel/rankduel/retrieval"
)

// lines asks programs that were started once.
type lines struct {
	program   program
	settings  Settings
	health    *health
	seats     *seats
	ids       atomic.Uint64
	instances []*instance

	life context.Context // ends with close
	end  context.CancelFunc
}

// An instance is the place of one process after another.
type instance struct {
	turn    chan struct{} // held by who looks at current or replaces it
	current *process
}

// openLines starts every instance, and waits until they are ready if start_timeout says so.
func openLines(ctx context.Context, p program, s Settings) (*lines, error) {
	l := &lines{program: p, settings: s, health: new(health), seats: newSeats(s.Instances, s.Concurrency)}
	l.life, l.end = context.WithCancel(context.Background())
	for range s.Instances {
		l.instances = append(l.instances, &instance{turn: make(chan struct{}, 1)})
	}
	if err := l.startAll(ctx); err != nil {
		return nil, errors.Join(err, l.close())
	}
	return l, nil
}

func (l *lines) startAll(ctx context.Context) error {
	var started []*process
	for _, in := range l.instances {
		p, err := l.process(ctx, in)
		if err != nil {
			return err
		}
		started = append(started, p)
	}
	for _, p := range started {
		select {
		case <-p.ready:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := p.failure(); l.settings.StartTimeout > 0 && err != nil {
			return fmt.Errorf("%w: %w", retrieval.ErrUnavailable, err)
		}
	}
	return nil
}

// respond asks, and asks once more when the process ended under the query: alone then, because among others it could not
// be told who killed it.
func (l *lines) respond(ctx context.Context, q retrieval.Query, k int) (retrieval.Response, error) {
	for attempt := 1; ; attempt++ {
		response, err := l.attempt(ctx, q, k, attempt > 1)
		var end *endError
		switch {
		case err == nil:
			response.Attempts = attempt
			return response, nil
		case !errors.As(err, &end):
			return retrieval.Response{Attempts: attempt}, err
		case l.life.Err() != nil:
			return retrieval.Response{Attempts: attempt}, errClosed
		case l.health.broken():
			return retrieval.Response{Attempts: attempt}, fmt.Errorf("%w: started %d times in a row without an answer: %w", retrieval.ErrUnavailable, maxFruitless, end.err)
		case attempt > 1:
			return retrieval.Response{Attempts: attempt}, fmt.Errorf("%w; the query was asked twice", end.err)
		}
	}
}

// attempt asks one process.
func (l *lines) attempt(ctx context.Context, q retrieval.Query, k int, alone bool) (retrieval.Response, error) {
	at, err := l.seats.take(ctx, alone)
	if err != nil {
		return retrieval.Response{}, err
	}
	settled := func() { l.seats.free(at) }
	p, err := l.process(ctx, l.instances[at.instance])
	if err != nil {
		settled()
		return retrieval.Response{}, err
	}
	r := requestOf(l.ids.Add(1), q, k)
	response, err := p.ask(ctx, r, settled)
	if err != nil && ctx.Err() != nil {
		p.abandon(r, l.settings.Grace)
		return retrieval.Response{}, ctx.Err()
	}
	return response, err
}

// process returns the running process of an instance, which is started if it has none.
func (l *lines) process(ctx context.Context, in *instance) (*process, error) {
	select {
	case in.turn <- struct{}{}:
		defer func() { <-in.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if in.current != nil && in.current.failure() == nil {
		return in.current, nil
	}
	if err := l.health.pause(ctx, l.life.Done()); err != nil {
		return nil, err
	}
	if l.life.Err() != nil {
		return nil, errClosed
	}
	p, err := start(l.program, l.health, l.settings.Concurrency, l.settings.StartTimeout)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: it cannot be started: %w", l.program.name(), retrieval.ErrUnavailable, err)
	}
	in.current = p
	return p, nil
}

// close ends all processes side by side.
func (l *lines) close() error {
	l.end()
	var wg sync.WaitGroup
	for _, in := range l.instances {
		wg.Go(func() {
			in.turn <- struct{}{}
			defer func() { <-in.turn }()
			if in.current != nil {
				in.current.close()
			}
		})
	}
	wg.Wait()
	return nil
}
