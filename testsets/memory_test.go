package testsets_test

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rankduel/rankduel/testsets"
)

// peakOf returns how much the heap grows while f runs.
func peakOf(t *testing.T, f func()) uint64 {
	t.Helper()
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	var m runtime.MemStats
	heap := func() uint64 {
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	runtime.GC()
	base := heap()
	var stop atomic.Bool
	peak := make(chan uint64)
	go func() {
		most := base
		for !stop.Load() {
			var now runtime.MemStats
			runtime.ReadMemStats(&now)
			most = max(most, now.HeapAlloc)
			time.Sleep(time.Millisecond)
		}
		peak <- most
	}()
	f()
	stop.Store(true)
	return <-peak - base
}

// Reading takes a multiple of the text that is known, whatever the text is: a
// client chooses what a server reads. A megabyte of these used to take 300 to 900 MB.
func TestMemory(t *testing.T) {
	const n = 100_000
	long := strings.Repeat("1,", n) + "1"
	var keys strings.Builder
	for i := range n / 4 {
		fmt.Fprintf(&keys, "%q:1,", fmt.Sprint(i))
	}
	for _, tt := range []struct{ name, file, text string }{
		{"lines without a key", "a.jsonl", strings.Repeat("{}\n", n)},
		{"lines that are not JSON", "a.jsonl", strings.Repeat("{\n", n)},
		{"objects without a key", "a.json", "[" + strings.Repeat("{},", n) + "{}]"},
		{"items without a key", "a.yaml", strings.Repeat("- {}\n", n)},
		{"items without a value", "a.yaml", strings.Repeat("-\n", n)},
		{"items in brackets", "a.yaml", "queries: [" + strings.Repeat("{},", n) + "{}]"},
		{"a long list in a line", "a.jsonl", `{"query_id":"a","query_text":"b","tags":[` + long + "]}"},
		{"a long list", "a.json", `[{"query_id":"a","query_text":"b","tags":[` + long + "]}]"},
		{"a long list in YAML", "a.yaml", "- {query_id: a, query_text: b, tags: [" + long + "]}"},
		{"many strata", "a.yaml", "version: v1\nstrata: [" + long + "]\nqueries: []\n"},
		{"keys that no one reads", "a.json", `[{"id":"a","query":"b",` + keys.String() + `"expected_doc_ids":["d"]}]`},
		{"texts that are all wrong", "a.jsonl", strings.Repeat(`{"query_id":"`+strings.Repeat("x", 500)+`","query_text":1,"relevant_docs":[{"doc_id":"`+strings.Repeat("y", 500)+`"}]}`+"\n", 500)},
	} {
		size := 0
		peak := peakOf(t, func() {
			var faults testsets.Errors
			if _, err := testsets.Parse(tt.file, []byte(tt.text)); errors.As(err, &faults) {
				size = len(faults.Error())
			}
		})
		if most := 20<<20 + 60*uint64(len(tt.text)); peak > most {
			t.Errorf("%s: %d bytes took %d MB, want at most %d", tt.name, len(tt.text), peak>>20, most>>20)
		}
		if size > 300_000 {
			t.Errorf("%s: a message of %d bytes", tt.name, size)
		}
	}
}

// Queries beyond a number are counted and not kept, in every form.
func TestParseSent(t *testing.T) {
	const head, query, queries = `{"version": "v1", "strata": []`, `{"query_id": "q%d", "query_text": "t", "relevant_docs": [{"doc_id": "d", "grade": 1}]}`, 7
	lines := make([]string, queries)
	for i := range lines {
		lines[i] = fmt.Sprintf(query, i)
	}
	for file, text := range map[string]string{
		"a.jsonl": head + "}\n" + strings.Join(lines, "\n"),
		"a.json":  head + `, "queries": [` + strings.Join(lines, ",") + "]}",
		"a.yaml":  "version: v1\nstrata: []\nqueries:\n- " + strings.Join(lines, "\n- "),
	} {
		for most, beyond := range map[int]bool{0: false, 6: true, 7: false} {
			set, err := testsets.ParseSent(file, []byte(text), testsets.Sent{Most: most})
			var limit *testsets.LimitError
			switch {
			case beyond && (!errors.As(err, &limit) || *limit != testsets.LimitError{Queries: queries, Most: most}):
				t.Errorf("%s, at most %d: error %v", file, most, err)
			case !beyond && (err != nil || len(set.Queries) != queries):
				t.Errorf("%s, at most %d: error %v", file, most, err)
			}
		}
	}
}
