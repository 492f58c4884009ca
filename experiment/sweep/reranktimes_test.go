package sweep_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
)

// The latency of a setting is that of its own components, and with a rerank a
// little more: that of its own rerank and of no one else's.
func TestTimesOfReranks(t *testing.T) {
	const slow, quick = 50_000.0, 1000.0 // ms; a lexical rerank of two hits takes far less
	set, err := wingtest.SmallSet(t, 4).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	lines := func(ms float64) string {
		var text strings.Builder
		for q := range 4 {
			fmt.Fprintf(&text, `{"query_id": "q%03d", "latency_ms": %v, "hits": [{"id": "x", "score": 2, "text": "y"}, {"id": "d%d", "score": 1, "text": "question %d"}]}`+"\n", q, ms, q, q)
		}
		return text.String()
	}
	s := swept(t, map[string]string{
		"set.yaml": string(set), "a.jsonl": lines(slow), "b.jsonl": lines(quick), "experiment.yaml": `test_set: set.yaml
measures: [RR]
components: {a: {run: a.jsonl}, b: {run: b.jsonl}}
sweep:
  folds: 2
  repeats: 1
  grid:
  - {components: [[a], [b]]}
  - {components: [[a], [b]], rerank: {method: lexical, top_n: 2}}
`,
	})
	if len(s.Settings) != 4 {
		t.Fatalf("settings %v, want 4", names(s))
	}
	for i, alone := range []float64{slow, quick, slow, quick} {
		one := s.Settings[i]
		if one.LatencyMS == nil || *one.LatencyMS < alone || *one.LatencyMS > alone+quick/2 || (*one.LatencyMS == alone) != (one.Rerank == nil) {
			t.Errorf("%s takes %v, want %v alone and a little more with a rerank", one.Name, one.LatencyMS, alone)
		}
	}
}
