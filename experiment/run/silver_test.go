package run_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/kinds"
	"github.com/rankduel/rankduel/stats/silver"
)

const (
	labelled = 12 // queries, by people
	asked    = 30
)

// silverDir writes an experiment on two documents, of which people graded one for some queries
// and a model for all. What follows test_set is the rest of the file.
func silverDir(t *testing.T, rest string) string {
	t.Helper()
	var set, llm strings.Builder
	set.WriteString("name: set\nversion: v1\nqueries:\n")
	for q := range asked {
		fmt.Fprintf(&set, "  - {query_id: q%02d, query_text: question %[1]d, query_type: paraphrase, ", q)
		if q < labelled {
			fmt.Fprintf(&set, "relevant_docs: [{doc_id: d1, grade: %d}, {doc_id: d2, grade: %d}]}\n", q%2, 1-q%2)
		} else {
			set.WriteString("unjudged: true}\n")
		}
		fmt.Fprintf(&llm, "q%02[1]d 0 d1 %[2]d\nq%02[1]d 0 d2 %[3]d\n", q, byModel(q), 1-byModel(q))
	}
	return wingtest.WriteFiles(t, map[string]string{
		"set.yaml": set.String(), "llm.qrels": llm.String(),
		"corpus.jsonl": `{"_id": "d1", "text": "one"}` + "\n" + `{"_id": "d2", "text": "two"}` + "\n",
		"experiment.yaml": `
test_set: set.yaml
measures: [RR]
components:
  e1: {embedded: {corpus: corpus.jsonl}}
  e2: {embedded: {corpus: corpus.jsonl, k1: 1.1}}
configs:
  one: {components: [e1], top_k: 5}
  two: {components: [e2], top_k: 5}
` + rest,
	})
}

// byModel returns the model's grade of d1: people's but for every fifth query.
func byModel(q int) int {
	if q%5 == 0 {
		return 1 - q%2
	}
	return q % 2
}

// answering answers with d1 or d2 first, and counts how often it was asked.
func answering(n *int, first func(q int) bool) retrieval.Func {
	return func(_ context.Context, query retrieval.Query, _ int) ([]retrieval.Hit, error) {
		*n++
		docs := []string{"d2", "d1"}
		if first(wingtest.Number(query)) {
			docs = []string{"d1", "d2"}
		}
		return []retrieval.Hit{{ID: docs[0], Score: 2}, {ID: docs[1], Score: 1}}, nil
	}
}

// Engines are asked once about all queries that the model labelled, and the difference is
// that of both kinds of labels; what is stored is not done again.
func TestSilverOfRun(t *testing.T) {
	dir := silverDir(t, "silver: llm.qrels\nassume_random: true\nconcurrency: 1\n")
	recorder := wingtest.NewMemory()
	one, two := func(q int) bool { return q%3 == 0 }, func(q int) bool { return q%2 == 1 || q%7 == 0 }
	rr := func(first bool, grade int) float64 { // of the document that is relevant
		if first == (grade == 1) {
			return 1
		}
		return .5
	}
	var s silver.Stratum
	for q := range asked {
		f := rr(two(q), byModel(q)) - rr(one(q), byModel(q))
		if q >= labelled {
			s.Others = append(s.Others, f)
			continue
		}
		s.Silver, s.Human = append(s.Silver, f), append(s.Human, rr(two(q), q%2)-rr(one(q), q%2))
	}
	want, err := silver.New([]silver.Stratum{s}, silver.Queries, .95)
	if err != nil || want.Alone != "" {
		t.Fatal(want.Alone, err)
	}
	if plain := wingtest.Prepared(t, silverDir(t, ""), run.Options{}); !cmp.Equal(plain.Made(), wingtest.Prepared(t, dir, run.Options{}).Made()) {
		t.Error("systems are other runs by people's labels where a model labelled too")
	}
	for round := range 2 {
		calls := 0
		runner := wingtest.Prepared(t, dir, run.Options{})
		wingtest.Answer(runner, "e1", answering(&calls, one))
		wingtest.Answer(runner, "e2", answering(&calls, two))
		c, err := runner.Run(t.Context(), recorder)
		if err != nil {
			t.Fatal(err)
		}
		if wanted := (1 - round) * 2 * asked; calls != wanted || c.Retrieval.Calls != wanted || c.Retrieval.Cached != (round == 1) {
			t.Errorf("round %d: asked %d times, said %d, want %d", round, calls, c.Retrieval.Calls, wanted)
		}
		p := c.Comparisons[0]
		m := p.Measures[0]
		if m.N != labelled || m.Silver == nil || m.Silver.Queries != asked || p.Silver.Sampling.State != result.SamplingAsserted {
			t.Fatalf("%d queries, silver %+v", m.N, m.Silver)
		}
		wingtest.WantNumber(t, "difference", m.MeanDifference, want.Mean, 1e-12, "double sampling of what was made")
		wingtest.WantNumber(t, "p", m.PValue, *want.P, 1e-12, "double sampling of what was made")
		for _, system := range c.Systems {
			if system.Measures[0].N != labelled {
				t.Errorf("%s is measured on %d queries", system.Name, system.Measures[0].N)
			}
		}
	}
}

func TestSilverOfRunRefusals(t *testing.T) {
	for want, rest := range map[string]string{
		"sample has no use without silver":        "sample: llm.qrels\n",
		"models: \"zero=x\", want SYSTEM=":        "silver: llm.qrels\njudge: x\nmodels: [zero=x]\n",
		"target has no use without labels":        "target: this_set\n",
		"cannot read":                             "silver: gone.qrels\n",
		"bounds true has no use with":             "silver: llm.qrels\nbounds: true\n",
		"config \"three\" is trained on labels":   "  three: {components: [e1, e2], fusion_method: posfuse, top_k: 5}\nsilver: llm.qrels\n",
		"silver: corpus.jsonl":                    "silver: corpus.jsonl\n",
		"is not a sample of":                      "silver: llm.qrels\nsample: sample.json\n",
		"which part evaluation of the test set l": "silver: more.qrels\n",
		"silver has no use with a sweep":          "silver: llm.qrels\nsweep: {grid: [{fusion_method: rrf, rrf_k: [10, 60]}]}\n",
	} {
		dir := silverDir(t, rest)
		other := wingtest.WriteFiles(t, map[string]string{"sample.json": "{}", "more.qrels": "q99 0 d1 1\n"})
		text := strings.NewReplacer("sample.json", other+"/sample.json", "more.qrels", other+"/more.qrels").Replace(string(wingtest.ReadFile(t, dir+"/experiment.yaml")))
		planned, err := plan.Parse(dir+"/experiment.yaml", []byte(text), kinds.All(nil)...)
		var runner *run.Prepared
		if err == nil {
			runner, err = run.Prepare(t.Context(), planned, run.Options{})
		}
		if err == nil {
			_, err = runner.Run(t.Context(), wingtest.NewMemory())
		}
		if err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), dir+"/", ""), want) {
			t.Errorf("%s: %v, want %q", rest, err, want)
		}
	}
}
