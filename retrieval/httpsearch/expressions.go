package httpsearch

import (
	"context"
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/internal/jq"
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
	var faults []error
	for _, one := range []struct {
		name, text string
		to         **jq.Expression
	}{{"hits", s.Hits, &e.hits}, {"answer", s.Answer, &e.answer}, {"failed", s.Failed, &e.failed}} {
		if one.text == "" {
			continue
		}
		var err error
		if *one.to, err = jq.Compile(one.name, one.text, "$query", "$k", "$id", "$params"); err != nil {
			faults = append(faults, err)
		}
	}
	content, err := wirejson.Encode(s.Params) // by way of JSON, which makes the types that jq takes
	if err == nil {
		err = wirejson.Decode(content, &e.params)
	}
	if err != nil {
		faults = append(faults, fmt.Errorf("params: %w", err))
	}
	return &e, errors.Join(faults...)
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
