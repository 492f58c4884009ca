package httpsearch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/itchyny/gojq"
)

// An expression is compiled jq; nil is none.
type expression struct {
	name string
	code *gojq.Code
}

// expressions are those of one declaration.
type expressions struct {
	hits, answer, failed *expression
	params               any // as jq knows values
}

// expressions compiles jq and says where it is wrong.
func (s Settings) expressions() (*expressions, error) {
	var e expressions
	var faults []error
	for _, one := range []struct {
		name, text string
		to         **expression
	}{{"hits", s.Hits, &e.hits}, {"answer", s.Answer, &e.answer}, {"failed", s.Failed, &e.failed}} {
		if one.text == "" {
			continue
		}
		compiled, err := compile(one.name, one.text)
		if err != nil {
			faults = append(faults, err)
		}
		*one.to = compiled
	}
	params, err := jqValue(s.Params)
	if err != nil {
		faults = append(faults, fmt.Errorf("params: %w", err))
	}
	e.params = params
	return &e, errors.Join(faults...)
}

func compile(name, text string) (*expression, error) {
	query, err := gojq.Parse(text)
	if err != nil {
		var parse *gojq.ParseError
		if errors.As(err, &parse) {
			offset := min(parse.Offset, len(text))
			return nil, fmt.Errorf("%s: %w after %q", name, err, text[max(0, offset-20):offset])
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	// No loaders: an expression sees the response and its variables, no environment and no files.
	code, err := gojq.Compile(query, gojq.WithVariables([]string{"$query", "$k", "$id", "$params"}))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &expression{name, code}, nil
}

// jqValue turns a value into the types that gojq takes, by way of JSON.
func jqValue(v any) (any, error) {
	content, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return decode(content)
}

// decode reads one JSON value and keeps the digits of its numbers.
func decode(content []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(content))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("more follows the JSON value at byte %d", d.InputOffset())
	}
	return v, nil
}

// run gives the results to yield, until it reports false.
func (x *expression) run(ctx context.Context, response any, q question, yield func(any) (more bool, err error)) error {
	results := x.code.RunWithContext(ctx, response, q.text, q.k, q.id, q.params)
	for {
		v, ok := results.Next()
		if !ok {
			return nil
		}
		if err, isErr := v.(error); isErr {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("%s: %w", x.name, err)
		}
		more, err := yield(v)
		if err != nil {
			return fmt.Errorf("%s: %w", x.name, err)
		}
		if !more {
			return nil
		}
	}
}

// A question is what the variables of an expression stand for.
type question struct {
	text, id string
	k        int
	params   any
}
