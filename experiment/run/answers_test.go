package run_test

import (
	"context"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
)

// Answers of live components are scored like those of a run file, and kept: the
// second run of an experiment asks no one. A fusion has no answers.
func TestAnswersOfLiveComponents(t *testing.T) {
	dir := wingtest.WriteFiles(t, map[string]string{"set.yaml": wingtest.AnsweredSet, "paths.txt": "a.md\n", "corpus.jsonl": `{"_id": "d1", "text": "one"}` + "\n", "other.jsonl": `{"_id": "d1", "text": "two"}` + "\n", "experiment.yaml": `
test_set: set.yaml
measures: [RequiredStrings, CitationCoverage(strict), EmptyResultRate]
paths: paths.txt
components:
  writer: {embedded: {corpus: corpus.jsonl}}
  searcher: {embedded: {corpus: other.jsonl}}
configs:
  written: {components: [writer], top_k: 5}
  fused: {components: [writer, searcher], top_k: 5, fusion_method: rrf}
`})
	recorder := wingtest.NewMemory()
	for round := range 2 {
		runner := wingtest.Prepared(t, dir, run.Options{})
		wingtest.Answer(runner, "writer", writer{})
		wingtest.Answer(runner, "searcher", retrieval.Func(writer{}.Retrieve))
		c, err := runner.Run(t.Context(), recorder)
		if err != nil {
			t.Fatal(err)
		}
		if calls := c.Retrieval.Calls; round == 1 && calls != 0 {
			t.Errorf("%d calls of the second run, want 0", calls)
		}
		for name, want := range map[string][]float64{"written": {.5, .5, .2}, "writer": {.5, .5, .2}, "fused": {-1, -1, .2}} {
			i := slices.IndexFunc(c.Systems, func(s result.RunEvaluation) bool { return s.Name == name })
			for m, mean := range want {
				got := c.Systems[i].Measures[m]
				if mean < 0 && got.Mean != nil {
					t.Errorf("%s of %s = %v, want undefined", got.Measure, name, *got.Mean)
				}
				if mean >= 0 {
					wingtest.WantNumber(t, got.Measure+" of "+name, got.Mean, mean, 1e-15, "by hand")
				}
			}
			if _, found := wingtest.Finding(c.Systems[i].Health, result.FindingNoAnswers); found != (name == "fused") {
				t.Errorf("%s: no_answers = %v", name, found)
			}
		}
	}
}

// writer answers q1 rightly and q2 wrongly, with a citation to follow and one
// into nothing, and refuses the rest; q3 brings back nothing at all.
type writer struct{}

func (writer) Retrieve(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
	if q.ID == "q3" {
		return nil, nil
	}
	return []retrieval.Hit{{ID: "d1", Score: 1}}, nil
}

func (w writer) Respond(ctx context.Context, q retrieval.Query, k int) (retrieval.Response, error) {
	hits, err := w.Retrieve(ctx, q, k)
	a := &retrieval.Answer{Text: "I do not know"}
	switch q.ID {
	case "q1":
		a = &retrieval.Answer{Text: "alpha", Grounded: true, Citations: []retrieval.Citation{{Path: "a.md"}}}
	case "q2":
		a = &retrieval.Answer{Text: "beta", Grounded: true, Citations: []retrieval.Citation{{Path: "gone.md"}}}
	}
	return retrieval.Response{Hits: hits, Answer: a}, err
}
