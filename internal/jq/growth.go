package jq

import (
	"fmt"
	"math"
	"reflect"
	"strconv"

	"github.com/itchyny/gojq"
)

// A few steps make a text or a list of any size: "a" * 1e9 is one, . + . doubles, explode makes a list. Compile takes
// what comes of +, *, "\(.a)", assignments and functions that make texts and lists from the room of the run.

// maxGrown bounds what one run makes, together.
const maxGrown = 256 << 20

var errGrown = fmt.Errorf("made more than %d MiB: select the fields that are needed", maxGrown>>20)

// making has the functions, and formats such as @json, that make a value at once, with how many bytes they
// need for each of their input's, written out. 0 is of those that need no more than what they return.
var making = map[string]int{
	"explode": valueBytes, "split": 2 * valueBytes, "indices": valueBytes,
	"match": matchBytes, "capture": matchBytes, "scan": matchBytes, "splits": matchBytes, "sub": matchBytes, "gsub": matchBytes,
	"tojson": 6, "tostring": 6, "@json": 6, "@text": 6, "@html": 6, "@uri": 6, "@csv": 6, "@tsv": 6, "@sh": 6, "@base64": 2, "@base64d": 1,
	"tonumber": matchBytes, // of a million digits, which take a second
	"flatten":  1, "add": 1, "join": 1, "implode": 1, "fromjson": valueBytes, "walk": 1, "transpose": 1,
	"ascii_downcase": 1, "ascii_upcase": 1, "ltrimstr": 0, "rtrimstr": 0, "trim": 0, "ltrim": 0, "rtrim": 0,
	"reverse": 0, "sort": 0, "sort_by": 0, "group_by": 0, "unique": 0, "unique_by": 0, "keys": 0, "keys_unsorted": 0,
	"setpath": 0, "delpaths": 0, "del": 0, "map_values": 0, "to_entries": 0, "from_entries": 0, "with_entries": 0,
}

// matchBytes is what a match takes, of which there may be one for each byte.
const matchBytes = 256

// withCharges returns the functions that refuse a call whose input is too large for the room,
// and take from the room what was made.
func withCharges() []gojq.CompilerOption {
	return []gojq.CompilerOption{
		gojq.WithFunction("_before", 2, 2, func(input any, args []any) any {
			if each := args[0].(int); each > 0 && size(input, maxGrown/each) > args[1].([]any)[0].(int)/each {
				return errGrown
			}
			return input
		}),
		gojq.WithFunction("_factors", 3, 3, func(_ any, args []any) any { return charge(args[2], repeated(args[0], args[1]), args[:2:2]) }),
		gojq.WithFunction("_made", 1, 1, func(made any, args []any) any { return charge(args[0], shallow(made), made) }),
	}
}

// charge takes bytes from a room, and returns v or an error.
func charge(room any, bytes int, v any) any {
	list := room.([]any)
	left := list[0].(int) - bytes
	if left < 0 {
		return errGrown
	}
	list[0] = left
	return v
}

// roomName is the variable that has the bytes that are left, in a list that the
// functions change. A list is what an expression may read without harm.
const roomName = "$__room"

func newRoom() any { return []any{maxGrown} }

// repeated returns how many bytes a text takes that often, and 0 of other products.
func repeated(a, b any) int {
	if _, ok := b.(string); ok {
		a, b = b, a
	}
	text, _ := a.(string)
	n, _ := gojq.ToFloat64(b)
	return int(math.Min(max(n, 0)*float64(len(text)), math.MaxInt32))
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
		switch at := tree.Interface().(type) {
		case *gojq.Term:
			boundTerm(at)
		case *gojq.Query:
			boundQuery(at)
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
	write := call("tostring")
	if format != "" {
		write = &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeFormat, Format: format}}
	}
	var sum *gojq.Query
	for _, part := range s.Queries {
		if part.Term.Str == nil {
			part = pipe(part, write)
		}
		if sum == nil {
			sum = part
		} else {
			sum = &gojq.Query{Left: sum, Op: gojq.OpAdd, Right: part}
		}
	}
	return sum
}

// boundTerm lets a call of what is in making through where there is room for it.
func boundTerm(t *gojq.Term) {
	name := t.Format
	if t.Func != nil {
		name = t.Func.Name
	}
	each, makes := making[name]
	if !makes || t.Str != nil {
		return
	}
	done := *t
	done.SuffixList = nil
	before := call("_before", number(each), call(roomName))
	*t = gojq.Term{Type: gojq.TermTypeQuery, Query: pipe(before, made(&gojq.Query{Term: &done})), SuffixList: t.SuffixList}
}

// boundQuery takes what comes of + and of assignments from the room, and that of a text * n
// before. It makes of a += b what it means: b as $by | a |= . + $by.
func boundQuery(q *gojq.Query) {
	part := func(n int) *gojq.Query {
		return &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeIndex, Index: &gojq.Index{Start: number(n)}}}
	}
	switch op := q.Op; op {
	case gojq.OpMul:
		q.Left, q.Op, q.Right = call("_factors", q.Left, q.Right, call(roomName)), gojq.OpPipe, call("_multiply", part(0), part(1))
	case gojq.OpUpdateAdd, gojq.OpUpdateMul:
		by := &gojq.Pattern{Name: "$__by"}
		sum := &gojq.Query{Left: &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeIdentity}}, Op: gojq.OpAdd, Right: call(by.Name)}
		if op == gojq.OpUpdateMul {
			sum.Op = gojq.OpMul
		}
		boundQuery(sum)
		update := &gojq.Query{Left: q.Left, Op: gojq.OpModify, Right: sum}
		q.Left, q.Right, q.Op, q.Patterns = q.Right, made(update), gojq.OpPipe, []*gojq.Pattern{by}
	case gojq.OpAdd, gojq.OpAssign, gojq.OpModify, gojq.OpUpdateSub, gojq.OpUpdateDiv, gojq.OpUpdateMod, gojq.OpUpdateAlt:
		whole := *q
		*q = *made(&whole)
	}
}

func number(n int) *gojq.Query {
	return &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeNumber, Number: strconv.Itoa(n)}}
}

func call(name string, args ...*gojq.Query) *gojq.Query {
	return &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeFunc, Func: &gojq.Func{Name: name, Args: args}}}
}

func pipe(a, b *gojq.Query) *gojq.Query { return &gojq.Query{Left: a, Op: gojq.OpPipe, Right: b} }

func made(q *gojq.Query) *gojq.Query { return pipe(q, call("_made", call(roomName))) }
