//go:build unix

package command_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/command"
	"github.com/rankduel/rankduel/retrieval/retrievaltest"
)

var suiteQueries = []retrieval.Query{{ID: "1", Text: "cats"}, {ID: "2", Text: "sleeping dogs"}, {ID: "3", Text: `quotes " and 東京`}}

func TestSuite(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*command.Settings){
		"one by one":    func(*command.Settings) {},
		"pipelined":     func(s *command.Settings) { s.Concurrency = 8 },
		"in any order":  func(s *command.Settings) { s.Concurrency = 16; s.Env[behaviour] = "answers in any order" },
		"two processes": func(s *command.Settings) { s.Instances, s.Concurrency = 2, 3 },
		"ready":         func(s *command.Settings) { s.StartTimeout = time.Minute; s.Env[behaviour] = "is ready late" },
		"once":          func(s *command.Settings) { s.Mode = command.Once; s.Env[behaviour] = "once" },
		"once, by arguments": func(s *command.Settings) {
			s.Mode, s.Argv, s.Env[behaviour] = command.Once, append(s.Argv, "{query}", "{k}"), "once"
		},
	} {
		t.Run(name, func(t *testing.T) {
			settings := self(t, "answers")
			change(&settings)
			retrievaltest.Run(t, func(tb testing.TB) retrieval.Retriever { return open(tb, settings) }, suiteQueries...)
		})
	}
}

func ask(t *testing.T, r *command.Retriever, text string) (retrieval.Response, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	return r.Respond(ctx, retrieval.Query{ID: "q", Text: text}, 3)
}

// pid asks a program for its process id.
func pid(t *testing.T, r *command.Retriever) string {
	t.Helper()
	response, err := ask(t, r, "pid")
	if err != nil {
		t.Fatal(err)
	}
	return response.Hits[0].ID
}

func TestAnswered(t *testing.T) {
	r := open(t, self(t, "answers"))
	response, err := ask(t, r, "cats")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(found("cats")[:3], response.Hits); diff != "" { // the program gives five
		t.Errorf("want -, got +:\n%s", diff)
	}
	if response.Attempts != 1 || response.Took <= 0 || response.Took > 30*time.Second {
		t.Errorf("attempts %d, took %v", response.Attempts, response.Took)
	}
	if first := pid(t, r); first != pid(t, r) {
		t.Error("the program was started twice")
	}
}

