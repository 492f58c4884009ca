package jq

import (
	"fmt"
	"math"
	"reflect"

	"github.com/itchyny/gojq"
)

// A few steps make a text or a list of any size: "a" * 1e9 is one, and . + . doubles.
// Compile has + and * of an expression, also those of texts such as "\(.a) \(.b)", done
// by functions that take what comes of them from the room of the run.

// maxGrown bounds what + and * make in one run, together.
const maxGrown = 256 << 20

var errGrown = fmt.Errorf("made more than %d MiB with + and *: select the fields that are needed", maxGrown>>20)

// roomName is the variable that has the bytes that are left, in a list that the
// functions change. A list is what an expression may read without harm.
const roomName = "$__room"

func newRoom() any { return []any{maxGrown} }

// growing names the functions by the operators that they stand for.
var growing = map[gojq.Operator]string{
	gojq.OpAdd: "_within_add", gojq.OpUpdateAdd: "_within_add",
	gojq.OpMul: "_within_multiply", gojq.OpUpdateMul: "_within_multiply",
}

// withGrowth returns the options that compile what bound returns.
func withGrowth() ([]gojq.CompilerOption, error) {
	var options []gojq.CompilerOption
	for _, op := range []gojq.Operator{gojq.OpAdd, gojq.OpMul} {
		query, err := gojq.Parse("$a " + op.String() + " $b")
		if err != nil {
			return nil, err
		}
		code, err := gojq.Compile(query, gojq.WithVariables([]string{"$a", "$b"}))
		if err != nil {
			return nil, err
		}
		options = append(options, gojq.WithFunction(growing[op], 3, 3, func(_ any, args []any) any {
			room := args[2].([]any)
			left := room[0].(int) - grown(op, args[0], args[1])
			if left < 0 {
				return errGrown
			}
			room[0] = left
			v, _ := code.Run(nil, args[0], args[1]).Next()
			return v
		}))
	}
	return options, nil
}

// grown returns about how many bytes come of two values, without what they share.
func grown(op gojq.Operator, a, b any) int {
	text, times := a, b
	if _, ok := b.(string); ok && op == gojq.OpMul {
		text, times = b, a
	}
	if s, ok := text.(string); ok && op == gojq.OpMul {
		n, _ := gojq.ToFloat64(times)
		return int(math.Min(max(n, 0)*float64(len(s)), math.MaxInt32))
	}
	return shallow(a) + shallow(b)
}

// shallow returns what a value takes besides the values in it.
func shallow(v any) int {
	switch v := v.(type) {
	case string:
		return len(v)
	case []any:
		return valueBytes * len(v)
	case map[string]any:
		return 3 * valueBytes * len(v)
	}
	return size(v, math.MaxInt)
}

// bound replaces operators, and texts with expressions in them, in all of a tree.
func bound(tree reflect.Value) {
	switch tree.Kind() {
	case reflect.Pointer:
		if tree.IsNil() {
			return
		}
		switch at := tree.Interface().(type) {
		case *gojq.Term:
			if s := at.Str; s != nil && s.Queries != nil {
				*at = gojq.Term{Type: gojq.TermTypeQuery, Query: joined(s, at.Format), SuffixList: at.SuffixList}
			}
		case *gojq.ObjectKeyVal:
			if s := at.KeyString; s != nil && s.Queries != nil {
				at.KeyString, at.KeyQuery = nil, joined(s, "")
			}
		}
		bound(tree.Elem())
		if query, ok := tree.Interface().(*gojq.Query); ok && growing[query.Op] != "" {
			boundQuery(query)
		}
	case reflect.Struct:
		for i := range tree.NumField() {
			bound(tree.Field(i))
		}
	case reflect.Slice:
		for i := range tree.Len() {
			bound(tree.Index(i))
		}
	}
}

// joined returns the sum that a text with expressions in it is; each is written by a
// format such as @base64, or as text.
func joined(s *gojq.String, format string) *gojq.Query {
	write := &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeFunc, Func: &gojq.Func{Name: "tostring"}}}
	if format != "" {
		write = &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeFormat, Format: format}}
	}
	var sum *gojq.Query
	for _, part := range s.Queries {
		if part.Term.Str == nil {
			part = &gojq.Query{Left: part, Op: gojq.OpPipe, Right: write}
		}
		if sum == nil {
			sum = part
		} else {
			sum = &gojq.Query{Left: sum, Op: gojq.OpAdd, Right: part}
		}
	}
	return sum
}

// boundQuery makes a call of a + b, and of a += b what it means: b as $by | a |= . + $by.
func boundQuery(q *gojq.Query) {
	call := func(a, b *gojq.Query) *gojq.Query {
		return &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeFunc, Func: &gojq.Func{Name: growing[q.Op], Args: []*gojq.Query{a, b, variable(roomName)}}}}
	}
	if q.Op == gojq.OpAdd || q.Op == gojq.OpMul {
		q.Term, q.Left, q.Right, q.Op = call(q.Left, q.Right).Term, nil, nil, 0
		return
	}
	const by = "$__by"
	this := &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeIdentity}}
	update := &gojq.Query{Left: q.Left, Op: gojq.OpModify, Right: call(this, variable(by))}
	q.Left, q.Right, q.Op, q.Patterns = q.Right, update, gojq.OpPipe, []*gojq.Pattern{{Name: by}}
}

func variable(name string) *gojq.Query {
	return &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeFunc, Func: &gojq.Func{Name: name}}}
}
