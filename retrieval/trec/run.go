package trec

import (
	"context"
	"sync"

	"github.com/rankduel/rankduel/internal/ordered"
)

// ReadRun reads a whole run into memory, its queries in file order. See [ScanRun] for the rules.
func ReadRun(ctx context.Context, src Source, opts RunOptions) ([]Recorded, RunStats, error) {
	var (
		mu  sync.Mutex
		run []Recorded
	)
	stats, err := ScanRun(ctx, src, opts, func(r *Ranking) error {
		one := r.recorded()
		mu.Lock()
		defer mu.Unlock()
		run = append(run, one)
		return nil
	}, func() { run = nil })
	if err != nil {
		return nil, RunStats{}, err
	}
	ordered.Stable(run, func(a, b Recorded) int { return int(a.offset - b.offset) })
	return run, stats, nil
}
