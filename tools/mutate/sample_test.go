package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
)

func numbered(n int) []mutant {
	all := make([]mutant, n)
	for i := range all {
		all[i] = mutant{name: "x.go", offset: i, id: fmt.Sprint(i)}
	}
	return all
}

func TestShuffle(t *testing.T) {
	one, again, other := numbered(100), numbered(100), numbered(100)
	slices.Reverse(again)
	shuffle(one, 1)
	shuffle(again, 1)
	shuffle(other, 2)
	if !slices.Equal(one, again) {
		t.Error("the order in which mutants were found changed the sample")
	}
	if slices.Equal(one, other) || slices.Equal(one, numbered(100)) {
		t.Error("the seed changed nothing")
	}
}

// TestTryUntil tries mutants of which every third does not compile: any number
// of workers has to end with the same ten others.
func TestTryUntil(t *testing.T) {
	try := func(_ context.Context, m mutant) (result, error) {
		if m.offset%3 == 0 {
			return notViable, nil
		}
		return killed, nil
	}
	for _, workers := range []int{1, 2, 7} {
		got, err := tryUntil(context.Background(), numbered(100), 10, workers, try)
		if err != nil {
			t.Fatal(err)
		}
		var viable []int
		for _, o := range got {
			if o.result == killed {
				viable = append(viable, o.offset)
			}
		}
		if want := []int{1, 2, 4, 5, 7, 8, 10, 11, 13, 14}; !slices.Equal(viable, want) {
			t.Errorf("%d workers: tried %v, want %v", workers, viable, want)
		}
	}
	if got, err := tryUntil(context.Background(), numbered(5), 10, 2, try); err != nil || len(got) != 5 {
		t.Errorf("of five mutants %d were tried, %v", len(got), err)
	}
}

func TestTryUntilStops(t *testing.T) {
	broken := errors.New("the disk is full")
	try := func(context.Context, mutant) (result, error) { return 0, broken }
	if _, err := tryUntil(context.Background(), numbered(50), 50, 2, try); !errors.Is(err, broken) {
		t.Errorf("err = %v", err)
	}
}
