package metrics_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

// The rules of LEDGER rows K.cit, K.ground, K.empty and K.refuse, one by one.
func TestAnswerMeasures(t *testing.T) {
	answer := func(text string, paths ...string) *metrics.Answer {
		a := &metrics.Answer{Text: text, Grounded: true, Checked: true}
		for _, p := range paths {
			a.Citations = append(a.Citations, metrics.Citation{Path: p, Resolved: p == "a.md"})
		}
		return a
	}
	refusal := &metrics.Answer{Text: "I do not know"}
	for _, c := range []struct {
		name, text string
		retrieved  int
		answered   metrics.Answered
		score      float64
		defined    bool
	}{
		{"all required, nothing forbidden", "RequiredStrings", 0, metrics.Answered{MustContain: []string{"alpha", "beta"}, Forbidden: []string{"gamma"}, Answer: answer("alpha beta")}, 1, true},
		{"one required is missing", "RequiredStrings", 0, metrics.Answered{MustContain: []string{"alpha", "beta"}, Answer: answer("alpha")}, 0, true},
		{"forbidden text", "RequiredStrings", 0, metrics.Answered{MustContain: []string{"alpha"}, Forbidden: []string{"beta"}, Answer: answer("alpha and beta")}, 0, true},
		{"case counts", "RequiredStrings", 0, metrics.Answered{MustContain: []string{"Alpha"}, Answer: answer("alpha")}, 0, true},
		{"neither list", "RequiredStrings", 0, metrics.Answered{Answer: answer("alpha")}, 0, false},
		{"no answer", "RequiredStrings", 0, metrics.Answered{MustContain: []string{"alpha"}}, 0, false},
		{"failed query", "RequiredStrings", 0, metrics.Answered{Failed: true, MustContain: []string{"alpha"}, Answer: answer("alpha")}, 0, false},
		{"should refuse", "RequiredStrings", 0, metrics.Answered{ShouldRefuse: true, MustContain: []string{"alpha"}, Answer: answer("alpha")}, 0, false},
		{"should refuse, shipped code", "RequiredStrings(refusals=include)", 0, metrics.Answered{ShouldRefuse: true, MustContain: []string{"alpha"}, Answer: answer("alpha")}, 1, true},
		{"every citation has a path", "CitationCoverage", 0, metrics.Answered{Answer: answer("x", "a.md", "b.md")}, 1, true},
		{"no citation", "CitationCoverage", 0, metrics.Answered{Answer: answer("x")}, 0, true},
		{"an empty path", "CitationCoverage", 0, metrics.Answered{Answer: answer("x", "a.md", "")}, 0, true},
		{"not grounded", "CitationCoverage", 0, metrics.Answered{Answer: refusal}, 0, false},
		{"no answer to cite in", "CitationCoverage", 0, metrics.Answered{}, 0, false},
		{"all resolve", "CitationCoverage(strict)", 0, metrics.Answered{Answer: answer("x", "a.md")}, 1, true},
		{"one does not resolve", "CitationCoverage(strict)", 0, metrics.Answered{Answer: answer("x", "a.md", "b.md")}, 0, true},
		{"nobody looked them up", "CitationCoverage(strict)", 0, metrics.Answered{Answer: &metrics.Answer{Grounded: true, Citations: []metrics.Citation{{Path: "a.md", Resolved: true}}}}, 0, false},
		{"no citation to resolve", "CitationCoverage(strict)", 0, metrics.Answered{Answer: answer("x")}, 0, true},
		{"refused rightly", "RefusalCorrectness", 0, metrics.Answered{ShouldRefuse: true, Answer: refusal}, 1, true},
		{"answered wrongly", "RefusalCorrectness", 0, metrics.Answered{ShouldRefuse: true, Answer: answer("x")}, 0, true},
		{"need not refuse", "RefusalCorrectness", 0, metrics.Answered{Answer: refusal}, 0, false},
		{"only searched", "RefusalCorrectness", 0, metrics.Answered{ShouldRefuse: true}, 0, false},
		{"nothing retrieved", "EmptyResultRate", 0, metrics.Answered{Failed: true}, 1, true},
		{"something retrieved", "EmptyResultRate", 1, metrics.Answered{}, 0, true},
	} {
		m, err := metrics.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if m.String() != c.text {
			t.Errorf("Parse(%q) = %s", c.text, m)
		}
		judged := metrics.Judged{Retrieved: c.retrieved, Answered: &c.answered}
		if got, defined := m.Score(&judged); got != c.score || defined != c.defined {
			t.Errorf("%s: %s = %v %v, want %v %v", c.name, m, got, defined, c.score, c.defined)
		}
	}
}

func TestParseAnswers(t *testing.T) {
	for text, want := range map[string]string{
		" groundedness ":                    "RequiredStrings",
		"citation_coverage_strict":          "CitationCoverage(strict)",
		"CitationCoverage(strict=true)":     "CitationCoverage(strict)",
		"CitationCoverage(strict=false)":    "CitationCoverage",
		"RequiredStrings(refusals=exclude)": "RequiredStrings",
		"empty_result_rate":                 "EmptyResultRate",
	} {
		m, err := metrics.Parse(text)
		if err != nil || m.String() != want {
			t.Errorf("Parse(%q) = %v, %v, want %s", text, m, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                                "name is missing",
		"RequiredString":                  "nearest: RequiredStrings",
		"RequiredStrings@5":               "has no cutoff",
		"RequiredStrings(refusals=maybe)": "want include or exclude",
		"CitationCoverage(strict=maybe)":  "want true or false",
		"EmptyResultRate(strict)":         "no parameter",
	} {
		if m, err := metrics.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q) = %v, %v, want %q", text, m, err, want)
		}
	}
}

// A measure of answers says so, has no cutoff to look down to, and without
// anything known of the answer is undefined.
func TestAnswerLevel(t *testing.T) {
	for _, text := range []string{"RequiredStrings", "CitationCoverage", "CitationCoverage(strict)", "RefusalCorrectness", "EmptyResultRate"} {
		m := mustParse(t, text)
		if metrics.LevelOf(m) != metrics.AnswerLevel || m.Cutoff() != 0 {
			t.Errorf("%s: level %q, cutoff %d, want that of answers and 0", text, metrics.LevelOf(m), m.Cutoff())
		}
		score, defined := m.Score(&metrics.Judged{Retrieved: 1, Hits: []metrics.Hit{{Rank: 1, Grade: 1}}, Ideal: []int{1}})
		if score != 0 || defined != (text == "EmptyResultRate") {
			t.Errorf("%s of a system that only searched = %v %v, want 0, defined only for EmptyResultRate", text, score, defined)
		}
	}
}

// kebab-code means the shipped code's groundedness, unless the text says
// otherwise.
func TestProfileRefusals(t *testing.T) {
	for _, c := range []struct{ profile, text, want, key string }{
		{"kebab", "groundedness", "RequiredStrings", "groundedness"},
		{"kebab", "RequiredStrings(refusals=include)", "RequiredStrings(refusals=include)", "RequiredStrings(refusals=include)"},
		{"kebab-code", "groundedness", "RequiredStrings(refusals=include)", "groundedness"},
		{"kebab-code", "RequiredStrings(refusals=exclude)", "RequiredStrings", "RequiredStrings"},
	} {
		p, err := metrics.ProfileByName(c.profile)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.Parse(c.text)
		if err != nil || m.String() != c.want || p.Key(m) != c.key {
			t.Errorf("%s: %s is %v %v, want %s, called %s", c.profile, c.text, m, err, c.want, c.key)
		}
	}
}
