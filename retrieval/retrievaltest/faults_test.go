package retrievaltest

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/rankduel/rankduel/retrieval"
)

var (
	whole     = []retrieval.Hit{{ID: "b", Score: 2}, {ID: "a", Score: 1}}
	errQuery  = errors.New("malformed answer")
	errEngine = fmt.Errorf("%w: connection refused", retrieval.ErrUnavailable)
)

// An adapter without HTTP brings its own faults.
func TestRunFaults(t *testing.T) {
	fault := func(name string, want Outcome, hits []retrieval.Hit, err error) Fault {
		return Fault{Name: name, Want: want, Open: func(testing.TB) retrieval.Retriever {
			return retrieval.Func(func(context.Context, retrieval.Query, int) ([]retrieval.Hit, error) { return hits, err })
		}}
	}
	healthy := fault("", Recovers, whole, nil).Open
	RunFaults(t, healthy, retrieval.Query{ID: "1"},
		fault("restarted", Recovers, whole, nil),
		fault("no match", Empty, nil, nil),
		fault("malformed", Fails, nil, errQuery),
		fault("dead", Unavailable, nil, errEngine),
		Fault{Name: "silent", Want: Hangs, Open: func(testing.TB) retrieval.Retriever {
			return retrieval.Func(func(ctx context.Context, _ retrieval.Query, _ int) ([]retrieval.Hit, error) {
				<-ctx.Done()
				return nil, fmt.Errorf("waiting: %w", ctx.Err())
			})
		}})
}

// A recorder notes that a test would have failed.
type recorder struct {
	testing.TB
	failures []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

// The suite finds what it is there to find.
func TestCheckFinds(t *testing.T) {
	for _, test := range []struct {
		name string
		want Outcome
		hits []retrieval.Hit
		err  error
	}{
		{"shortened ranking", Recovers, whole[:1], nil},
		{"no ranking", Recovers, nil, nil},
		{"error in place of a retry", Recovers, nil, errEngine},
		{"hits next to an error", Fails, whole[:1], errQuery},
		{"hits of nothing", Empty, whole, nil},
		{"error of nothing", Empty, nil, errQuery},
		{"malformed answer taken for none", Fails, nil, nil},
		{"malformed answer taken for a timeout", Fails, nil, context.DeadlineExceeded},
		{"engine that is down taken for a bad query", Unavailable, nil, errQuery},
		{"engine that is down taken for an empty one", Unavailable, nil, nil},
		{"no outcome", 0, nil, nil},
	} {
		r := &recorder{TB: t}
		Fault{Name: test.name, Want: test.want}.check(r, test.hits, test.err, whole)
		if len(r.failures) == 0 {
			t.Errorf("%s: not found", test.name)
		}
	}
	for want, answer := range map[Outcome]struct {
		hits []retrieval.Hit
		err  error
	}{Recovers: {whole, nil}, Empty: {}, Fails: {nil, errQuery}, Unavailable: {nil, errEngine}} {
		r := &recorder{TB: t}
		Fault{Want: want}.check(r, answer.hits, answer.err, whole)
		if len(r.failures) > 0 {
			t.Errorf("outcome %d: %v", want, r.failures)
		}
	}
}
