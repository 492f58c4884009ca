package reports_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

// withSilver gives a comparison labels of a model.
func withSilver(target string, health ...result.Finding) *result.Comparison {
	c := better()
	p := &c.Comparisons[0]
	p.Health = health
	p.Silver = &result.SilverLabels{Name: "llm.qrels", Target: target, Sampling: result.Sampling{State: result.SamplingVerified}}
	for i := range p.Measures {
		p.Measures[i].Silver = &result.SilverInference{
			Labelled: 20, Queries: 60, Worth: num(31), WidthRatio: num(.8),
			HumanOnly:  result.Estimated{Mean: num(0.0512), Interval: headline(0.01, 0.09), PValue: num(0.02)},
			SilverOnly: result.Estimated{Mean: num(0.0701), Interval: headline(0.05, 0.09)},
		}
	}
	return c
}

// What the labels are worth, and why they are worth less, is on the first screen; a table
// in a paper says too whose means and whose difference it holds.
func TestSilverSaid(t *testing.T) {
	alone := result.Warned(result.FindingSilverAlone, "people's labels alone decide")
	little := result.Noted(result.FindingSilverWorth, "that they add something is not shown")
	for _, c := range []struct {
		name          string
		c             *result.Comparison
		said, notSaid string
	}{
		{"queries", withSilver("queries"), "means are over the 20, differences are those of queries like these", "is not shown"},
		{"this set", withSilver("this_set"), "differences are those of these 60 queries", "queries like these"},
		{"worth", withSilver("queries", alone), "as good as 31 queries", "is not shown"},
		{"alone", withSilver("queries", alone), "people's labels alone decide", "is not shown"},
		{"little", withSilver("queries", little), "that they add something is not shown", "as wide as people's"},
	} {
		for _, f := range []reports.Format{reports.Text, reports.LaTeX} {
			var b bytes.Buffer
			if err := reports.Comparison(&b, c.c, f, reports.Options{}); err != nil {
				t.Fatal(err)
			}
			text := strings.Join(strings.Fields(b.String()), " ")
			caveat := c.name == "alone" || c.name == "little" // on the screen
			if f == reports.Text && !strings.Contains(text, c.said) || f == reports.LaTeX && !caveat && !strings.Contains(text, c.said) || strings.Contains(text, c.notSaid) {
				t.Errorf("%s, %s: want %q and not %q in\n%s", c.name, f, c.said, c.notSaid, b.String())
			}
		}
	}
}

// How far both kinds of labels agree is with the details: by system, by grade and by what
// each system found, and how many labels of people would do.
func TestSilverHealth(t *testing.T) {
	c := withSilver("queries")
	p := &c.Comparisons[0]
	l := p.Silver
	l.SHA256, l.Judge, l.Complete, l.Incomplete, l.Tau = "0123456789abcdef", "gpt-4o", 20, 3, num(.9)
	l.Documents, l.Kappa, l.QuadraticKappa = 5, num(.31), num(.55)
	l.Confusion = []result.PairOfGrades{{Human: 0, Silver: 0, Documents: 2}, {Human: 0, Silver: 1, Documents: 1}, {Human: 2, Silver: 1, Documents: 2}}
	l.ByGrade = []result.GradeByModel{{Silver: 0, Documents: 2}, {Silver: 1, HumanMean: 4. / 3, Documents: 3}}
	l.Retrieved = []result.RetrievedMean{{By: "only_b", Documents: 1, ByGrade: []result.GradeByModel{{Silver: 1, HumanMean: 2, Documents: 1}}}}
	for i := range p.Measures {
		s := p.Measures[i].Silver
		s.Correlation, s.CorrelationInterval = num(.6), &result.Interval{Low: .2, High: .8}
		s.BiasA, s.BiasB, s.SameSign, s.Changed, s.QueriesForMargin = num(.01), num(.03), 14, 17, new(34)
	}
	for _, f := range []reports.Format{reports.Text, reports.Markdown} {
		var b bytes.Buffer
		if err := reports.Comparison(&b, c, f, reports.Options{Details: true}); err != nil {
			t.Fatal(err)
		}
		text := strings.Join(strings.Fields(strings.NewReplacer("|", " ", "\\", "").Replace(b.String())), " ")
		for _, want := range []string{
			"llm.qrels, sha256 0123456789ab, by gpt-4o; people's: 20 queries whole, 3 in part", "both ways alike for 14 of 17",
			"scores above people by +0.0100 for", "+0.0300 for", "Kendall's tau +0.90", "+0.60 [+0.20, +0.80]",
			"takes people's labels of 34 queries; without the model's, of more than all 60 queries", "people: 0 people: 2", "1 3 1 2 1.33 – 2.00 (1) –",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: want %q in\n%s", f, want, b.String())
			}
		}
	}
}

// Where nothing is shown, labels of people are what helps, of queries drawn at random.
func TestSilverAdvice(t *testing.T) {
	for code, want := range map[string]string{
		"interval_too_wide":  "or add queries, for the model and people to label",
		"sampling_not_shown": "draw a sample (rankduel labels sample)",
	} {
		c := withSilver("queries")
		c.Comparisons[0].Verdict = result.Inconclusive
		m := &c.Comparisons[0].Measures[3]
		m.Verdict, m.VerdictCode = result.Inconclusive, code
		var b bytes.Buffer
		if err := reports.Comparison(&b, c, reports.Text, reports.Options{}); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%s: want %q in\n%s%v", code, want, b.String(), err)
		}
	}
}

// Figures of single queries show people's labels: their mean is not the estimate.
func TestMeanOfQueries(t *testing.T) {
	m := withSilver("queries").Comparisons[0].Measures[3]
	if got := *m.MeanOfQueries(); got != 0.0512 {
		t.Errorf("with a model's labels: %v, given .0512", got)
	}
	m.Silver = nil
	if got := *m.MeanOfQueries(); got != 0.0310 {
		t.Errorf("without: %v, given .0310", got)
	}
}
