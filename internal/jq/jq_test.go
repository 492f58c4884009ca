package jq_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/internal/jq"
)

func compile(t *testing.T, text string) *jq.Expression {
	t.Helper()
	x, err := jq.Compile("hits", text, "$query", "$k")
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestCompileFaults(t *testing.T) {
	for text, want := range map[string]string{
		".a | ]":                      `unexpected token "]" after ".a | ]"`,
		".results[] | {id: .doc, sco": `unexpected EOF after "s[] | {id: .doc, sco"`,
		"$k + $id":                    "variable not defined: $id",
		"nothing(1)":                  "function not defined: nothing/1",
		`import "m" as m; m::f`:       "hits: ",
		`include "m"; .`:              "hits: ",
		"input":                       "input(s)/0 is not allowed",
	} {
		x, err := jq.Compile("hits", text, "$query", "$k")
		if x != nil || err == nil || !strings.HasPrefix(err.Error(), "hits: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestList(t *testing.T) {
	input := map[string]any{"a": []any{1, 2, 3}}
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{".a[]", 9, "[1 2 3]"},
		{".a", 9, "[1 2 3]"},
		{".a, 4, [5, 6]", 9, "[1 2 3 4 5 6]"},
		{".a, 4, [5, 6]", 5, "[1 2 3 4 5]"},
		{".a", 2, "[1 2]"},
		{"[.a]", 9, "[[1 2 3]]"}, // one level alone
		{"empty", 9, "[]"},
		{"null", 9, "[<nil>]"},
		{"$query, $k", 9, "[cats 7]"},
		{"$ENV, env", 9, "[map[] map[]]"}, // no secret can be read
		{`1, error("not reached")`, 1, "[1]"},
		{`[(1, 2) * (3, 4)], [(1, 2) + (3, 4)]`, 9, "[3 6 4 8 4 5 5 6]"}, // as jq 1.7.1 prints it
		{`{a: 2} | .a += 3 | .a *= 5 | .a`, 9, "[25]"},
		{`"\(1)-\("b")", @base64 "\("hi")!", {"k\(1)": 2}.k1`, 9, "[1-b aGk=! 2]"},
		{`def f: "a" * $k; f + "b"`, 9, "[aaaaaaab]"},
		{`"ab" | explode, split("b")[0], ascii_upcase, [match("."; "g").string], gsub("a"; "c"), tojson`, 9, `[97 98 a AB a b cb "ab"]`},
		{`[3, 1] | sort, reverse, add, (.[0] = 2), del(.[0]), (.[5]? // "none"), @csv, (map(tostring) | join("-"))`, 99, `[1 3 1 3 4 2 1 1 none 3,1 3-1]`},
		{`null + 1, {a: 1} * {b: 2}`, 9, "[1 map[a:1 b:2]]"},
		{`error("not reached")`, 0, "[]"},
	} {
		got, err := compile(t, c.text).List(t.Context(), c.limit, input, "cats", 7)
		if fmt.Sprint(got) != c.want || err != nil || got == nil {
			t.Errorf("%s, at most %d: %v, %v, want %s", c.text, c.limit, got, err, c.want)
		}
	}
	for text, want := range map[string]string{
		".a.b":                 "hits: expected an object but got: array ([1,2,3])",
		`1, error("no index")`: "hits: error: no index",
	} {
		if got, err := compile(t, text).List(t.Context(), 9, input, "cats", 7); got != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v, want %q", text, got, err, want)
		}
	}
}

// An expression that never ends does so with its context.
func TestEndless(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	begin := time.Now()
	_, err := compile(t, "def f: f; f").List(ctx, 1, nil, "", 1)
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) > 5*time.Second {
		t.Errorf("%v after %v", err, time.Since(begin))
	}
}

