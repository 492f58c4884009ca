package run_test

import (
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
)

// No one has written an answer from the hits of a fusion, nor from a reranked
// ranking: answers are those of single components, and measures of answers are
// undefined for the others, not 0.
func TestFusionsHaveNoAnswers(t *testing.T) {
	const text = `{"query_id": "q000", "hits": [{"id": "d0", "score": 2, "text": "question 0"}, {"id": "x", "score": 1, "text": "y"}], "answer": {"text": "a", "grounded": true, "citations": [{"path": "a.md"}]}}
{"query_id": "q001", "hits": [{"id": "d1", "score": 2, "text": "question 1"}, {"id": "x", "score": 1, "text": "y"}], "answer": {"text": "a", "grounded": true, "citations": []}}
`
	set, err := wingtest.SmallSet(t, 2).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	runner := wingtest.Prepared(t, wingtest.WriteFiles(t, map[string]string{
		"set.yaml": string(set), "a.jsonl": text, "b.jsonl": text, "experiment.yaml": `
test_set: set.yaml
measures: [RR, CitationCoverage]
components: {a: {run: a.jsonl}, b: {run: b.jsonl}}
configs:
  alone: {components: [a]}
  fused: {fusion_method: rrf}
  reranked: {components: [a], rerank: {method: lexical, top_n: 2}}
`,
	}), run.Options{})
	store := wingtest.NewMemory()
	c, err := runner.Run(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	for i, answered := range []int{2, 0, 0} {
		system := c.Systems[i]
		if m := system.Measures[1]; m.N != answered || m.N+m.Undefined != 2 {
			t.Errorf("CitationCoverage of %s: defined for %d and undefined for %d of 2 queries, want %d and the rest", system.Name, m.N, m.Undefined, answered)
		}
		if _, noted := wingtest.Finding(system.Health, result.FindingNoAnswers); noted != (answered == 0) {
			t.Errorf("findings of %s: %v; want %s only where there are no answers", system.Name, wingtest.Codes(system.Health), result.FindingNoAnswers)
		}
		for ranking, err := range runner.Rankings(t.Context(), store, system.Name) {
			if err != nil {
				t.Fatal(err)
			}
			if (ranking.Answer != nil) != (answered > 0) {
				t.Errorf("%s, %s: answer %+v", system.Name, ranking.QueryID, ranking.Answer)
			}
		}
	}
	wingtest.WantNumber(t, "CitationCoverage of alone", c.Systems[0].Measures[1].Mean, 1./2, 1e-15, "by hand")
}
