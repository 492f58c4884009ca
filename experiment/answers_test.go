package experiment_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// Five queries: two want an answer, two a refusal, one says nothing of answers.
const answeredSet = `version: v1
strata: []
queries:
- {query_id: q1, query_text: one, relevant_docs: [{doc_id: d1, grade: 1}], must_contain: [alpha], forbidden: [beta]}
- {query_id: q2, query_text: two, relevant_docs: [{doc_id: d2, grade: 1}], must_contain: [alpha]}
- {query_id: q3, query_text: three, expected_refusal: true}
- {query_id: q4, query_text: four, expected_refusal: true, must_contain: [alpha]}
- {query_id: q5, query_text: five, relevant_docs: [{doc_id: d5, grade: 1}]}
`

// What a system says to them: right, wrong, refused, answered though it should
// not have, and an error.
const answeredRun = `{"query_id": "q1", "hits": [{"id": "d1"}], "answer": {"text": "alpha", "grounded": true, "citations": [{"path": "a.md"}]}}
{"query_id": "q2", "hits": [{"id": "x"}], "answer": {"text": "gamma", "grounded": true, "citations": [{"path": "a.md"}, {"path": "b.md"}]}}
{"query_id": "q3", "hits": [], "answer": {"text": "I do not know", "grounded": false}}
{"query_id": "q4", "hits": [{"id": "x"}], "answer": {"text": "alpha", "grounded": true, "citations": []}}
{"query_id": "q5", "error": "boom"}
`

const answerMeasures = "Groundedness,CitationCoverage,CitationCoverage(strict),RefusalCorrectness,EmptyResultRate"

