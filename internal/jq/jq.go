// Package jq runs jq expressions over JSON that others wrote: answers of engines and programs, and their files. An expression sees its input and its
// variables: no environment, no files, no modules. The language is jq's as gojq has it, https://github.com/itchyny/gojq.
package jq

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"

	"github.com/itchyny/gojq"
)

// An Expression is compiled jq. It is safe for concurrent use.
type Expression struct {
	name string
	code *gojq.Code
}

// Compile says where a text is wrong. Name is what errors call the expression; variables begin with $.
func Compile(name, text string, variables ...string) (*Expression, error) {
	query, err := gojq.Parse(text)
	if err != nil {
		var parse *gojq.ParseError
		if errors.As(err, &parse) {
			end := min(parse.Offset, len(text))
			return nil, fmt.Errorf("%s: %w after %q", name, err, text[max(0, end-20):end])
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	bound(reflect.ValueOf(query))
	code, err := gojq.Compile(query, append(withCharges(), gojq.WithVariables(append(slices.Clone(variables), roomName)))...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &Expression{name, code}, nil
}

// Results gives what the expression makes of an input, with the values of its variables. An error is the last of them:
// ctx's, or one that names the expression. An expression that takes more than 10 million steps, makes more than
// 256 MiB, or gives more than 64 MiB, is one.
func (x *Expression) Results(ctx context.Context, input any, values ...any) iter.Seq2[any, error] {
	return func(yield func(any, error) bool) {
		results := x.code.RunWithContext(&budget{ctx, maxSteps}, input, append(slices.Clone(values), newRoom())...)
		room := maxOutput
		for {
			v, ok := results.Next()
			if !ok {
				return
			}
			if err, failed := v.(error); failed {
				if ctx.Err() != nil {
					err = ctx.Err()
				} else {
					err = fmt.Errorf("%s: %w", x.name, err)
				}
				yield(nil, err)
				return
			}
			if room -= size(v, room); room < 0 {
				yield(nil, fmt.Errorf("%s: %w", x.name, errOutput))
				return
			}
			if !yield(v, nil) {
				return
			}
		}
	}
}

// List gathers at most limit things that come one by one or in lists. No more is run of an expression than that takes.
func (x *Expression) List(ctx context.Context, limit int, input any, values ...any) ([]any, error) {
	list := []any{}
	if limit < 1 {
		return list, nil
	}
	for v, err := range x.Results(ctx, input, values...) {
		if err != nil {
			return nil, err
		}
		if several, ok := v.([]any); ok {
			list = append(list, several...)
		} else {
			list = append(list, v)
		}
		if len(list) >= limit {
			return list[:limit], nil
		}
	}
	return list, nil
}
