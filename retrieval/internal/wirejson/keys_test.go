package wirejson_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/retrieval/internal/wirejson"
)

func TestRepeatedKeys(t *testing.T) {
	var long strings.Builder
	for i := range 40 {
		fmt.Fprintf(&long, `"k%d":%d,`, i, i)
	}
	for content, want := range map[string]string{
		`{"a":1,"a":2}`:                          `malformed JSON at byte 8: the key "a" comes twice in one object`,
		`{"hits":[{"id":"x","id":"y"}]}`:         `malformed JSON at byte 20: the key "id" comes twice in one object`,
		`[{"a":{"b":1}}, {"a":{"b":1,"b":1}}]`:   `malformed JSON at byte 29: the key "b" comes twice in one object`,
		`{"a":1,"\u0061":2}`:                     `malformed JSON at byte 8: the key "a" comes twice in one object`,
		`{"\"":1, "\\":2, "\"" : 3}`:             `malformed JSON at byte 18: the key "\"" comes twice in one object`,
		`{"":1,"":1}`:                            `malformed JSON at byte 7: the key "" comes twice in one object`,
		`{` + long.String() + `"k3":1}`:          `the key "k3" comes twice in one object`,
		`{` + long.String() + `"x":1,"x":1}`:     `the key "x" comes twice in one object`,
		"{\"\xff\":1,\"\xfe\":2}":                "the key \"\ufffd\" comes twice in one object", // as package json reads them
		`{"a":1,"b":{"a":1},"c":[{"a":1}]}`:      "",
		`{"a":"\"a\":1","b":["a","a",{}],"A":1}`: "",
		`{` + long.String() + `"K3":1}`:          "",
		`["a","a"]`:                              "",
		`"a"`:                                    "",
	} {
		var v any
		err := wirejson.Decode([]byte(content), &v)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", content, err, want)
		}
	}
	var s struct{ Hits []any }
	err := wirejson.Decode([]byte(`{"hits":[{"a":1,"A":2}],"Hits":[]}`), &s) // one field of a struct
	var again *wirejson.RepeatedKeyError
	if !errors.As(err, &again) {
		t.Errorf("error %v, want a RepeatedKeyError", err)
	}
	var got []string
	for v, err := range wirejson.Values([]byte("{\"a\":1}\n{\"b\":1, \"b\":2}\n{}")) {
		got = append(got, fmt.Sprint(v, err))
	}
	want := `[map[a:1] <nil> <nil> malformed JSON at byte 17: the key "b" comes twice in one object]`
	if fmt.Sprint(got) != want {
		t.Errorf("Values: %v, want %s", got, want)
	}
}

// A key is found twice exactly where one is lost in a map.
func TestRepeatedKeysAgreeWithTokens(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	faults := 0
	for range 3000 {
		content := randomJSON(rng, 4)
		want := losesKey(t, json.NewDecoder(strings.NewReader(content)))
		var v any
		err := wirejson.Decode([]byte(content), &v)
		if (err != nil) != want {
			t.Fatalf("%s: error %v, a key is lost: %v", content, err, want)
		}
		if want {
			faults++
		}
	}
	if faults < 300 {
		t.Errorf("%d faults of 3000: the documents are too tame", faults)
	}
}

func randomJSON(rng *rand.Rand, depth int) string {
	texts := []string{`"a"`, `"b"`, `"\u0062"`, `"\\\""`, `"}"`, `","`, `"c:"`}
	var b strings.Builder
	switch kind := rng.IntN(4); {
	case kind == 0 || depth == 0:
		return []string{"1", "null", texts[rng.IntN(len(texts))], "-2.5e3"}[rng.IntN(4)]
	case kind == 1:
		b.WriteByte('[')
		for i := range rng.IntN(4) {
			if i > 0 {
				b.WriteString(" ,")
			}
			b.WriteString(randomJSON(rng, depth-1))
		}
		return b.String() + "]"
	}
	b.WriteByte('{')
	for i := range rng.IntN(4) {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(texts[rng.IntN(len(texts))] + " : " + randomJSON(rng, depth-1))
	}
	return b.String() + "}"
}

// losesKey reads one value token by token.
func losesKey(t *testing.T, d *json.Decoder) bool {
	t.Helper()
	next := func() json.Token {
		token, err := d.Token()
		if err != nil {
			t.Fatal(err)
		}
		return token
	}
	lost := false
	switch next() {
	case json.Delim('{'):
		seen := map[string]bool{}
		for d.More() {
			key := next().(string)
			lost = lost || seen[key]
			seen[key] = true
			lost = losesKey(t, d) || lost
		}
		next()
	case json.Delim('['):
		for d.More() {
			lost = losesKey(t, d) || lost
		}
		next()
	}
	return lost
}

func BenchmarkDecode(b *testing.B) {
	var hits []string
	for i := range 1000 {
		hits = append(hits, fmt.Sprintf(`{"_index":"a","_id":"d%d","_score":%d.5,"_source":{"title":"a title","body":%q}}`, i, 1000-i, strings.Repeat("word ", 100)))
	}
	content := []byte(`{"took":3,"hits":{"hits":[` + strings.Join(hits, ",") + `]}}`)
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		var v any
		if err := wirejson.Decode(content, &v); err != nil {
			b.Fatal(err)
		}
	}
}
