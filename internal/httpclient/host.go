package httpclient

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A host is one engine, or several behind one address: who speaks to it keeps to its rate limit and its pauses.
type host struct {
	limiter *rate.Limiter

	mu    sync.Mutex
	until time.Time // no one calls before
}

// bound limits the calls per second, unless they are limited more strictly already. 0 means no bound.
func (h *host) bound(perSecond float64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if perSecond != 0 && h.limiter.Limit() > rate.Limit(perSecond) {
		h.limiter.SetLimit(rate.Limit(perSecond))
	}
}

// pause keeps everybody away for some time, unless they are kept away for longer already.
func (h *host) pause(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if until := time.Now().Add(d); until.After(h.until) {
		h.until = until
	}
}

// turn waits until the host may be called. An error is a [turnError]: ctx has ended, or would before it is time.
func (h *host) turn(ctx context.Context) error {
	for {
		if err := h.rest(ctx); err != nil {
			return err
		}
		patient, resume := waitingFor(ctx)
		err := h.limiter.Wait(patient)
		resume()
		if err != nil {
			return limitError(float64(h.limiter.Limit()), patient.Err())
		}
		if h.left() <= 0 { // else it was refused to someone meanwhile
			return nil
		}
	}
}

// left returns how long no one may call.
func (h *host) left() time.Duration {
	h.mu.Lock()
	defer h.mu.Unlock()
	return time.Until(h.until)
}

// rest waits for the end of a pause, which may be put off while it lasts. Those who wait come back one by one, after a
// random share of the first wait of a retry.
func (h *host) rest(ctx context.Context) error {
	for left := h.left(); left > 0; left = h.left() {
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) <= left {
			return pauseError(left, ctx.Err())
		}
		timer := time.NewTimer(left + rand.N(firstWait))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return pauseError(left, ctx.Err())
		}
	}
	return nil
}
