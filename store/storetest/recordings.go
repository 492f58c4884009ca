package storetest

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/store"
)

func testRecordings(t *testing.T, s store.Store) {
	want := map[string]result.Recording{}
	for _, r := range []result.Recording{
		{QueryID: "007", LatencyMS: 12.25, Attempts: 1, Hits: []retrieval.Hit{
			{ID: "d1", Score: math.Inf(1)},
			{ID: "007", Score: 0.1 + 0.2}, // not 0.3
			{ID: "7", Score: math.Nextafter(0.3, 1)},
			{ID: " d ", Score: math.SmallestNonzeroFloat64, Text: "a text\nof two lines"},
			{ID: "\xff\x00", Score: math.Copysign(0, -1)},
			{ID: "é", Score: -math.MaxFloat64},
		}},
		{QueryID: "7", LatencyMS: 0, Attempts: 1},
		{QueryID: "q'; DROP TABLE recordings; --", LatencyMS: 1e-300, Attempts: 1, Error: "timeout after 30 s"},
		{QueryID: "\x00 \xff", LatencyMS: 1, Attempts: 1},
		{QueryID: "long", LatencyMS: 1, Attempts: 1, Hits: longRanking(3000)},
	} {
		want[r.QueryID] = r
	}
	var all []result.Recording
	for _, r := range want {
		all = append(all, r)
	}
	record(t, s, keyOf("bm25"), all...)
	wantRecordings(t, s, keyOf("bm25"), want)
}

func testRecordingKeys(t *testing.T, s store.Store) {
	keys := []result.RecordingKey{
		{Component: "a", TestSet: "b"},
		{Component: "b", TestSet: "a"},
		{Component: "a", TestSet: "a"},
		{Component: "ab", TestSet: "b"},
	}
	for i, key := range keys {
		record(t, s, key, oneHit("q", float64(i)))
	}
	for i, key := range keys {
		wantRecordings(t, s, key, map[string]result.Recording{"q": oneHit("q", float64(i))})
	}
	for _, key := range []result.RecordingKey{{Component: "a"}, {TestSet: "a"}, {}} {
		if err := s.Record(t.Context(), key, []result.Recording{oneHit("q", 1)}); err == nil {
			t.Errorf("Record under the incomplete key %+v succeeded", key)
		}
	}
}

func testRecordReplaces(t *testing.T, s store.Store) {
	key := keyOf("dense")
	record(t, s, key, oneHit("q1", 1), result.Recording{QueryID: "q2", Error: "refused"})
	record(t, s, key, oneHit("q2", 2), oneHit("q3", 3))
	record(t, s, key) // nothing to add is not an error
	wantRecordings(t, s, key, map[string]result.Recording{
		"q1": oneHit("q1", 1), "q2": oneHit("q2", 2), "q3": oneHit("q3", 3),
	})
}

func oneHit(query string, score float64) result.Recording {
	return result.Recording{QueryID: query, LatencyMS: 1, Attempts: 1, Hits: []retrieval.Hit{{ID: "d", Score: score}}}
}

func longRanking(n int) []retrieval.Hit {
	hits := make([]retrieval.Hit, n)
	for i := range hits {
		hits[i] = retrieval.Hit{ID: fmt.Sprintf("doc-%d", i*7919), Score: 1 / float64(i+3)}
	}
	return hits
}

func record(t *testing.T, s store.Store, key result.RecordingKey, recordings ...result.Recording) {
	t.Helper()
	if err := s.Record(t.Context(), key, recordings); err != nil {
		t.Fatal(err)
	}
}

// wantRecordings asks for these queries, or all. It compares scores by their bits, so that -0 is not 0.
func wantRecordings(t *testing.T, s store.Store, key result.RecordingKey, want map[string]result.Recording, queries ...string) {
	t.Helper()
	got, err := s.Recordings(t.Context(), key, queries...)
	if err != nil {
		t.Fatal(err)
	}
	bits := cmp.Comparer(func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) })
	wantEqual(t, fmt.Sprintf("Recordings under %+v", key), want, got, bits)
}
