package wirejson_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/internal/wirejson"
)

func TestAnswer(t *testing.T) {
	cited := []retrieval.Citation{{Path: "a.md"}, {Path: "b.md"}}
	for _, c := range []struct {
		content string
		want    *retrieval.Answer
		fault   string
	}{
		{`null`, nil, ""},
		{`{"text": "no idea"}`, &retrieval.Answer{Text: "no idea"}, ""},
		{`{"text": ""}`, &retrieval.Answer{}, ""},
		{`{"text": ["one", "two"], "grounded": null, "citations": null}`, &retrieval.Answer{Text: "one\ntwo"}, ""},
		{`{"text": "x", "citations": ["a.md", {"path": "b.md"}]}`, &retrieval.Answer{Text: "x", Grounded: true, Citations: cited}, ""},
		{`{"text": "x", "grounded": false, "citations": ["a.md", "b.md"]}`, &retrieval.Answer{Text: "x", Citations: cited}, ""},
		{`{"text": "x", "grounded": true}`, &retrieval.Answer{Text: "x", Grounded: true}, ""},
		{`"x"`, nil, "it is a text: want {text, grounded, citations}"},
		{`{}`, nil, "there is no text"},
		{`{"text": null}`, nil, "there is no text"},
		{`{"text": 7}`, nil, "text is a number"},
		{`{"text": "x", "grounded": "yes"}`, nil, "grounded is a text: want true or false"},
		{`{"text": "x", "citations": "a.md"}`, nil, "citations is a text: want a list"},
		{`{"text": "x", "citations": ["a.md", ""]}`, nil, "citation 2: want a path, or {path}"},
		{`{"text": "x", "citations": [{}]}`, nil, "citation 1: want a path"},
		{`{"text": "x", "citations": [{"path": "a.md", "page": 3}]}`, nil, `citation 1: unknown key "page": want path`},
		{`{"text": "x", "citation": []}`, nil, `unknown key "citation": want text, grounded, citations`},
	} {
		var v any
		if err := wirejson.Decode([]byte(c.content), &v); err != nil {
			t.Fatal(err)
		}
		got, err := wirejson.Answer(v)
		if c.fault != "" {
			if got != nil || err == nil || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%s: %v, %v, want %q", c.content, got, err, c.fault)
			}
			continue
		}
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v, want -, got +:\n%s", c.content, err, diff)
		}
	}
}
