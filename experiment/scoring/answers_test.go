package scoring_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval/trec"
)

const answerMeasures = "RequiredStrings,CitationCoverage,CitationCoverage(strict),RefusalCorrectness,EmptyResultRate"

// The scores follow from the rules of each measure (rows R039 to R049 of the
// requirements): a failed query has none, be it for an empty result.
func TestAnswerColumns(t *testing.T) {
	j := wingtest.JudgmentsOf(t, wingtest.AnsweredSet)
	j.Paths = pathsOf(t, "a.md\n")
	no := -1.0 // undefined
	for _, c := range []struct {
		profile, measure string
		want             []float64
		mean             float64
	}{
		{"default", "RequiredStrings", []float64{1, 0, no, no, no}, 1. / 2},
		{"default", "RequiredStrings(refusals=include)", []float64{1, 0, no, 1, no}, 2. / 3},
		{"default", "CitationCoverage", []float64{1, 1, no, 0, no}, 2. / 3},
		{"default", "CitationCoverage(strict)", []float64{1, 0, no, 0, no}, 1. / 3},
		{"default", "RefusalCorrectness", []float64{no, no, 1, 0, no}, 1. / 2},
		{"default", "EmptyResultRate", []float64{0, 0, 1, 0, no}, 1. / 4},
		{"default", "RR", []float64{1, 0, no, no, no}, 1. / 2},
		{"kebab", "EmptyResultRate", []float64{0, 0, 1, 0, 1}, 2. / 5},
		{"kebab", "RequiredStrings", []float64{1, 0, no, no, no}, 1. / 2},
		{"kebab", "RR", []float64{1, 0, no, no, 0}, 1. / 3},
		{"kebab-code", "RequiredStrings", []float64{1, 0, no, 1, no}, 2. / 3},
		{"trec", "RequiredStrings", []float64{1, 0, no, no, no}, 1. / 2}, // counts 0 for rankings, not for answers
		{"trec", "RR", []float64{1, 0, 0, 0, no}, 1. / 4},
	} {
		s := wingtest.ScoredUnder(t, c.profile, wingtest.AnsweredRun, j, c.measure)
		for q, want := range c.want {
			if got, defined := s.Score(0, q); defined != (want >= 0) || defined && got != want {
				t.Errorf("%s, %s of %s = %v %v, want %v (-1: undefined)", c.profile, c.measure, s.ID(q), got, defined, want)
			}
		}
		wingtest.WantNumber(t, c.profile+", mean "+c.measure, s.Summarize(false).Measures[0].Mean, c.mean, 1e-15, "by hand")
	}
}

// Qrels cannot say what an answer has to contain, nor what should be refused.
// What looks at the answer alone, or at the hits, needs no such word.
func TestAnswersNeedExpectations(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q1 0 d1 1\n")
	p := wingtest.ProfileNamed(t, "default")
	err := j.Check(p, wingtest.Measures(t, p, answerMeasures))
	if err == nil || !strings.Contains(err.Error(), "cannot tell RequiredStrings and RefusalCorrectness") || !strings.Contains(err.Error(), "--test-set") {
		t.Errorf("Check = %v, want what qrels cannot tell, and the remedy", err)
	}
	s := wingtest.Scored(t, "r", "q1 Q0 d1 1 1 t\n", j, "CitationCoverage,EmptyResultRate")
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
		{"none", searched, answerMeasures, result.FindingNoAnswers, "RequiredStrings, CitationCoverage, CitationCoverage(strict), RefusalCorrectness: undefined"},
		{"none, by lists of ids", "q1 Q0 d1 1 1 t\n", "RequiredStrings", result.FindingNoAnswers, "RequiredStrings: undefined"},
		{"no paths", wingtest.AnsweredRun, answerMeasures, result.FindingNoPaths, "CitationCoverage(strict): undefined: which paths exist is not known"},
		{"some", wingtest.AnsweredRun, "RequiredStrings,EmptyResultRate", "", ""},
		{"no measure of answers", searched, "RR,EmptyResultRate", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := wingtest.ScoredUnder(t, "default", c.run, wingtest.JudgmentsOf(t, wingtest.AnsweredSet), c.measures)
			for _, code := range []string{result.FindingNoAnswers, result.FindingNoPaths} {
				f, found := wingtest.Finding(s.Health, code)
				if found != (code == c.code) || found && (!strings.HasPrefix(f.Text, c.text) || f.Severity != result.SeverityNote) {
					t.Errorf("finding %s: %v %+v, want %q", code, found, f, c.text)
				}
			}
			if f, found := wingtest.Finding(s.Health, result.FindingNoScore); found {
				t.Errorf("said again: %s", f.Text)
			}
		})
	}
}

// The order of ties and missing judgments move rankings, not answers.
func TestAnswersDoNotMove(t *testing.T) {
	p := wingtest.ProfileNamed(t, "default")
	s, err := scoring.RunFile(t.Context(), trec.Bytes("r", []byte("q1 Q0 d1 1 1 t\nq1 Q0 x 2 1 t\n")), wingtest.JudgmentsOf(t, wingtest.AnsweredSet),
		wingtest.Measures(t, p, "RR,EmptyResultRate"), p, scoring.Options{Ties: true, Bounds: true})
	if err != nil {
		t.Fatal(err)
	}
	m := s.Summarize(false).Measures[1]
	if m.Ties.Min != .8 || m.Ties.Max != .8 || m.Bounds.Low != .8 || m.Bounds.High != .8 {
		t.Errorf("EmptyResultRate: %+v, %+v; want .8 throughout: four of five queries are not in the run", m.Ties, m.Bounds)
	}
}

// pathsOf reads the text of a list of paths.
func pathsOf(t testing.TB, text string) *judgments.Paths {
	t.Helper()
	p, err := judgments.ReadPaths(t.Context(), trec.Bytes("paths.txt", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