// What a program writes, and what is made of it.
func TestResponses(t *testing.T) {
	r := open(t, self(t, "answers"))
	for _, c := range []struct {
		name, line string
		want       retrieval.Response
	}{
		{"no match", `{"id":ID,"hits":[]}`, retrieval.Response{Hits: []retrieval.Hit{}}},
		{"the id as text, keys in any order, blank lines", "\n \n" + `{"hits": [{"score":1,"id":"a"}], "id": "ID"}` + "\r", retrieval.Response{Hits: []retrieval.Hit{{ID: "a", Score: 1}}}},
		{
			"numbers keep their digits", `{"id":ID,"hits":[{"id":12345678901234567890,"document":1.50,"score":1e3}]}`,
			retrieval.Response{Hits: []retrieval.Hit{{ID: "12345678901234567890", Document: "1.50", Score: 1000}}},
		},
		{
			"no scores", `{"id":ID,"hits":["a",{"id":"b"},{"id":"c","score":null,"document":null,"text":null,"spans":null}]}`,
			retrieval.Response{Hits: []retrieval.Hit{{ID: "a", Score: 3}, {ID: "b", Score: 2}, {ID: "c", Score: 1}}},
		},
		{
			"lines of text", `{"id":ID,"hits":[{"id":"a","text":["one","two"],"spans":[{"start":3,"end":3}]}]}`,
			retrieval.Response{Hits: []retrieval.Hit{{ID: "a", Score: 1, Text: "one\ntwo", Spans: []retrieval.Span{{Start: 3, End: 3}}}}},
		},
		{
			"an answer", `{"id":ID,"hits":[],"error":null,"answer":{"text":"yes","citations":["a.md",{"path":"b.md"}]}}`,
			retrieval.Response{Hits: []retrieval.Hit{}, Answer: &retrieval.Answer{Text: "yes", Grounded: true, Citations: []retrieval.Citation{{Path: "a.md"}, {Path: "b.md"}}}},
		},
		{
			"a refusal", `{"id":ID,"hits":[],"answer":{"text":"I do not know","grounded":false}}`,
			retrieval.Response{Hits: []retrieval.Hit{}, Answer: &retrieval.Answer{Text: "I do not know"}},
		},
		{
			"an id twice, which is for whoever scores it", `{"id":ID,"hits":["a","b","a"]}`,
			retrieval.Response{Hits: []retrieval.Hit{{ID: "a", Score: 3}, {ID: "b", Score: 2}, {ID: "a", Score: 1}}},
		},
		{
			"hits after the k-th are not looked at", `{"id":ID,"hits":["a","b","c","a",null]}`,
			retrieval.Response{Hits: []retrieval.Hit{{ID: "a", Score: 3}, {ID: "b", Score: 2}, {ID: "c", Score: 1}}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ask(t, r, "say="+c.line+"\n")
			if err != nil {
				t.Fatal(err)
			}
			got.Took, got.Attempts = 0, 0
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
}

// Faults that belong to one query: the process goes on.
func TestRefusedResponses(t *testing.T) {
	r := open(t, self(t, "answers"))
	before := pid(t, r)
	for _, c := range []struct{ name, line, want string }{
		{"error", `{"id":ID,"error":"no index"}`, "the program says: no index"},
		{"neither", `{"id":ID}`, "neither hits nor an error"},
		{"null hits", `{"id":ID,"hits":null}`, "neither hits nor an error"},
		{"NaN", `{"id":ID,"hits":[{"id":"a","score":NaN}]}`, "there is no NaN"},
		{"minus infinity", `{"id": ID, "hits": [{"id": "a", "score": -Infinity}]}`, "there is no -Infinity"},
		{"too large a score", `{"id":ID,"hits":[{"id":"a","score":1e999}]}`, "hit 1: id \"a\": score 1e999 is out of range"},
		{"score as text", `{"id":ID,"hits":[{"id":"a","score":"1"}]}`, "hit 1: id \"a\": score is a text: want a number"},
		{"rising scores", `{"id":ID,"hits":[{"id":"a","score":1},{"id":"b","score":2}]}`, `hit 2 (id "b"): the score rises from 1 to 2: want the best first`},
		{"some scores", `{"id":ID,"hits":[{"id":"a","score":1},"b"]}`, "hit 2 and hit 1 differ in having a score"},
		{"no id", `{"id":ID,"hits":[{"score":1}]}`, "hit 1: no id: want a text or a number"},
		{"null id", `{"id":ID,"hits":[null]}`, "hit 1: no id"},
		{"empty id", `{"id":ID,"hits":["a",""]}`, "hit 2: the id is empty"},
		{"id is true", `{"id":ID,"hits":[{"id":true}]}`, "hit 1: id is true or false: want a text or a number"},
		{"document is a list", `{"id":ID,"hits":[{"id":"a","document":[1]}]}`, `hit 1: id "a": document: id is a list`},
		{"span", `{"id":ID,"hits":[{"id":"a","spans":[{"start":3,"end":2}]}]}`, `id "a": span 1: want lines, whole numbers 1 ≤ start ≤ end`},
		{"unknown key of a hit", `{"id":ID,"hits":[{"id":"a","scor":2}]}`, `hit 1: id "a": unknown key "scor": want id, score, text, document, spans`},
		{"hits are an object", `{"id":ID,"hits":{}}`, "hits is a JSON object: want a list"},
		{"unknown key", `{"hits":[],"answr":{},"id":ID}`, `unknown field "answr"`},
		{"answer without text", `{"id":ID,"hits":[],"answer":{}}`, "answer: there is no text"},
		{"empty citation", `{"id":ID,"hits":[],"answer":{"text":"x","citations":["a",""]}}`, "answer: citation 2: want a path"},
		{"a key twice", `{"id":ID,"hits":["a"],"hits":["b"]}`, `the key "hits" comes twice in one object`},
		{"a key twice, in other letters", `{"id":ID,"hits":["a"],"HITS":["b"]}`, "comes twice in one object"},
		{"a key of a hit twice", `{"hits":[{"id":"a","id":"b"}],"id":ID}`, `the key "id" comes twice in one object`},
		{"two values", `{"id":ID,"hits":[]} {}`, "more follows the JSON value at byte"},
		{"cut off, with its id", `{"id":ID,"hits":[{"id":"a"`, "malformed JSON: cut off after"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := ask(t, r, "say="+c.line+"\n")
			if err == nil || got.Hits != nil || !strings.Contains(err.Error(), c.want) {
				t.Fatalf("got %v, %v, want %q", got, err, c.want)
			}
			if c.name != "error" && (!strings.Contains(err.Error(), "of its standard output") || !strings.Contains(err.Error(), "; it begins")) && !strings.Contains(err.Error(), "says") {
				t.Errorf("%v: want line and beginning", err)
			}
			if errors.Is(err, retrieval.ErrUnavailable) {
				t.Errorf("%v: says that the program is down", err)
			}
		})
	}
	if after := pid(t, r); after != before {
		t.Errorf("process %s became %s: want one for all of them", before, after)
	}
}

func BenchmarkLines(b *testing.B) {
	r := open(b, self(b, "answers"))
	for b.Loop() {
		if _, err := r.Retrieve(b.Context(), retrieval.Query{ID: "1", Text: "cats"}, 5); err != nil {
			b.Fatal(err)
		}
	}
}
