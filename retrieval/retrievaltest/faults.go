package retrievaltest

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/rankduel/rankduel/retrieval"
)

// patience is how long a call may take to notice that its context ended.
const patience = 5 * time.Second

// An Outcome is what a retriever has to make of a fault.
type Outcome int

// The outcomes. Whatever the fault, there are never hits next to an error, and never fewer hits without one.
const (
	Recovers    Outcome = iota + 1 // the whole ranking, as if nothing had happened
	Empty                          // an empty list and no error
	Fails                          // an error of the query, for example because the answer is malformed
	Unavailable                    // an error that wraps retrieval.ErrUnavailable
	Hangs                          // no answer: the context's error, soon after the context ended
)

// A Fault is one way in which what a retriever talks to can misbehave.
type Fault struct {
	Name string
	Want Outcome
	// Open returns a retriever, fresh for each part of the test, over an engine that misbehaves in this way.
	Open func(testing.TB) retrieval.Retriever
}

// RunFaults checks what a retriever makes of misbehaviour. Healthy opens one over an engine without fault, which
// answers q with two hits or more. For engines behind HTTP, [HTTPEngine.Run] makes the faults; other adapters, of a
// program or of a database, bring their own.
func RunFaults(t *testing.T, healthy func(testing.TB) retrieval.Retriever, q retrieval.Query, faults ...Fault) {
	t.Helper()
	whole := retrieve(t, healthy(t), q, 100)
	if len(whole) < 2 {
		t.Fatalf("the healthy engine gave %d hits: give a query with two or more", len(whole))
	}
	for _, f := range faults {
		t.Run(f.Name, func(t *testing.T) {
			if f.Want == Hangs {
				hangs(t, f, q)
				return
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			hits, err := f.Open(t).Retrieve(ctx, q, 100)
			f.check(t, hits, err, whole)
		})
	}
}

func (f Fault) check(tb testing.TB, hits []retrieval.Hit, err error, whole []retrieval.Hit) {
	tb.Helper()
	if err != nil && len(hits) > 0 {
		tb.Errorf("%d hits next to the error %v, want none", len(hits), err)
	}
	switch f.Want {
	case Recovers:
		if err != nil || !reflect.DeepEqual(hits, whole) {
			tb.Errorf("got %v, error %v, want the whole ranking %v", hits, err, whole)
		}
	case Empty:
		if err != nil || len(hits) != 0 {
			tb.Errorf("got %d hits, error %v, want no hits and no error", len(hits), err)
		}
	case Fails:
		if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
			tb.Errorf("got %d hits, error %v, want an error of the query", len(hits), err)
		}
	case Unavailable:
		if !errors.Is(err, retrieval.ErrUnavailable) {
			tb.Errorf("got %d hits, error %v, want retrieval.ErrUnavailable", len(hits), err)
		}
	default:
		tb.Errorf("fault %q wants the outcome %d, which there is none of", f.Name, f.Want)
	}
}

// hangs checks that both ends of a context are noticed while a call is under way.
func hangs(t *testing.T, f Fault, q retrieval.Query) {
	for name, test := range map[string]struct {
		context func(context.Context) (context.Context, context.CancelFunc)
		want    error
	}{
		"cancelled": {func(ctx context.Context) (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(ctx)
			timer := time.AfterFunc(100*time.Millisecond, cancel)
			return ctx, func() { timer.Stop(); cancel() }
		}, context.Canceled},
		"expired": {func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 100*time.Millisecond)
		}, context.DeadlineExceeded},
	} {
		t.Run(name, func(t *testing.T) {
			r := f.Open(t)
			ctx, cancel := test.context(t.Context())
			defer cancel()
			begin := time.Now()
			hits, err := r.Retrieve(ctx, q, 100)
			if !errors.Is(err, test.want) || len(hits) > 0 || errors.Is(err, retrieval.ErrUnavailable) {
				t.Errorf("got %d hits, error %v, want %v", len(hits), err, test.want)
			}
			if took := time.Since(begin); took > patience {
				t.Errorf("took %v to notice that the context had ended", took)
			}
		})
	}
}
