package recording

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/httpclient"
	"github.com/rankduel/rankduel/retrieval"
)

// A Fetcher asks retrievers with bounded concurrency and a timeout for each query.
type Fetcher struct {
	Settings Settings
	Clock    func() time.Time // nil means time.Now
}

func (f Fetcher) now() time.Time {
	if f.Clock == nil {
		return time.Now()
	}
	return f.Clock()
}

// Fetch asks one query. Whatever goes wrong with it, a panic of the retriever included, ends in the
// recording: one query never ends a run. Unavailable says that it was not this query's fault.
func (f Fetcher) Fetch(run context.Context, r retrieval.Retriever, q retrieval.Query, k int) (rec result.Recording, unavailable bool) {
	rec, err := f.fetch(run, r, q, k)
	return rec, errors.Is(err, retrieval.ErrUnavailable)
}

// fetch returns Fetch with the error that the recording has as a text.
func (f Fetcher) fetch(run context.Context, r retrieval.Retriever, q retrieval.Query, k int) (rec result.Recording, err error) {
	timeout := cmp.Or(f.Settings.Timeout, DefaultTimeout)
	asked, cancel := httpclient.WithTimeout(run, timeout)
	defer cancel()
	rec.QueryID, rec.Attempts = q.ID, 1
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the retriever panicked: %v", p)
			rec.Hits, rec.Answer, rec.Error = nil, nil, err.Error()
		}
	}()
	start := f.now()
	response, err := respond(asked, r, q, k)
	took := f.now().Sub(start)
	if response.Took > 0 {
		took = response.Took
	}
	rec.LatencyMS = float64(took) / float64(time.Millisecond)
	rec.Attempts = max(1, response.Attempts)
	switch {
	case err == nil && errors.Is(asked.Err(), context.DeadlineExceeded):
		err = fmt.Errorf("no reply within %v: %w", timeout, asked.Err()) // a late one is none
	case errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("no reply within %v: %w", timeout, err)
	}
	if err != nil {
		rec.Error = err.Error()
		return rec, err
	}
	rec.Hits, rec.Answer = response.Hits[:min(k, len(response.Hits))], response.Answer
	if _, ok := r.(retrieval.Texter); ok {
		for i := range rec.Hits {
			rec.Hits[i].Text = "" // to be had again from the retriever
		}
	}
	return rec, nil
}

func respond(ctx context.Context, r retrieval.Retriever, q retrieval.Query, k int) (retrieval.Response, error) {
	if full, ok := r.(retrieval.Responder); ok {
		return full.Respond(ctx, q, k)
	}
	hits, err := r.Retrieve(ctx, q, k)
	return retrieval.Response{Hits: hits}, err
}

// Each calls do(0) … do(n−1) from a bounded number of goroutines, and after
// each of them done(i), never two at once. It stops early only with ctx.
func (f Fetcher) Each(ctx context.Context, n int, do func(i int), done func(i int)) error {
	var group errgroup.Group
	group.SetLimit(cmp.Or(max(f.Settings.Concurrency, 0), runtime.GOMAXPROCS(0)))
	var mu sync.Mutex
	for i := 0; i < n && ctx.Err() == nil; i++ {
		group.Go(func() error {
			do(i)
			mu.Lock()
			defer mu.Unlock()
			done(i)
			return nil
		})
	}
	return cmp.Or(group.Wait(), ctx.Err())
}

// A Shard is which queries of an experiment one of several processes asks. What is asked
// again, each decides by what was recorded before they began, so that all decide alike. The
// zero value has all queries, and decides by all that is recorded.
type Shard struct {
	I     int       `json:"i,omitempty"`    // from 1; 0: all queries, behind all shards
	N     int       `json:"n,omitempty"`    // the number of shards
	Since time.Time `json:"since,omitzero"` // when they began; zero: there are none
}

// Has tells whether query i of the experiment is in the shard.
func (s Shard) Has(i int) bool { return s.I == 0 || i%s.N == s.I-1 }

// Fresh tells what was recorded since the shards began: it is not asked again.
func (s Shard) Fresh(have result.RecordingState) bool {
	return !s.Since.IsZero() && !have.At.Before(s.Since.Truncate(time.Second)) // of which recordings have no part
}