func judgmentsOf(t testing.TB, text string) *judgments.Judgments {
	t.Helper()
	set, err := testsets.Parse("set.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	j, err := judgments.Of(set, judgments.PartAll)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func scoredUnder(t testing.TB, profile, run string, j *judgments.Judgments, list string) *scoring.Table {
	t.Helper()
	p := profileNamed(t, profile)
	s, err := scoring.RunFile(t.Context(), trec.Bytes("run.jsonl", []byte(run)), j, measures(t, p, list), p, scoring.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func pathsOf(t testing.TB, text string) *judgments.Paths {
	t.Helper()
	p, err := judgments.ReadPaths(trec.Bytes("paths.txt", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The scores follow from the rules of each measure (rows R039 to R049 of the
// requirements): a failed query has none, be it for an empty result.
func TestAnswerColumns(t *testing.T) {
	j := judgmentsOf(t, answeredSet)
	j.Paths = pathsOf(t, "a.md\n")
	no := -1.0 // undefined
	for _, c := range []struct {
		profile, measure string
		want             []float64
		mean             float64
	}{
		{"default", "Groundedness", []float64{1, 0, no, no, no}, 1. / 2},
		{"default", "Groundedness(refusals=include)", []float64{1, 0, no, 1, no}, 2. / 3},
		{"default", "CitationCoverage", []float64{1, 1, no, 0, no}, 2. / 3},
		{"default", "CitationCoverage(strict)", []float64{1, 0, no, 0, no}, 1. / 3},
		{"default", "RefusalCorrectness", []float64{no, no, 1, 0, no}, 1. / 2},
		{"default", "EmptyResultRate", []float64{0, 0, 1, 0, no}, 1. / 4},
		{"default", "RR", []float64{1, 0, no, no, no}, 1. / 2},
		{"kebab", "EmptyResultRate", []float64{0, 0, 1, 0, 1}, 2. / 5},
		{"kebab", "Groundedness", []float64{1, 0, no, no, no}, 1. / 2},
		{"kebab", "RR", []float64{1, 0, no, no, 0}, 1. / 3},
		{"kebab-code", "Groundedness", []float64{1, 0, no, 1, no}, 2. / 3},
		{"trec", "Groundedness", []float64{1, 0, no, no, no}, 1. / 2}, // counts 0 for rankings, not for answers
		{"trec", "RR", []float64{1, 0, 0, 0, no}, 1. / 4},
	} {
		s := scoredUnder(t, c.profile, answeredRun, j, c.measure)
		for q, want := range c.want {
			if got, defined := s.Score(0, q); defined != (want >= 0) || defined && got != want {
				t.Errorf("%s, %s of %s = %v %v, want %v (-1: undefined)", c.profile, c.measure, s.Queries[q].ID, got, defined, want)
			}
		}
		wantNumber(t, c.profile+", mean "+c.measure, s.Summarize(false).Measures[0].Mean, c.mean, 1e-15, "by hand")
	}
}

// Qrels cannot say what an answer has to contain, nor what should be refused.
// What looks at the answer alone, or at the hits, needs no such word.
func TestAnswersNeedExpectations(t *testing.T) {
	j := judgmentsFrom(t, "q1 0 d1 1\n")
	p := profileNamed(t, "default")
	err := j.Check(p, measures(t, p, answerMeasures))
	if err == nil || !strings.Contains(err.Error(), "cannot tell Groundedness and RefusalCorrectness") || !strings.Contains(err.Error(), "--test-set") {
		t.Errorf("Check = %v, want what qrels cannot tell, and the remedy", err)
	}
	s := scored(t, "r", "q1 Q0 d1 1 1 t\n", j, "CitationCoverage,EmptyResultRate")
	if _, defined := s.Score(0, 0); defined {
		t.Error("CitationCoverage of a TREC run is defined")
	}
	if empty, defined := s.Score(1, 0); empty != 0 || !defined {
		t.Errorf("EmptyResultRate = %v %v, want 0", empty, defined)
	}
}

// A system without answers is not a system with bad ones, and a note says what
// is undefined and why: once, not again as a measure without scores.
func TestSystemsWithoutAnswers(t *testing.T) {
	const searched = `{"query_id": "q1", "hits": [{"id": "d1"}]}` + "\n"
	for _, c := range []struct{ name, run, measures, code, text string }{
		{"none", searched, answerMeasures, result.FindingNoAnswers, "Groundedness, CitationCoverage, CitationCoverage(strict), RefusalCorrectness: undefined"},
		{"none, by lists of ids", "q1 Q0 d1 1 1 t\n", "Groundedness", result.FindingNoAnswers, "Groundedness: undefined"},
		{"no paths", answeredRun, answerMeasures, result.FindingNoPaths, "CitationCoverage(strict): undefined, for nobody said which paths exist"},
		{"some", answeredRun, "Groundedness,EmptyResultRate", "", ""},
		{"no measure of answers", searched, "RR,EmptyResultRate", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := scoredUnder(t, "default", c.run, judgmentsOf(t, answeredSet), c.measures)
			for _, code := range []string{result.FindingNoAnswers, result.FindingNoPaths} {
				f, found := finding(s.Health, code)
				if found != (code == c.code) || found && (!strings.HasPrefix(f.Text, c.text) || f.Severity != result.SeverityNote) {
					t.Errorf("finding %s: %v %+v, want %q", code, found, f, c.text)
				}
			}
			if f, found := finding(s.Health, result.FindingNoScore); found {
				t.Errorf("said again: %s", f.Text)
			}
		})
	}
}

// Answers of live components are scored like those of a run file, and kept: the
// second run of an experiment asks nobody. A fusion has no answers.
func TestAnswersOfLiveComponents(t *testing.T) {
	dir := writeFiles(t, map[string]string{"set.yaml": answeredSet, "paths.txt": "a.md\n", "corpus.jsonl": `{"_id": "d1", "text": "one"}` + "\n", "other.jsonl": `{"_id": "d1", "text": "two"}` + "\n", "experiment.yaml": `
test_set: set.yaml
measures: [Groundedness, CitationCoverage(strict), EmptyResultRate]
paths: paths.txt
components:
  writer: {embedded: {corpus: corpus.jsonl}}
  searcher: {embedded: {corpus: other.jsonl}}
configs:
  written: {components: [writer], top_k: 5}
  fused: {components: [writer, searcher], top_k: 5, fusion_method: rrf}
`})
	recorder := newMemory()
	for round := range 2 {
		runner := prepared(t, dir, experiment.RunOptions{})
		runner.Answer("writer", writer{})
		runner.Answer("searcher", retrieval.Func(writer{}.Retrieve))
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
					wantNumber(t, got.Measure+" of "+name, got.Mean, mean, 1e-15, "by hand")
				}
			}
			if _, found := finding(c.Systems[i].Health, result.FindingNoAnswers); found != (name == "fused") {
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

// The order of ties and missing judgments move rankings, not answers.
func TestAnswersDoNotMove(t *testing.T) {
	p := profileNamed(t, "default")
	s, err := scoring.RunFile(t.Context(), trec.Bytes("r", []byte("q1 Q0 d1 1 1 t\nq1 Q0 x 2 1 t\n")), judgmentsOf(t, answeredSet),
		measures(t, p, "RR,EmptyResultRate"), p, scoring.Options{Ties: true, Bounds: true})
	if err != nil {
		t.Fatal(err)
	}
	m := s.Summarize(false).Measures[1]
	if m.Ties.Min != .8 || m.Ties.Max != .8 || m.Bounds.Low != .8 || m.Bounds.High != .8 {
		t.Errorf("EmptyResultRate: %+v, %+v; want .8 throughout: four of five queries are not in the run", m.Ties, m.Bounds)
	}
}

// Of two systems the one with fewer empty results is the better one: a lower
// score wins, and the verdict says better.
func TestLowerIsBetter(t *testing.T) {
	const n = 20
	worse, better := make([]float64, n), make([]float64, n)
	for i := range worse {
		worse[i] = 1
		better[i] = float64(i % 4 / 3)
	}
	for name, want := range map[string]result.Verdict{"EmptyResultRate": result.Better, "RR": result.Worse} {
		p := compared(t, table(t, "a", name, worse), table(t, "b", name, better), compare.Settings{})
		m := measureOf(t, p, name)
		wins, losses := 15, 0
		if want == result.Worse {
			wins, losses = losses, wins
		}
		if p.Verdict != want || m.Verdict != want || m.Wins != wins || m.Losses != losses || *m.MeanDifference != -.75 {
			t.Errorf("%s: %s, %d wins, %d losses, difference %v; want %s, %d, %d, -.75", name, p.Verdict, m.Wins, m.Losses, *m.MeanDifference, want, wins, losses)
		}
	}
}

// Only measures of answers: there is no headroom for a reranker, and where the
// relevant documents stood is known even so.
func TestAnswersAlone(t *testing.T) {
	s := scoredUnder(t, "default", answeredRun, judgmentsOf(t, answeredSet), "Groundedness")
	if c, err := compare.Against(s, []*scoring.Table{s}, compare.Settings{MinCoverage: new(float64)}); err != nil || c.Comparisons[0].Measures[0].N != 2 {
		t.Errorf("Compare = %+v, %v; want the 2 queries whose answer can be judged", c, err)
	}
	if metrics.DirectionOf(metrics.EmptyResultRate{}) != metrics.LowerIsBetter {
		t.Error("EmptyResultRate is not better when lower")
	}
}
