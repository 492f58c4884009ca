package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"
)

// shuffle puts mutants into a random order that depends on the seed and, for
// each mutant, on its own function alone: a change elsewhere in the package
// leaves the sample as it was.
func shuffle(all []mutant, seed uint64) {
	draw := func(m mutant) []byte {
		sum := sha256.Sum256(fmt.Appendf(nil, "%d\x00%s", seed, m.id))
		return sum[:]
	}
	slices.SortFunc(all, func(a, b mutant) int { return bytes.Compare(draw(a), draw(b)) })
}

type result int

const (
	killed result = iota
	lived
	timedOut
	notViable // does not compile
)

func (r result) String() string {
	return [...]string{"killed", "lived", "timed out", "not viable"}[r]
}

type outcome struct {
	mutant
	result result
}

// tryUntil tries mutants in order until want of them were viable, by place.
// It goes in rounds, so that the number of workers does not change which.
func tryUntil(ctx context.Context, queue []mutant, want, workers int,
	try func(context.Context, mutant) (result, error),
) ([]outcome, error) {
	var done []outcome
	for want > 0 && len(queue) > 0 {
		round := make([]outcome, min(want, len(queue)))
		for i := range round {
			round[i].mutant = queue[i]
		}
		queue = queue[len(round):]
		if err := tryAll(ctx, round, workers, try); err != nil {
			return nil, err
		}
		for _, o := range round {
			if o.result != notViable {
				want--
			}
		}
		done = append(done, round...)
	}
	slices.SortFunc(done, func(a, b outcome) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.offset, b.offset), cmp.Compare(a.new, b.new))
	})
	return done, nil
}

func tryAll(ctx context.Context, round []outcome, workers int,
	try func(context.Context, mutant) (result, error),
) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan *outcome)
	var wg sync.WaitGroup
	for range min(workers, len(round)) {
		wg.Go(func() {
			for o := range next {
				r, err := try(ctx, o.mutant)
				if err != nil {
					cancel(err)
				}
				o.result = r
			}
		})
	}
	for i := range round {
		if ctx.Err() != nil {
			break
		}
		next <- &round[i]
	}
	close(next)
	wg.Wait()
	return context.Cause(ctx)
}
