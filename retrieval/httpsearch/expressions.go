package httpsearch

import (
	"context"
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/internal/jq"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/internal/wirejson"
)

// expressions are those of one declaration; nil is none.
type expressions struct {
	hits, answer, failed *jq.Expression
	params               any // as jq knows values
}

// expressions compiles jq and says where it is wrong.
func (s Settings) expressions() (*expressions, error) {
	var e expressions
	var faults prose.Faults
	for _, one := range []struct {
		name, text string
		to         **jq.Expression
	}{{"hits", s.Hits, &e.hits}, {"answer", s.Answer, &e.answer}, {"failed", s.Failed, &e.failed}} {
		if one.text == "" {
			continue
		}
		var err error
		*one.to, err = jq.Compile(one.name, one.text, "$query", "$k", "$id", "$params")
		faults = append(faults, err)
	}
	content, err := plainjson.Line(s.Params) // by way of JSON, which makes the types that jq takes
	if err == nil {
		err = wirejson.Decode(content, &e.params)
	}
	faults.In("params", err)
	return &e, faults.Join()
}

// A question is what an expression is run on: the response to a query and what its variables stand for.
type question struct {
	response any
	query    retrieval.Query
	k        int
	params   any
}

func (q question) variables() []any { return []any{q.query.Text, q.k, q.query.ID, q.params} }

// ranking returns the first k of what the expression hits gives.
func (e *expressions) ranking(ctx context.Context, q question) ([]retrieval.Hit, error) {
	list, err := e.hits.List(ctx, q.k, q.response, q.variables()...)
	if err != nil {
		return nil, err
	}
	hits, err := wirejson.Ranking(list)
	if err != nil {
		return nil, fmt.Errorf("hits: %w", err)
	}
	return hits, nil
}

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
