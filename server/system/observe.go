package system

import (
	"context"
	"errors"

	"github.com/rankduel/rankduel/testsets"
)

// Observe has someone told of every evaluation that is asked for of the whole
// configuration on the experiment's own test set, as its file is. It is called
// before the first one. An evaluation that was cancelled is not told: that
// someone did not want to wait says nothing about the system.
func (s *System) Observe(tell func(*Evaluated, error)) { s.observer = tell }

func (s *System) observed(set *testsets.TestSet, e *Evaluated, err error) {
	var asked *AskError
	if s.observer == nil || errors.Is(err, context.Canceled) || errors.As(err, &asked) {
		return
	}
	if own, unread := s.sets.ownSet(); unread == nil && own.SHA256() == set.SHA256() && own.Label() == set.Label() {
		s.observer(e, err)
	}
}
