package run_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/run"
)

// writtenPlan has a place for a key at each level.
const writtenPlan = `test_set: set.yaml
measures: [RR]
%s
components:
  bm25: {embedded: {corpus: corpus.jsonl%s}}
  lsa: {embedded: {corpus: corpus.jsonl, model: lsa%s}}
  file: {run: run.trec}
configs:
  fused: {fusion_method: %s%s}
  other: {components: [file], top_k: 30}
`

// A default that is written out makes the same run as one that is not: the id of
// a run says what is measured and not how it was written. Any other value is
// another run. The defaults are those of the tables in docs/experiments.md and
// of `rankduel explain` for the fusions' own.
func TestWrittenDefaultsAreTheSameRun(t *testing.T) {
	set, err := wingtest.SmallSet(t, 5).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	id := func(t *testing.T, method, place, text string) string {
		t.Helper()
		at := map[string]string{"plan": "", "bm25": "", "lsa": "", "config": ""}
		at[place] = text
		for _, inner := range []string{"bm25", "lsa", "config"} {
			if at[inner] != "" {
				at[inner] = ", " + at[inner]
			}
		}
		dir := wingtest.WriteFiles(t, map[string]string{
			"set.yaml": string(set), "corpus.jsonl": `{"_id": "d0", "title": "", "text": "a question"}` + "\n{\"_id\": \"d1\", \"title\": \"\", \"text\": \"another one\"}\n",
			"run.trec":        "q000 Q0 d0 1 1 t\nq001 Q0 d1 1 1 t\nq002 Q0 d2 1 1 t\n",
			"experiment.yaml": fmt.Sprintf(writtenPlan, at["plan"], at["bm25"], at["lsa"], method, at["config"]),
		})
		c := ranPlan(t, dir, wingtest.NewMemory(), run.Options{})
		return c.Retrieval.RunIDs["fused"]
	}
	for _, c := range []struct{ method, place, written, other string }{
		{"rrf", "config", "components_asked: in_parallel", "components_asked: in_sequence"},
		{"rrf", "config", "top_k: 100", "top_k: 99"},
		{"rrf", "config", "components: [bm25, lsa, file]", "components: [bm25, lsa]"},
		{"rrf", "config", "rrf_k: 60", "rrf_k: 61"},
		{"sum", "config", "norm: min-max", "norm: max"},
		{"posfuse", "config", "folds: 5", "folds: 3"},
		{"rrf", "plan", "part: evaluation", "part: all"},
		{"rrf", "plan", "profile: default", "profile: trec"},
		{"rrf", "bm25", "model: bm25", "model: lsa"},
		{"rrf", "bm25", "k1: 0.9", "k1: 1.2"},
		{"rrf", "bm25", "b: 0.4", "b: 0.75"},
		{"rrf", "bm25", "stemming: porter", "stemming: none"},
		{"rrf", "bm25", "stop_words: english", "stop_words: none"},
		{"rrf", "bm25", "fields: {title: 1, text: 1}", "fields: {title: 2, text: 1}"},
		{"rrf", "lsa", "dimensions: 200", "dimensions: 100"},
		{"rrf", "lsa", "seed: 0", "seed: 1"},
	} {
		t.Run(strings.Trim(c.written, " "), func(t *testing.T) {
			unwritten := id(t, c.method, c.place, "")
			if got := id(t, c.method, c.place, c.written); got != unwritten {
				t.Errorf("run %s with the default written, %s without", got, unwritten)
			}
			if got := id(t, c.method, c.place, c.other); got == unwritten {
				t.Errorf("run %s with %s too", got, c.other)
			}
		})
	}
	// What only decides is not part of a run.
	for _, decides := range []string{"alpha: 0.1", "margin: 0.5", "test: randomization", "correction: none", "min_coverage: 0.5", "baseline: other", "concurrency: 1", "timeout: 1s"} {
		if got, plain := id(t, "rrf", "plan", decides), id(t, "rrf", "plan", ""); got != plain {
			t.Errorf("run %s with %s, %s without: it changes no score", got, decides, plain)
		}
	}
}
