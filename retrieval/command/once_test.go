//go:build unix

package command_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/command"
)

func onceSettings(t testing.TB) command.Settings {
	s := self(t, "once")
	s.Mode = command.Once
	return s
}

func TestOnce(t *testing.T) {
	r := open(t, onceSettings(t))
	response, err := ask(t, r, "cats")
	if diff := cmp.Diff(found("cats")[:3], response.Hits); diff != "" || err != nil {
		t.Errorf("%v, want -, got +:\n%s", err, diff)
	}
	if response.Attempts != 1 || response.Took <= 0 {
		t.Errorf("attempts %d, took %v", response.Attempts, response.Took)
	}
	for _, c := range []struct {
		output string
		want   []retrieval.Hit
	}{
		{`[]`, []retrieval.Hit{}},
		{"\n [\"a\", {\"id\": 7}]\n", []retrieval.Hit{{ID: "a", Score: 2}, {ID: "7", Score: 1}}},
		{`{"hits": [{"id": "a", "score": 0.5}]}`, []retrieval.Hit{{ID: "a", Score: 0.5}}},
	} {
		response, err := ask(t, r, "say="+c.output)
		if diff := cmp.Diff(c.want, response.Hits); diff != "" || err != nil {
			t.Errorf("%s: %v, want -, got +:\n%s", c.output, err, diff)
		}
	}
	response, err = ask(t, r, `say={"hits":[],"answer":{"text":"x","grounded":true}}`)
	if err != nil || response.Answer == nil || response.Answer.Text != "x" {
		t.Errorf("answer: %v, %v", response.Answer, err)
	}
	response, err = ask(t, r, "request")
	if err != nil || response.Hits[0].ID != "id=-1 query_id=q k=3" { // -1: there was none in the request
		t.Errorf("request: %v, %v", response.Hits, err)
	}
}

func TestOnceFaults(t *testing.T) {
	t.Parallel()
	r := open(t, onceSettings(t))
	for query, want := range map[string]string{
		"say=":                       "its standard output: it is empty: want a list of hits, [] where nothing matches",
		"say=no hits\n":              `its standard output: malformed JSON at byte 2: invalid character 'o' in literal null (expecting 'u'); it begins "no hits"`,
		"say=[1":                     "malformed JSON: cut off after 2 bytes",
		"say=[]\n[]":                 "more follows the JSON value at byte",
		"say={}":                     "neither hits nor an error",
		`say={"error":"no index"}`:   "the program says: no index",
		`say=[{"id":1,"score":NaN}]`: "there is no NaN",
		`say=[{"id":1,"id":2}]`:      `the key "id" comes twice in one object`,
		`say=7`:                      "it is a JSON number: want an object",
		"crash=by zero":              "the program ended (exit status 3); its last words: cannot divide by zero",
		"long":                       `it is longer than 32 MiB; it begins "xxxx`,
		"background":                 "something that it started went on with its output",
	} {
		response, err := ask(t, r, query)
		if err == nil || response.Hits != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v, want %q", query, response, err, want)
		}
		if errors.Is(err, retrieval.ErrUnavailable) {
			t.Errorf("%s: %v: says that the program is down", query, err)
		}
	}
}

// The query is an argument and nothing else, whatever is in it.
func TestOnceArguments(t *testing.T) {
	settings := onceSettings(t)
	settings.Argv = append(settings.Argv, "arguments={query}", "--limit={k}", "{id}", "{query}{query}", "seed={repeat}")
	r := open(t, settings)
	for text, want := range map[string]string{
		"plain":                 "arguments=plain|--limit=3|q|plainplain|seed=0",
		"{k} $HOME `id` ; rm *": "arguments={k} $HOME `id` ; rm *|--limit=3|q|{k} $HOME `id` ; rm *{k} $HOME `id` ; rm *|seed=0",
		"a\x00b\xff 東京":         "arguments=a\uFFFDb\uFFFD 東京|--limit=3|q|a\uFFFDb\uFFFD 東京a\uFFFDb\uFFFD 東京|seed=0",
		"":                      "arguments=|--limit=3|q||seed=0",
	} {
		response, err := ask(t, r, text)
		if err != nil || response.Hits[0].ID != want {
			t.Errorf("%q: %v, %v, want %q", text, response.Hits, err, want)
		}
	}
	again, err := r.Retrieve(t.Context(), retrieval.Query{ID: "q", Text: "plain", Repeat: 4}, 3)
	if err != nil || again[0].ID != "arguments=plain|--limit=3|q|plainplain|seed=4" {
		t.Errorf("asked for the fifth time: %v, %v", again, err)
	}
	if _, err := ask(t, r, strings.Repeat("long ", 1<<20)); err == nil || !strings.Contains(err.Error(), "too long for an argument, 5242880 bytes") ||
		errors.Is(err, retrieval.ErrUnavailable) {
		t.Errorf("a long query: %v", err)
	}
}

