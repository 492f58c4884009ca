package command

import (
	"context"
	"slices"
	"sync"
)

// Seats bound the requests of each instance. Callers get theirs in the order in which they came.
type seats struct {
	limit int // of one instance

	mu      sync.Mutex
	used    []int // by instance
	waiting []*waiter
}

type waiter struct {
	cost    int
	granted chan seat // with room for one
}

// A seat is the right to have a request at an instance.
type seat struct {
	instance int
	cost     int
}

func newSeats(instances, limit int) *seats { return &seats{limit: limit, used: make([]int, instances)} }

// take waits for a seat at the instance that has most room. Alone means that no one else has one there.
func (s *seats) take(ctx context.Context, alone bool) (seat, error) {
	w := &waiter{cost: 1, granted: make(chan seat, 1)}
	if alone {
		w.cost = s.limit
	}
	s.mu.Lock()
	s.waiting = append(s.waiting, w)
	s.grant()
	s.mu.Unlock()
	select {
	case got := <-w.granted:
		return got, nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.Index(s.waiting, w); i >= 0 {
		s.waiting = slices.Delete(s.waiting, i, i+1)
	} else { // granted in the meantime
		s.used[(<-w.granted).instance] -= w.cost
	}
	s.grant() // anyone who waited behind this one may have room
	return seat{}, ctx.Err()
}

func (s *seats) free(got seat) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used[got.instance] -= got.cost
	s.grant()
}

// grant serves those who wait, until the first of them finds no room: one who wants to be alone is not overtaken for
// ever.
func (s *seats) grant() {
	for len(s.waiting) > 0 {
		first := s.waiting[0]
		i := slices.Index(s.used, slices.Min(s.used))
		if s.used[i]+first.cost > s.limit {
			return
		}
		s.used[i] += first.cost
		s.waiting = slices.Delete(s.waiting, 0, 1)
		first.granted <- seat{i, first.cost}
	}
}
