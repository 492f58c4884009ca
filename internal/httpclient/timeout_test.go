package httpclient_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rankduel/rankduel/internal/httpclient"
)

// A context with a timeout of ours is one of the standard library as long as
// nothing waits for a rate limit.
func TestWithTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		parent, stop := context.WithCancel(t.Context())
		begin := time.Now()
		first, cancelFirst := httpclient.WithTimeout(parent, time.Second)
		second, cancelSecond := httpclient.WithTimeout(parent, time.Minute)
		third, cancelThird := httpclient.WithTimeout(parent, time.Minute)
		defer cancelFirst()
		defer cancelSecond()
		child, cancelChild := context.WithCancel(first)
		defer cancelChild()
		if at, ok := child.Deadline(); !ok || !at.Equal(begin.Add(time.Second)) {
			t.Errorf("deadline %v, %v, want in a second", at, ok)
		}
		<-child.Done()
		if took := time.Since(begin); took != time.Second || !errors.Is(child.Err(), context.DeadlineExceeded) || !errors.Is(context.Cause(first), context.DeadlineExceeded) {
			t.Errorf("ended after %v with %v, want after 1s with DeadlineExceeded", took, child.Err())
		}
		cancelThird()
		if !errors.Is(third.Err(), context.Canceled) {
			t.Errorf("cancelled with %v", third.Err())
		}
		stop()
		<-second.Done()
		if !errors.Is(second.Err(), context.Canceled) {
			t.Errorf("ended by its parent with %v", second.Err())
		}
	})
}

// More calls at once than the limit allows within the timeout are answered all
// the same, one after the other; an engine that takes too long still fails.
func TestTimeoutLeavesOutTheRateLimit(t *testing.T) {
	const calls, perSecond = 12, 50
	slow := make(chan struct{})
	e := newEngine(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		if r.URL.Path == "/slow" {
			<-slow
		}
	})
	defer close(slow)
	c, err := httpclient.NewPool().Client(e.URL, httpclient.Policy{RatePerSecond: perSecond}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ask := func(path string) error {
		ctx, cancel := httpclient.WithTimeout(t.Context(), 100*time.Millisecond) // the last waits for more than 200
		defer cancel()
		_, err := c.Do(ctx, httpclient.Request{URL: e.URL + path})
		return err
	}
	var wg sync.WaitGroup
	errs := make([]error, calls)
	for i := range calls {
		wg.Go(func() { errs[i] = ask("/") })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
	if err := ask("/slow"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v from an engine that takes too long, want DeadlineExceeded", err)
	}
}
