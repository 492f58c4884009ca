package wirejson_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/internal/wirejson"
)

func ranking(content string) ([]retrieval.Hit, error) {
	var list []any
	if err := wirejson.Decode([]byte(content), &list); err != nil {
		return nil, err
	}
	return wirejson.Ranking(list)
}

func TestRanking(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          []retrieval.Hit
	}{
		{"nothing", `[]`, []retrieval.Hit{}},
		{"ids", `["a", 7, {"id": "b"}]`, []retrieval.Hit{{ID: "a", Score: 3}, {ID: "7", Score: 2}, {ID: "b", Score: 1}}},
		{"digits", `[12345678901234567890, 1.50, -0, 1e3, "007"]`, []retrieval.Hit{
			{ID: "12345678901234567890", Score: 5}, {ID: "1.50", Score: 4}, {ID: "-0", Score: 3}, {ID: "1e3", Score: 2}, {ID: "007", Score: 1},
		}},
		{"an id twice", `["a", "b", "a"]`, []retrieval.Hit{{ID: "a", Score: 3}, {ID: "b", Score: 2}, {ID: "a", Score: 1}}},
		{"everything", `[{"id": "a", "score": 2.5, "text": "t", "document": 9, "spans": [{"start": 1, "end": 1}, {"start": 3, "end": 9}], "start": 0, "end": 2147483647, "tokens": 7}]`, []retrieval.Hit{
			{ID: "a", Score: 2.5, Text: "t", Document: "9", Spans: []retrieval.Span{{Start: 1, End: 1}, {Start: 3, End: 9}}, Extent: retrieval.Extent{End: 2147483647, Tokens: 7}},
		}},
		{"null is nothing", `[{"id": "a", "score": null, "text": null, "document": null, "spans": null, "start": null, "end": null}]`, []retrieval.Hit{{ID: "a", Score: 1}}},
		{"lines", `[{"id": "a", "text": ["one", "", "two"]}]`, []retrieval.Hit{{ID: "a", Score: 1, Text: "one\n\ntwo"}}},
		{"ties and signs", `[{"id": "a", "score": 0}, {"id": "b", "score": -0.0}, {"id": "c", "score": -1e-3}]`, []retrieval.Hit{
			{ID: "a"}, {ID: "b", Score: math.Copysign(0, -1)}, {ID: "c", Score: -0.001},
		}},
	} {
		got, err := ranking(c.content)
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v, want -, got +:\n%s", c.name, err, diff)
		}
	}
}

// An expression makes numbers of types that a decoder does not.
func TestRankingOfAnExpression(t *testing.T) {
	huge, _ := new(big.Int).SetString("12345678901234567890", 10)
	hit := func(id, score any) map[string]any {
		return map[string]any{"id": id, "score": score, "spans": []any{map[string]any{"start": 1, "end": 2.0}}}
	}
	spans := []retrieval.Span{{Start: 1, End: 2}}
	got, err := wirejson.Ranking([]any{hit(huge, math.Inf(1)), hit(7, huge), hit(1e21, 3), hit(0.5, -0.5)})
	want := []retrieval.Hit{
		{ID: "12345678901234567890", Score: math.Inf(1), Spans: spans},
		{ID: "7", Score: 12345678901234567890, Spans: spans},
		{ID: "1000000000000000000000", Score: 3, Spans: spans},
		{ID: "0.5", Score: -0.5, Spans: spans},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, want -, got +:\n%s", err, diff)
	}
	for _, c := range []struct {
		hit  any
		want string
	}{
		{hit("a", math.NaN()), `id "a": score is NaN: want a number`},
		{hit("a", new(big.Int).Exp(big.NewInt(10), big.NewInt(400), nil)), `id "a": score is out of range`},
		{hit(math.NaN(), 1), "id is NaN: want a text or a finite number"},
		{hit(math.Inf(-1), 1), "id is -Inf: want a text or a finite number"},
		{map[string]any{"id": "a", "spans": []any{map[string]any{"start": 1.5, "end": 2}}}, "want lines, whole numbers"},
		{map[string]any{"id": "a", "spans": []any{map[string]any{"start": 1, "end": math.NaN()}}}, "want lines, whole numbers"},
		{map[string]any{"id": "a", "start": -1}, `id "a": start is -1: want characters of the document`},
		{map[string]any{"id": "a", "end": 1.5}, `end is 1.5: want characters`},
		{map[string]any{"id": "a", "tokens": 1 << 31}, `tokens is 2147483648: want`},
	} {
		if got, err := wirejson.Ranking([]any{c.hit}); got != nil || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, %v, want %q", c.hit, got, err, c.want)
		}
	}
}

