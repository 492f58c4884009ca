package httpsearch

import (
	"context"
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/internal/wirejson"
)

// ErrDegraded is wrapped by the error of a query that the engine answered, but says itself that it did not answer
// in full.
var ErrDegraded = errors.New("the engine's answer is not whole")

// failure asks the expression failed whether the response is one.
func (e *expressions) failure(ctx context.Context, q question) error {
	if e.failed == nil {
		return nil
	}
	for v, err := range e.failed.Results(ctx, q.response, q.variables()...) {
		if err != nil {
			return err
		}
		switch reason := v.(type) {
		case nil:
		case bool:
			if reason {
				return fmt.Errorf("failed: %w", ErrDegraded)
			}
		case string:
			if reason != "" {
				return fmt.Errorf("failed: %w: %s", ErrDegraded, reason)
			}
		default:
			return fmt.Errorf("failed: the expression gave %s: want a text, true, false or null", wirejson.Kind(v))
		}
	}
	return nil
}

// written returns what the expression answer gives; nil when that is nothing or null.
func (e *expressions) written(ctx context.Context, q question) (*retrieval.Answer, error) {
	if e.answer == nil {
		return nil, nil
	}
	var answer *retrieval.Answer
	for v, err := range e.answer.Results(ctx, q.response, q.variables()...) {
		if err != nil {
			return nil, err
		}
		if answer != nil {
			return nil, errors.New("answer: the expression gave more than one")
		}
		if answer, err = wirejson.Answer(v); err != nil {
			return nil, fmt.Errorf("answer: %w", err)
		}
	}
	return answer, nil
}