// Whatever an expression does, it ends, and with it what it holds.
func TestBudget(t *testing.T) {
	const steps = "hits: stopped after 10 million steps: it does not end, or does far too much for one answer"
	const grown = "hits: made more than 256 MiB: select the fields that are needed"
	const output = "hits: gave more than 64 MiB: select the fields that are needed"
	for text, want := range map[string]string{
		"def f: f; f":                                     steps,
		"range(1e15) | empty":                             steps,
		"[range(1e15)]":                                   steps,
		"def f: [., f]; f":                                steps,
		`"x" * 70000000`:                                  output,
		`"x" * 1000000000`:                                grown,
		`1000000000 * "x"`:                                grown,
		`"x" as $x | def f: $x * 1000000000; f`:           grown,
		`{a: "x"} | .a *= 1000000000`:                     grown,
		`reduce range(40) as $i ("x" * 1000; . + .)`:      grown,
		`reduce range(40) as $i ([range(1000)]; . + .)`:   grown,
		`reduce range(40) as $i ("x" * 1000; "\(.)\(.)")`: grown,
		`reduce range(40) as $i ("x" * 1000; {"\(.)\(.)": 1} | keys[0])`: grown,
		`[range(1000) | "x" * 60000000]`:                                 grown,
		`try ("x" * 1000000000) catch error("late")`:                     "hits: error: late",
		`"x" * 100000000 | explode`:                                      grown, // 1.6 GB
		`"x" * 60000000 | split("")`:                                     grown,
		`"x" * 60000000 | [match(".";"g")] | length`:                     grown,
		`"x" * 60000000 | gsub("x";"yy") | length`:                       grown,
		`"\"" * 60000000 | tojson | tojson | length`:                     grown,
		`"1" * 50000000 | tonumber | 1`:                                  grown, // minutes
		`"&" * 60000000 | @html | length`:                                grown,
		`reduce range(27) as $i ([1]; [., .]) | flatten | length`:        grown,
		`reduce range(40) as $i ([1]; [., .]) | tojson | length`:         grown,
		`[range(500) | "x" * 100000 | explode] | length`:                 grown,
		`[range(1e5)] as $a | [range(500) | $a | reverse] | length`:      grown, // 8 GB
		`[range(1e5)] as $a | [range(500) | $a | .[0] = 1] | length`:     grown,
		`[range(1e5)] as $a | [range(500) | $a | .[0] += 1] | length`:    grown,
		`[range(1e5)] as $a | [range(500) | $a | del(.[0])] | length`:    grown,
		`range(100) | "x" * 1000000`:                                     output,
		`[range(100) | {a: ("x" * 1000000)}]`:                            output,
		`reduce range(40) as $i (["x" * 100]; [., .])`:                   output, // shared: small here, 100 TB when written out
		`reduce range(40) as $i ({}; {a: ., b: .})`:                      output,
		`"x" * 1000000000000`:                                            grown,
		`reduce range(1e15) as $i (0; . + $i)`:                           steps,
		`[range(1000)] | combinations(30; .) | select(0)?`:               "hits: ", // not defined, or steps: no panic
	} {
		x, err := jq.Compile("hits", text, "$query", "$k")
		if err == nil {
			_, err = x.List(t.Context(), 1_000_000, 0, "cats", 7)
		}
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}

// A response of 10 000 hits, sorted and rebuilt, is far from the budget.
func TestBudgetIsWide(t *testing.T) {
	hits := make([]any, 10_000)
	for i := range hits {
		hits[i] = map[string]any{"_id": fmt.Sprint(i), "_score": float64(i), "_source": map[string]any{"text": strings.Repeat("word ", 200)}}
	}
	x := compile(t, "[.hits[] | {id: ._id, score: ._score, text: ._source.text}] | sort_by(-.score) | unique_by(.id) | map(select(.score >= 0))")
	list, err := x.List(t.Context(), 10_000, map[string]any{"hits": hits}, "", 1)
	if len(list) != 10_000 || err != nil {
		t.Errorf("%d hits, error %v", len(list), err)
	}
}

func ExampleExpression_List() {
	x, err := jq.Compile("hits", ".results[] | {id: .doc}", "$query")
	if err != nil {
		fmt.Println(err)
		return
	}
	response := map[string]any{"results": []any{map[string]any{"doc": "a"}, map[string]any{"doc": "b"}}}
	fmt.Println(x.List(context.Background(), 10, response, "cats"))
	// Output:
	// [map[id:a] map[id:b]] <nil>
}