func TestRankingFaults(t *testing.T) {
	for content, want := range map[string]string{
		`[null]`:                                  "hit 1: no id: want a text or a number",
		`["a", {"score": 1}]`:                     "hit 2: no id",
		`["a", ""]`:                               "hit 2: the id is empty",
		`[true]`:                                  "hit 1: id is true or false: want a text or a number",
		`[["a"]]`:                                 "hit 1: id is a list",
		`[{"id": {}}]`:                            "hit 1: id is an object",
		`[{"id": "a", "score": "1"}]`:             `hit 1: id "a": score is a text: want a number; in jq, tonumber makes one of a text`,
		`[{"id": "a", "score": 1e999}]`:           `hit 1: id "a": score 1e999 is out of range`,
		`[{"id": "a", "score": 1}, "b"]`:          "hit 2 and hit 1 differ in having a score: want one for all, or for none",
		`["a", {"id": "b", "score": 1}]`:          "hit 2 and hit 1 differ in having a score",
		`[{"id":1,"score":1},{"id":2,"score":2}]`: `hit 2 (id "2"): the score rises from 1 to 2: want the best first`,
		`[{"id": "a", "text": 7}]`:                `id "a": text is a number: want a text, a list of texts, or null`,
		`[{"id": "a", "text": ["x", null]}]`:      "text has null in its list: want texts",
		`[{"id": "a", "document": ""}]`:           `id "a": document: the id is empty`,
		`[{"id": "a", "document": []}]`:           "document: id is a list",
		`[{"id": "a", "spans": {}}]`:              "spans is an object: want a list of {start, end}",
		`[{"id": "a", "spans": [[1, 2]]}]`:        "span 1 is a list: want {start, end}",
		`[{"id": "a", "spans": [{"start": 1, "end": 2}, {"start": 0, "end": 2}]}]`: "span 2: want lines, whole numbers 1 ≤ start ≤ end",
		`[{"id": "a", "spans": [{"start": 3, "end": 2}]}]`:                         "span 1: want lines",
		`[{"id": "a", "spans": [{"start": 1}]}]`:                                   "span 1: want lines",
		`[{"id": "a", "spans": [{"start": 1, "end": 2.5}]}]`:                       "span 1: want lines",
		`[{"id": "a", "spans": [{"start": 1, "end": 2, "page": 3}]}]`:              `span 1: unknown key "page": want start, end`,
		`[{"id": "a", "socre": 1}]`:                                                `id "a": unknown key "socre": want id, score, text, document, spans`,
	} {
		if got, err := ranking(content); got != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v, want %q", content, got, err, want)
		}
	}
}

// FuzzRanking holds that nothing makes the reader panic, that what it takes keeps the contract of a ranking, and that
// it says the same of what it took when that is written and read again.
func FuzzRanking(f *testing.F) {
	for _, s := range []string{
		`[{"id": "a", "score": 2, "text": ["t", "u"], "document": 7, "spans": [{"start": 1, "end": 2}]}, {"id": 1.50, "score": 1e-3}]`,
		`["a", 12345678901234567890, null]`, `[{"id": "a", "score": NaN}]`, `[[]]`, `[{`, "", `{"id": 1}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, content string) {
		hits, err := ranking(content)
		if err != nil {
			if hits != nil {
				t.Fatalf("%v next to %v", hits, err)
			}
			return
		}
		again := make([]any, len(hits))
		for i, h := range hits {
			if h.ID == "" || math.IsNaN(h.Score) || i > 0 && h.Score > hits[i-1].Score {
				t.Fatalf("%s: %v", content, hits)
			}
			object := map[string]any{"id": h.ID, "score": h.Score, "text": h.Text}
			if h.Document != "" {
				object["document"] = h.Document
			}
			for _, s := range h.Spans {
				spans, _ := object["spans"].([]any)
				object["spans"] = append(spans, map[string]any{"start": json.Number(fmt.Sprint(s.Start)), "end": s.End})
			}
			again[i] = object
		}
		second, err := wirejson.Ranking(again)
		if diff := cmp.Diff(hits, second, cmp.Transformer("none", func(s []retrieval.Span) []retrieval.Span { return append([]retrieval.Span{}, s...) })); diff != "" || err != nil {
			t.Errorf("%s: %v, first -, again +:\n%s", content, err, diff)
		}
	})
}

// 100 hits with texts, as most engines send them.
func BenchmarkRanking(b *testing.B) {
	var content strings.Builder
	for i := range 100 {
		fmt.Fprintf(&content, `,{"id":"%d","score":%d.5,"text":%q}`, i, 100-i, strings.Repeat("some words of a text ", 20))
	}
	list := "[" + content.String()[1:] + "]"
	b.SetBytes(int64(len(list)))
	b.ReportAllocs()
	for b.Loop() {
		if hits, err := ranking(list); err != nil || len(hits) != 100 {
			b.Fatal(len(hits), err)
		}
	}
}
