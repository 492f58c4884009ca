package storetest

import (
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/store"
)

// testAnswers keeps everything that a live system says besides ids and scores.
func testAnswers(t *testing.T, s store.Store) {
	key := keyOf("live")
	all := []result.Recording{
		{QueryID: "full", LatencyMS: 250, Attempts: 3, Content: "0123456789abcdef", Hits: chunks(), Answer: fullAnswer()},
		{QueryID: "refusal", Attempts: 1, Answer: &retrieval.Answer{Text: "I do not know."}},
		{QueryID: "empty answer", Attempts: 1, Answer: &retrieval.Answer{}},
		{QueryID: "no answer", Attempts: 1, Hits: chunks()},
		{QueryID: "failed", Attempts: 6, Error: "503 after all retries"},
		{QueryID: "large", Attempts: math.MaxInt32},
	}
	want := map[string]result.Recording{}
	for _, r := range all {
		want[r.QueryID] = r
	}
	record(t, s, key, all...)
	wantRecordings(t, s, key, want)

	searchesOnly := oneHit("full", 1) // nothing of what it replaces may stay
	record(t, s, key, searchesOnly)
	want["full"] = searchesOnly
	wantRecordings(t, s, key, want)
}

func fullAnswer() *retrieval.Answer {
	return &retrieval.Answer{
		Text:      "It is <b>0.5</b> & more\n\x00\u2028é 日本 \"quoted\" \\",
		Grounded:  true,
		Citations: []retrieval.Citation{{Path: "docs/a b.md"}, {Path: ""}, {Path: "docs/a b.md"}},
	}
}

func chunks() []retrieval.Hit {
	return []retrieval.Hit{
		{ID: "a.go#1", Score: 2, Document: "a.go", Spans: []retrieval.Span{{Start: 1, End: 40}, {Start: 90, End: 90}}, Text: "package a"},
		{ID: "b.go", Score: 1.5},
		{ID: "a.go#2", Score: 1, Document: "a.go"},
		{ID: "c.go", Score: 0.5, Spans: []retrieval.Span{{Start: 1_000_000, End: 1_000_001}}},
		{ID: "d#1", Score: 0.25, Document: "\xff\x00 d", Extent: retrieval.Extent{Start: 7, End: 90, Tokens: 20}},
	}
}

// testEmptyListsAreNil fixes what a store may not tell apart, and that no number of attempts means one.
func testEmptyListsAreNil(t *testing.T, s store.Store) {
	key := keyOf("live")
	record(t, s, key, result.Recording{
		QueryID: "q1",
		Hits:    []retrieval.Hit{{ID: "d", Spans: []retrieval.Span{}}},
		Answer:  &retrieval.Answer{Text: "a", Citations: []retrieval.Citation{}},
	}, result.Recording{QueryID: "q2", Hits: []retrieval.Hit{}})
	wantRecordings(t, s, key, map[string]result.Recording{
		"q1": {QueryID: "q1", Attempts: 1, Hits: []retrieval.Hit{{ID: "d"}}, Answer: &retrieval.Answer{Text: "a"}},
		"q2": {QueryID: "q2", Attempts: 1},
	})
}

// testRecordRefuses checks that a fault in one recording keeps all of its
// call out, and that the error says which it was and what was wrong.
func testRecordRefuses(t *testing.T, s store.Store) {
	key := keyOf("live")
	record(t, s, key, oneHit("q1", 1))
	tests := []struct {
		name, want string
		change     func(r *result.Recording)
	}{
		{"latency NaN", "latency", func(r *result.Recording) { r.LatencyMS = math.NaN() }},
		{"latency infinite", "latency", func(r *result.Recording) { r.LatencyMS = math.Inf(1) }},
		{"attempts", "attempts", func(r *result.Recording) { r.Attempts = -1 }},
		{"answer", "UTF-8", func(r *result.Recording) { r.Answer = &retrieval.Answer{Text: "caf\xe9"} }},
		{"citation", `"caf\xe9.md"`, func(r *result.Recording) {
			r.Answer = &retrieval.Answer{Citations: []retrieval.Citation{{Path: "caf\xe9.md"}}}
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			bad := oneHit("q3", 3)
			tt.change(&bad)
			err := s.Record(t.Context(), key, []result.Recording{oneHit("q1", 9), oneHit("q2", 2), bad})
			if err == nil || !strings.Contains(err.Error(), `"q3"`) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Record = %v, want an error that names q3 and %s", err, tt.want)
			}
		})
	}
	wantRecordings(t, s, key, map[string]result.Recording{"q1": oneHit("q1", 1)})
}
