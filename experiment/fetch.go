package experiment

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/rankduel/rankduel/retrieval"
)

// DefaultTimeout bounds one query of one component.
const DefaultTimeout = 30 * time.Second

// A fetcher asks retrievers with bounded concurrency and a timeout for each
// query.
type fetcher struct {
	settings RetrieveSettings
	clock    func() time.Time
}

func (f fetcher) now() time.Time {
	if f.clock == nil {
		return time.Now()
	}
	return f.clock()
}

// fetch asks one query. Whatever goes wrong with it, a panic of the retriever
// included, ends in the recording: one query never ends a run.
func (f fetcher) fetch(run context.Context, r retrieval.Retriever, q retrieval.Query, k int) (rec Recording) {
	timeout := f.settings.Timeout
	if timeout == 0 {
		timeout = DefaultTimeout
	}
	asked, cancel := context.WithTimeout(run, timeout)
	defer cancel()
	rec.QueryID = q.ID
	defer func() {
		if p := recover(); p != nil {
			rec.Hits, rec.Error = nil, fmt.Sprintf("the retriever panicked: %v", p)
		}
	}()
	start := f.now()
	hits, err := r.Retrieve(asked, q, k)
	rec.LatencyMS = float64(f.now().Sub(start)) / float64(time.Millisecond)
	switch {
	case err == nil && errors.Is(asked.Err(), context.DeadlineExceeded):
		err = fmt.Errorf("no answer within %v: %w", timeout, asked.Err()) // a late answer is none
	case errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("no answer within %v: %w", timeout, err)
	}
	if err != nil {
		rec.Error = err.Error()
		return rec
	}
	rec.Hits = hits[:min(k, len(hits))]
	return rec
}

// each calls do(0) … do(n−1) from a bounded number of goroutines, and after
// each of them done(i), never two at once. It stops early only with ctx.
func (f fetcher) each(ctx context.Context, n int, do func(i int), done func(i int)) error {
	workers := f.settings.Concurrency
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	jobs := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range min(workers, n) {
		wg.Go(func() {
			for i := range jobs {
				do(i)
				mu.Lock()
				done(i)
				mu.Unlock()
			}
		})
	}
feed:
	for i := range n {
		select {
		case jobs <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(jobs)
	wg.Wait()
	return ctx.Err()
}
