package metrics_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// The rules of LEDGER rows K.cit, K.ground, K.empty and K.refuse, one by one.
func TestAnswerMeasures(t *testing.T) {
	answer := func(text string, paths ...string) *metrics.Answer {
		a := &metrics.Answer{Text: text, Grounded: true}
		for _, p := range paths {
			a.Citations = append(a.Citations, metrics.Citation{Path: p, Resolved: p == "a.md"})
		}
		return a
	}
	refusal := &metrics.Answer{Text: "I do not know"}
	for _, c := range []struct {
		name, text string
		answered   metrics.Answered
		score      float64
		defined    bool
	}{
		{"all required, nothing forbidden", "Groundedness", metrics.Answered{MustContain: []string{"alpha", "beta"}, Forbidden: []string{"gamma"}, Answer: answer("alpha beta")}, 1, true},
		{"one required is missing", "Groundedness", metrics.Answered{MustContain: []string{"alpha", "beta"}, Answer: answer("alpha")}, 0, true},
		{"forbidden text", "Groundedness", metrics.Answered{MustContain: []string{"alpha"}, Forbidden: []string{"beta"}, Answer: answer("alpha and beta")}, 0, true},
		{"case counts", "Groundedness", metrics.Answered{MustContain: []string{"Alpha"}, Answer: answer("alpha")}, 0, true},
		{"neither list", "Groundedness", metrics.Answered{Answer: answer("alpha")}, 0, false},
		{"no answer", "Groundedness", metrics.Answered{MustContain: []string{"alpha"}}, 0, false},
		{"failed query", "Groundedness", metrics.Answered{Failed: true, MustContain: []string{"alpha"}, Answer: answer("alpha")}, 0, false},
		{"should refuse", "Groundedness", metrics.Answered{ShouldRefuse: true, MustContain: []string{"alpha"}, Answer: answer("alpha")}, 0, false},
		{"should refuse, shipped code", "Groundedness(refusals=include)", metrics.Answered{ShouldRefuse: true, MustContain: []string{"alpha"}, Answer: answer("alpha")}, 1, true},
		{"every citation has a path", "CitationCoverage", metrics.Answered{Answer: answer("x", "a.md", "b.md")}, 1, true},
		{"no citation", "CitationCoverage", metrics.Answered{Answer: answer("x")}, 0, true},
		{"an empty path", "CitationCoverage", metrics.Answered{Answer: answer("x", "a.md", "")}, 0, true},
		{"not grounded", "CitationCoverage", metrics.Answered{Answer: refusal}, 0, false},
		{"no answer to cite in", "CitationCoverage", metrics.Answered{}, 0, false},
		{"all resolve", "CitationCoverage(strict)", metrics.Answered{Answer: answer("x", "a.md")}, 1, true},
		{"one does not resolve", "CitationCoverage(strict)", metrics.Answered{Answer: answer("x", "a.md", "b.md")}, 0, true},
		{"no citation to resolve", "CitationCoverage(strict)", metrics.Answered{Answer: answer("x")}, 0, true},
		{"refused rightly", "RefusalCorrectness", metrics.Answered{ShouldRefuse: true, Answer: refusal}, 1, true},
		{"answered wrongly", "RefusalCorrectness", metrics.Answered{ShouldRefuse: true, Answer: answer("x")}, 0, true},
		{"need not refuse", "RefusalCorrectness", metrics.Answered{Answer: refusal}, 0, false},
		{"only searched", "RefusalCorrectness", metrics.Answered{ShouldRefuse: true}, 0, false},
		{"nothing retrieved", "EmptyResultRate", metrics.Answered{Failed: true}, 1, true},
		{"something retrieved", "EmptyResultRate", metrics.Answered{Retrieved: 1}, 0, true},
	} {
		m, err := metrics.ParseAnswer(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if m.String() != c.text {
			t.Errorf("ParseAnswer(%q) = %s", c.text, m)
		}
		if got, defined := m.Score(&c.answered); got != c.score || defined != c.defined {
			t.Errorf("%s: %s = %v %v, want %v %v", c.name, m, got, defined, c.score, c.defined)
		}
	}
}

func TestParseAnswer(t *testing.T) {
	for text, want := range map[string]string{
		" groundedness ":                 "Groundedness",
		"citation_coverage_strict":       "CitationCoverage(strict)",
		"CitationCoverage(strict=true)":  "CitationCoverage(strict)",
		"CitationCoverage(strict=false)": "CitationCoverage",
		"Groundedness(refusals=exclude)": "Groundedness",
		"empty_result_rate":              "EmptyResultRate",
	} {
		m, err := metrics.ParseAnswer(text)
		if err != nil || m.String() != want {
			t.Errorf("ParseAnswer(%q) = %v, %v, want %s", text, m, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                               "name is missing",
		"Groundednes":                    "nearest: Groundedness",
		"nDCG":                           "judges rankings, not answers",
		"Groundedness@5":                 "has no cutoff",
		"Groundedness(refusals=maybe)":   "want include or exclude",
		"CitationCoverage(strict=maybe)": "want true or false",
		"EmptyResultRate(strict)":        "no parameter",
	} {
		if m, err := metrics.ParseAnswer(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseAnswer(%q) = %v, %v, want %q", text, m, err, want)
		}
	}
	if m, err := metrics.Parse("Groundedness"); err == nil || !strings.Contains(err.Error(), "judges answers") {
		t.Errorf("Parse(Groundedness) = %v, %v", m, err)
	}
}