func TestHitsExpression(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, hits, output, want string
	}{
		{"stream", `.results[] | {id: .chunk, score, document: .doc}`, `{"results":[{"chunk":9007199254740993,"score":2,"doc":"d"},{"chunk":"b","score":1}]}`, "9007199254740993=2(d) b=1()"},
		{"list", `[.[].n]`, `[{"n":"a"},{"n":"b"}]`, "a=2() b=1()"},
		{"several values", `{id, score: -.distance}`, `{"id":1,"distance":0.5}` + "\n" + `{"id":2,"distance":0.75}` + "\n", "1=-0.5() 2=-0.75()"},
		{"cut", `.[]`, `["a","b","c","d","e"]`, "a=3() b=2() c=1()"},
		{"variables", `"\($id) \($query | length) \($k)"`, `null`, "q 8 3=1()"},
		{"no output, no hits", `.[]`, "", ""},
		{"nothing selected", `.[] | select(false)`, `[1]`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			settings := onceSettings(t)
			settings.Hits = c.hits
			response, err := ask(t, open(t, settings), "say="+c.output)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, h := range response.Hits {
				got = append(got, fmt.Sprintf("%s=%v(%s)", h.ID, h.Score, h.Document))
			}
			if joined := strings.Join(got, " "); joined != c.want {
				t.Errorf("got %s, want %s", joined, c.want)
			}
		})
	}
	for _, c := range []struct{ hits, output, want string }{
		{`.[] | .id`, `{"id": 1}`, "hits: expected an object but got: number"},
		{`error("no index")`, `1`, "hits: error: no index"},
		{`{id: 1, score: nan}`, `1`, "hit 1: id \"1\": score is NaN"},
		{`.`, `{"id": 1} {"id"`, "malformed JSON: cut off after 15 bytes"},
		{`.`, `oops`, "malformed JSON at byte 1"},
		{`.`, `{"id": 1, "extra": 2}`, `hit 1: id "1": unknown key "extra"`},
	} {
		settings := onceSettings(t)
		settings.Hits = c.hits
		response, err := ask(t, open(t, settings), "say="+c.output)
		if err == nil || response.Hits != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s of %s: %v, %v, want %q", c.hits, c.output, response.Hits, err, c.want)
		}
	}
	endless := onceSettings(t)
	endless.Hits = `def f: f; f`
	if _, err := ask(t, open(t, endless), "say=1"); err == nil || !strings.Contains(err.Error(), "hits: stopped after 10 million steps") {
		t.Errorf("an expression without end: %v", err)
	}
}

// The end of the context, and Close, end the process and what it has started.
func TestOnceInterrupted(t *testing.T) {
	goroutines := runtime.NumGoroutine()
	r, err := command.Open(t.Context(), onceSettings(t))
	if err != nil {
		t.Fatal(err)
	}
	interrupted(t, r, func(cancel func()) { cancel() }, context.Canceled.Error())
	interrupted(t, r, func(func()) {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}, "closed")
	if _, err := ask(t, r, "cats"); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("after Close: %v", err)
	}
	noneLeft(t, goroutines)
}

func interrupted(t *testing.T, r *command.Retriever, stop func(cancel func()), want string) {
	t.Helper()
	pids := filepath.Join(t.TempDir(), "pids")
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		for range 1000 {
			if content, err := os.ReadFile(pids); err == nil && len(content) > 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		stop(cancel)
	}()
	hits, err := r.Retrieve(ctx, retrieval.Query{Text: "hang=" + pids}, 3)
	if err == nil || hits != nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, %v, want %q", hits, err, want)
	}
	content, err := os.ReadFile(pids)
	if err != nil {
		t.Fatal(err)
	}
	for _, pid := range strings.Fields(string(content)) {
		if goesOn(t, pid) {
			t.Errorf("%s: process %s goes on", want, pid)
		}
	}
}

// A tool that prints its own JSON, here a stand-in for one: the query is its argument, and jq makes hits of its output.
func ExampleSettings_once() {
	settings := command.Settings{
		Mode: command.Once,
		Argv: []string{"sh", "-c", `printf '{"hits":[{"chunk_id":"c%s","doc_id":"%s.md","score":0.75}]}' "$2" "$1"`, "sh", "{query}", "{k}"},
		Hits: `.hits[] | {id: .chunk_id, score, document: .doc_id}`,
	}
	ctx := context.Background()
	r, err := command.Open(ctx, settings)
	if err != nil {
		fmt.Println(err)
		return
	}
	hits, err := r.Retrieve(ctx, retrieval.Query{ID: "1", Text: "cats"}, 10)
	for _, h := range hits {
		fmt.Println(h.ID, h.Score, h.Document)
	}
	fmt.Println(errors.Join(err, r.Close()))
	// Output:
	// c10 0.75 cats.md
	// <nil>
}

// A program that stays. The shell is slow and knows little of JSON, but is everywhere.
func ExampleOpen() {
	ctx := context.Background()
	r, err := command.Open(ctx, command.Settings{
		Argv: []string{"sh", "-c", `n=0; while read -r request; do n=$((n+1)); echo "{\"id\":$n,\"hits\":[\"doc$n\"]}"; done`},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"first", "second"} {
		hits, err := r.Retrieve(ctx, retrieval.Query{ID: text, Text: text}, 10)
		fmt.Println(hits[0].ID, hits[0].Score, err)
	}
	fmt.Println(r.Close())
	// Output:
	// doc1 1 <nil>
	// doc2 1 <nil>
	// <nil>
}
