package jq

import (
	"context"
	"fmt"
	"math/big"
)

// What one run of an expression may do. A step takes some 50 ns, so the budget is
// half a second; [range(1e15)] holds 280 MB when it is spent, a recursion that
// does not end 500 MB. A response of 10 000 hits takes less than a million steps.
const (
	maxSteps  = 10_000_000
	maxOutput = 64 << 20
)

var (
	errSteps  = fmt.Errorf("stopped after %d million steps: it does not end, or does far too much for one answer", maxSteps/1_000_000)
	errOutput = fmt.Errorf("gave more than %d MiB: select the fields that are needed", maxOutput>>20)
)

// A budget is a context that ends after a number of steps: gojq asks for Done
// before each of them. It is for one goroutine.
type budget struct {
	context.Context
	left int
}

// over is closed.
var over = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

func (b *budget) Done() <-chan struct{} {
	if b.left--; b.left < 0 {
		return over
	}
	return b.Context.Done()
}

func (b *budget) Err() error {
	if err := b.Context.Err(); err != nil {
		return err
	}
	if b.left < 0 {
		return errSteps
	}
	return nil
}

// valueBytes is what a value takes besides its text.
const valueBytes = 16

// size is about the memory of a value when it is written out, which is more
// than it takes here where parts of it are shared. It stops beyond limit.
func size(v any, limit int) int {
	n := valueBytes
	switch v := v.(type) {
	case string:
		n += len(v)
	case *big.Int:
		n += len(v.Bits()) * 8
	case []any:
		for _, item := range v {
			if n > limit {
				break
			}
			n += size(item, limit-n)
		}
	case map[string]any:
		for key, item := range v {
			if n > limit {
				break
			}
			n += len(key) + size(item, limit-n)
		}
	}
	return n
}
