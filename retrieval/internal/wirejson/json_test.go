package wirejson_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval/internal/wirejson"
)

func TestDecode(t *testing.T) {
	type document struct {
		Hits []any   `json:"hits"`
		Text string  `json:"text"`
		Done bool    `json:"done"`
		N    float64 `json:"n"`
		Sub  struct {
			N int `json:"n"`
		} `json:"sub"`
	}
	for content, want := range map[string]string{
		"":                     "malformed JSON: cut off after 0 bytes",
		`{"hits": [`:           "malformed JSON: cut off after 10 bytes",
		`{"hits": [}`:          "malformed JSON at byte 11: invalid character '}'",
		`{"n": NaN}`:           "malformed JSON at byte 7: there is no NaN: leave such a hit out, or give it a number",
		`{"n": nan}`:           "there is no nan",
		`{"n": Infinity}`:      "there is no Infinity",
		`{"n": -Infinity}`:     "there is no -Infinity",
		`{} {}`:                "more follows the JSON value at byte 4",
		`{}]`:                  "more follows the JSON value",
		`[]`:                   "it is a JSON array: want an object",
		`{"hits": {}}`:         "hits is a JSON object: want a list",
		`{"text": 1}`:          "text is a JSON number: want a text",
		`{"done": "yes"}`:      "done is a JSON string: want true or false",
		`{"n": "1"}`:           "n is a JSON string: want a number",
		`{"sub": {"n": true}}`: "sub.n is a JSON bool: want a number",
		`{"answr": 1}`:         `unknown field "answr"`,
	} {
		var d document
		if err := wirejson.Decode([]byte(content), &d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", content, err, want)
		}
	}
	var v any
	if err := wirejson.Decode([]byte(" [1.50] \n"), &v); err != nil || fmt.Sprint(v) != "[1.50]" {
		t.Errorf("got %v, %v, want the digits of the number", v, err)
	}
}

func TestValues(t *testing.T) {
	for content, want := range map[string]string{
		"":                  "",
		" \n":               "",
		"1 \"a\"\n[2]{}":    "1;a;[2];map[];",
		`{"a": 1.50} [oops`: "map[a:1.50];malformed JSON at byte 14: invalid character 'o' looking for beginning of value;",
		`1 {"a"`:            "1;malformed JSON: cut off after 6 bytes;",
	} {
		var got strings.Builder
		for v, err := range wirejson.Values([]byte(content)) {
			if err != nil {
				v = err
			}
			fmt.Fprintf(&got, "%v;", v)
		}
		if got.String() != want {
			t.Errorf("%s: %s, want %s", content, got.String(), want)
		}
	}
	for v, err := range wirejson.Values([]byte("1 oops")) {
		if err != nil || fmt.Sprint(v) != "1" {
			t.Errorf("%v, %v, want 1", v, err)
		}
		break // anyone who has enough is not told of faults further on
	}
}
