package httpsearch

import (
	"context"
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/retrieval"
)

// ErrDegraded is wrapped by the error of a query that the engine answered, but says itself that it did not answer
// in full.
var ErrDegraded = errors.New("the engine's answer is not whole")

// failure asks the expression whether the response is a failure.
func (x *expression) failure(ctx context.Context, response any, q question) error {
	return x.run(ctx, response, q, func(v any) (bool, error) {
		switch reason := v.(type) {
		case nil:
			return true, nil
		case bool:
			if reason {
				return false, ErrDegraded
			}
			return true, nil
		case string:
			if reason != "" {
				return false, fmt.Errorf("%w: %s", ErrDegraded, reason)
			}
			return true, nil
		}
		return false, fmt.Errorf("the expression gave %s: want a text, true, false or null", kind(v))
	})
}

// answer runs the expression; nil when it gives nothing or null.
func (x *expression) answer(ctx context.Context, response any, q question) (*retrieval.Answer, error) {
	var answer *retrieval.Answer
	err := x.run(ctx, response, q, func(v any) (bool, error) {
		if answer != nil {
			return false, errors.New("the expression gave more than one answer")
		}
		if v == nil {
			return true, nil
		}
		var err error
		answer, err = answerOf(v)
		return true, err
	})
	if err != nil {
		return nil, err
	}
	return answer, nil
}

func answerOf(v any) (*retrieval.Answer, error) {
	object, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the expression gave %s: want {text, grounded, citations}", kind(v))
	}
	if err := known(object, "text", "grounded", "citations"); err != nil {
		return nil, err
	}
	text, err := textOf(object["text"])
	if err != nil {
		return nil, err
	}
	a := &retrieval.Answer{Text: text}
	if object["citations"] != nil {
		list, ok := object["citations"].([]any)
		if !ok {
			return nil, fmt.Errorf("citations is %s: want a list", kind(object["citations"]))
		}
		for i, one := range list {
			c, err := citationOf(one)
			if err != nil {
				return nil, fmt.Errorf("citation %d: %w", i+1, err)
			}
			a.Citations = append(a.Citations, c)
		}
	}
	switch grounded := object["grounded"].(type) {
	case nil:
		a.Grounded = len(a.Citations) > 0
	case bool:
		a.Grounded = grounded
	default:
		return nil, fmt.Errorf("grounded is %s: want true or false", kind(grounded))
	}
	return a, nil
}

func citationOf(v any) (retrieval.Citation, error) {
	if object, ok := v.(map[string]any); ok {
		if err := known(object, "path"); err != nil {
			return retrieval.Citation{}, err
		}
		v = object["path"]
	}
	path, ok := v.(string)
	if !ok || path == "" {
		return retrieval.Citation{}, errors.New("want a path, or {path}")
	}
	return retrieval.Citation{Path: path}, nil
}
