package recording_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
)

// A responder answers as it is told, and takes its time by the test's clock.
type responder struct {
	clock *time.Time
	says  retrieval.Response
	err   error
}

func (r responder) Retrieve(context.Context, retrieval.Query, int) ([]retrieval.Hit, error) {
	return r.says.Hits, r.err
}

func (r responder) Respond(context.Context, retrieval.Query, int) (retrieval.Response, error) {
	*r.clock = r.clock.Add(40 * time.Millisecond)
	return r.says, r.err
}

// A texter can be asked for texts again.
type texter struct{ responder }

func (texter) Text(string) (string, bool) { return "again", true }

// What is recorded of one call: the time by the clock unless the engine knows it
// better, no more hits than were asked for, no texts that can be had again, and
// of a failure its message alone.
func TestFetch(t *testing.T) {
	now := time.Unix(0, 0)
	three := []retrieval.Hit{{ID: "a", Score: 3, Text: "text"}, {ID: "b", Score: 2}, {ID: "c", Score: 1}}
	answer := &retrieval.Answer{Text: "so"}
	for _, c := range []struct {
		what        string
		by          retrieval.Retriever
		want        result.Recording
		unavailable bool
	}{
		{"an answer", responder{clock: &now, says: retrieval.Response{Hits: three[:2:2], Answer: answer}}, result.Recording{Hits: three[:2], Answer: answer, LatencyMS: 40, Attempts: 1}, false},
		{"more than asked", responder{clock: &now, says: retrieval.Response{Hits: three}}, result.Recording{Hits: three[:2], LatencyMS: 40, Attempts: 1}, false},
		{"fewer than asked", responder{clock: &now, says: retrieval.Response{Hits: three[2:]}}, result.Recording{Hits: three[2:], LatencyMS: 40, Attempts: 1}, false},
		{"timed by itself", responder{clock: &now, says: retrieval.Response{Took: 1500 * time.Microsecond, Attempts: 3}}, result.Recording{LatencyMS: 1.5, Attempts: 3}, false},
		{"texts to be had again", texter{responder{clock: &now, says: retrieval.Response{Hits: []retrieval.Hit{{ID: "a", Score: 3, Text: "text"}}}}}, result.Recording{Hits: []retrieval.Hit{{ID: "a", Score: 3}}, LatencyMS: 40, Attempts: 1}, false},
		{"a bad query", responder{clock: &now, says: retrieval.Response{Hits: three, Attempts: 2}, err: errors.New("no such field")}, result.Recording{LatencyMS: 40, Attempts: 2, Error: "no such field"}, false},
		{"down", responder{clock: &now, err: fmt.Errorf("refused: %w", retrieval.ErrUnavailable)}, result.Recording{LatencyMS: 40, Attempts: 1, Error: "refused: " + retrieval.ErrUnavailable.Error()}, true},
		{"slow by its own word", responder{clock: &now, err: context.DeadlineExceeded}, result.Recording{LatencyMS: 40, Attempts: 1, Error: "no reply within 30s: context deadline exceeded"}, false},
	} {
		f := recording.Fetcher{Clock: func() time.Time { return now }}
		got, unavailable := f.Fetch(t.Context(), c.by, retrieval.Query{ID: "q1"}, 2)
		c.want.QueryID = "q1"
		if diff := cmp.Diff(c.want, got); diff != "" || unavailable != c.unavailable {
			t.Errorf("%s: unavailable %v, want %v (-want +got):\n%s", c.what, unavailable, c.unavailable, diff)
		}
	}
}

// A retriever that panics fails that query.
func TestFetchOfPanic(t *testing.T) {
	panics := retrieval.Func(func(context.Context, retrieval.Query, int) ([]retrieval.Hit, error) { panic("index 7") })
	got, unavailable := recording.Fetcher{}.Fetch(t.Context(), panics, retrieval.Query{ID: "q1"}, 2)
	if got.Error != "the retriever panicked: index 7" || got.QueryID != "q1" || got.Attempts != 1 || unavailable {
		t.Errorf("of a panic %+v, unavailable %v", got, unavailable)
	}
}

// A ranking that comes too late is none, and took as long as was waited for it.
// The clock is that of time.Now, which moves here only when all wait.
func TestFetchTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		late := retrieval.Func(func(ctx context.Context, _ retrieval.Query, _ int) ([]retrieval.Hit, error) {
			<-ctx.Done()
			return []retrieval.Hit{{ID: "a"}}, nil
		})
		f := recording.Fetcher{Settings: recording.Settings{Timeout: time.Millisecond}}
		got, _ := f.Fetch(t.Context(), late, retrieval.Query{ID: "q1"}, 2)
		want := result.Recording{QueryID: "q1", LatencyMS: 1, Attempts: 1, Error: "no reply within 1ms: context deadline exceeded"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// Every index is done once, as many at a time as were allowed, and reported one
// at a time. When the context ends, no new one is begun.
func TestEach(t *testing.T) {
	for _, c := range []struct{ n, concurrency, most int }{{0, 3, 0}, {1, 3, 1}, {7, 3, 3}, {7, 1, 1}} {
		var mu sync.Mutex
		under, most := 0, 0
		did, told := make([]int, c.n), make([]int, c.n)
		full := make(chan struct{}) // closed when as many are under way as may be
		err := recording.Fetcher{Settings: recording.Settings{Concurrency: c.concurrency}}.Each(t.Context(), c.n, func(i int) {
			mu.Lock()
			under++
			if most = max(most, under); under == c.most && did[c.n-1] == 0 && most == c.most {
				select {
				case <-full:
				default:
					close(full)
				}
			}
			mu.Unlock()
			<-full
			mu.Lock()
			did[i]++
			under--
			mu.Unlock()
		}, func(i int) { told[i] += did[i] })
		if err != nil || most != c.most {
			t.Errorf("Each of %d with %d at once: %v, %d at once, want %d", c.n, c.concurrency, err, most, c.most)
		}
		for i := range c.n {
			if did[i] != 1 || told[i] != 1 {
				t.Errorf("Each of %d: index %d done %d times and told %d times, want once", c.n, i, did[i], told[i])
			}
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	did := 0
	err := recording.Fetcher{Settings: recording.Settings{Concurrency: 1}}.Each(ctx, 1000, func(int) {
		did++
		stop()
	}, func(int) {})
	if !errors.Is(err, context.Canceled) || did > 100 { // one is done, and a coin decides each further one
		t.Errorf("Each = %v after %d of 1000, want it to end", err, did)
	}
}
