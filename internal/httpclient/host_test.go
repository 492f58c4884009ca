package httpclient_test

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rankduel/rankduel/internal/httpclient"
)

// refusing returns an engine that refuses its first call, and reports calls that come before a second has passed, other than
// those to /probe. The time of the refusal is sent once.
func refusing(t *testing.T, retryAfter string) (e *engine, refusal chan time.Time) {
	refusal = make(chan time.Time, 1)
	refused := make(chan struct{})
	var at time.Time
	e = newEngine(t, func(w http.ResponseWriter, r *http.Request, n int) {
		if n == 1 {
			at = time.Now()
			refusal <- at
			w.Header().Set("Retry-After", retryAfter)
			w.WriteHeader(http.StatusTooManyRequests)
			close(refused)
			return
		}
		<-refused
		if waited := time.Since(at); waited < time.Second && r.URL.Path != "/probe" {
			t.Errorf("call %d came %v after the engine had asked for a second", n, waited)
		}
	})
	return e, refusal
}

// client returns one of a pool; each may have a policy of its own.
func client(t *testing.T, pool *httpclient.Pool, address string, p httpclient.Policy) *httpclient.Client {
	t.Helper()
	c, err := pool.Client(address, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestPauseIsSharedByHost(t *testing.T) {
	for name, policy := range map[string]httpclient.Policy{"plain": {}, "with a rate limit": {RatePerSecond: 100}, "without retries": {Retries: new(0)}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, refusal := refusing(t, "1")
			pool := httpclient.NewPool()
			t.Cleanup(pool.Close)
			var wg sync.WaitGroup
			refused := make(chan struct{})
			var at time.Time
			call := func(first bool) {
				begin := time.Now()
				reply, err := client(t, pool, e.URL, policy).Do(t.Context(), httpclient.Request{URL: e.URL + "/q"})
				switch {
				case first && policy.Retries != nil:
					if !httpclient.Unavailable(err) {
						t.Errorf("the refused call: %v, want status 429", err)
					}
				case err != nil || first != (reply.Attempts == 2):
					t.Errorf("first: %v; %d attempts, %v", first, reply.Attempts, err)
				default:
					<-refused
					// What is not the engine's latency lasted at least until the end of the pause.
					if rest, pause := time.Since(begin)-reply.Took, at.Add(time.Second).Sub(begin); rest < pause {
						t.Errorf("took %v and %v before it, after %v of the pause: it is not the engine's latency", reply.Took, rest, pause)
					}
				}
			}
			wg.Go(func() { call(true) })
			at = <-refusal
			close(refused)
			// Until the refusal has arrived, or the pause is over on a machine that stood still.
			for paused := false; !paused && time.Since(at) < time.Second; {
				soon, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
				_, err := client(t, pool, e.URL, policy).Do(soon, httpclient.Request{URL: e.URL + "/probe"})
				cancel()
				paused = err != nil && strings.Contains(err.Error(), "has asked for a pause")
			}
			for range 5 {
				wg.Go(func() { call(false) })
			}
			wg.Wait()
		})
	}
}

// Who waits for the rate limit while another one is refused waits for the pause, too.
func TestPauseBehindTheRateLimit(t *testing.T) {
	t.Parallel()
	e, _ := refusing(t, "1")
	pool := httpclient.NewPool()
	t.Cleanup(pool.Close)
	c := client(t, pool, e.URL, httpclient.Policy{RatePerSecond: 5})
	var wg sync.WaitGroup
	for range 4 { // at 0, 200, 400 and 600 ms
		wg.Go(func() {
			if _, err := c.Do(t.Context(), httpclient.Request{URL: e.URL}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
}

func TestPauseAndContext(t *testing.T) {
	t.Parallel()
	e, _ := refusing(t, "20")
	other := newEngine(t, func(http.ResponseWriter, *http.Request, int) {})
	pool := httpclient.NewPool()
	t.Cleanup(pool.Close)
	c := client(t, pool, e.URL, httpclient.Policy{Retries: new(0)})
	if _, err := c.Do(t.Context(), httpclient.Request{URL: e.URL}); !httpclient.Unavailable(err) {
		t.Fatalf("%v, want status 429", err)
	}
	begin := time.Now()
	late, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	_, err := c.Do(late, httpclient.Request{URL: e.URL + "/q"})
	if err == nil || !strings.Contains(err.Error(), "/q: the host has asked for a pause, of which the ") || !httpclient.Unavailable(err) || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a deadline within the pause: %v, want an unavailable host", err)
	}
	if _, err := client(t, pool, other.URL, httpclient.Policy{}).Do(late, httpclient.Request{URL: other.URL}); err != nil {
		t.Errorf("another host with the same deadline: %v, want no pause", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := c.Do(cancelled, httpclient.Request{URL: e.URL}); !errors.Is(err, context.Canceled) || httpclient.Unavailable(err) {
		t.Errorf("cancelled in the pause: %v, want context.Canceled", err)
	}
	if took := time.Since(begin); took > 15*time.Second || e.calls.Load() != 1 {
		t.Errorf("took %v and %d calls, want no waiting and one call", took, e.calls.Load())
	}
}

// A wait that is not begun keeps no one else away.
func TestNoPauseBeyondMaxWait(t *testing.T) {
	e := newEngine(t, func(w http.ResponseWriter, _ *http.Request, n int) {
		if n == 1 {
			w.Header().Set("Retry-After", "3600")
			w.WriteHeader(http.StatusTooManyRequests)
		}
	})
	pool := httpclient.NewPool()
	t.Cleanup(pool.Close)
	c := client(t, pool, e.URL, httpclient.Policy{})
	if _, err := c.Do(t.Context(), httpclient.Request{URL: e.URL}); err == nil || !strings.Contains(err.Error(), "longer than max_wait") {
		t.Errorf("%v, want max_wait", err)
	}
	if _, err := c.Do(t.Context(), httpclient.Request{URL: e.URL}); err != nil {
		t.Error(err)
	}
}

// Two workers that are declared keep to half of a rate each: at 20 calls a second, six calls take half a second and not a quarter.
func TestRateIsDivided(t *testing.T) {
	for workers, atLeast := range map[int]time.Duration{0: 240 * time.Millisecond, 1: 240 * time.Millisecond, 2: 490 * time.Millisecond} {
		t.Run(strconv.Itoa(workers), func(t *testing.T) {
			t.Parallel()
			e := newEngine(t, func(http.ResponseWriter, *http.Request, int) {})
			pool := httpclient.NewPool()
			t.Cleanup(pool.Close)
			pool.Workers = workers
			c := client(t, pool, e.URL, httpclient.Policy{RatePerSecond: 20})
			began := time.Now()
			for range 6 {
				if _, err := c.Do(t.Context(), httpclient.Request{URL: e.URL}); err != nil {
					t.Fatal(err)
				}
			}
			if took := time.Since(began); took < atLeast {
				t.Errorf("six calls took %v, want %v at least", took, atLeast)
			}
		})
	}
}
