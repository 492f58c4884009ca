package reports_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/olekukonko/tablewriter/pkg/twwidth"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

var ansi = regexp.MustCompile("\x1b\\[[0-9;]*m")

// columns counts terminal columns independently of the library that draws the
// tables, for the characters of the fixtures: East Asian Wide and Fullwidth
// are two (Unicode Standard Annex 11), combining marks none, the rest one.
func columns(s string) int {
	n := 0
	for _, r := range ansi.ReplaceAllString(s, "") {
		switch {
		case r >= 0x300 && r < 0x370:
		case r >= 0x2e80 && r < 0xa4d0, r >= 0xff01 && r < 0xff61:
			n += 2
		default:
			n++
		}
	}
	return n
}

func TestFitsTheWidth(t *testing.T) {
	for name, c := range map[string]*result.Comparison{
		"better": better(), "worse": worse(), "equivalent": equivalent(), "inconclusive": inconclusive(), "vetoed": vetoed(),
		"degenerate": degenerate(), "several": several(), "foreign": foreign(), "verbose": verbose(),
	} {
		for _, limit := range []int{80, 96, 100, 132, 250} {
			o := reports.Options{Width: limit, Verbose: true, PerQuery: true, Color: limit == 132}
			for line := range strings.Lines(report(t, comparisonOf(c), reports.Text, o)) {
				line = strings.TrimSuffix(line, "\n")
				if got := columns(line); got > limit {
					t.Errorf("%s: a line of %d columns, limit %d:\n%s", name, got, limit, line)
				}
				if strings.TrimRight(line, " ") != line {
					t.Errorf("%s: blanks at the end of %q", name, line)
				}
			}
		}
	}
}

// Names give way to a narrow terminal, numbers do not: a part of one would be
// another number.
func TestNumbersAreNeverCut(t *testing.T) {
	c := better()
	for i := range c.Attribution {
		a := &c.Attribution[i]
		a.Components, a.Only = []string{"a component with a long name", "another one"}, a.Only[1:]
		a.Only[0].Documents, a.Only[1].Documents = 123456, 654321
	}
	text := report(t, comparisonOf(c), reports.Text, reports.Options{Width: 60, Details: true})
	for _, whole := range []string{"123456 (10 %)", "654321 (20 %)", "a compo…g name"} {
		if !strings.Contains(text, whole) {
			t.Errorf("no %q in\n%s", whole, text)
		}
	}
}

// Every row of the main table ends in the same column, whatever the script of
// the headings, and the rule is as long as the table.
func TestColumnsAlign(t *testing.T) {
	for _, c := range []*result.Comparison{better(), degenerate(), foreign()} {
		for _, limit := range []int{0, 100} {
			text := report(t, comparisonOf(c), reports.Text, reports.Options{Width: limit, Details: true})
			_, main, _ := strings.Cut(text, "\n   measure ")
			lines := strings.Split(main, "\n")
			want := columns(lines[1])
			for _, line := range lines[2:7] {
				if got := columns(line); got != want {
					t.Errorf("%d columns, want %d as in the rule:\n%s\n%s", got, want, lines[1], line)
				}
			}
		}
	}
}

func TestColorChangesNoCharacter(t *testing.T) {
	for _, c := range []*result.Comparison{better(), worse(), degenerate(), several(), foreign()} {
		plain := report(t, comparisonOf(c), reports.Text, reports.Options{Width: 100})
		colored := report(t, comparisonOf(c), reports.Text, reports.Options{Width: 100, Color: true})
		if ansi.ReplaceAllString(colored, "") != plain {
			t.Errorf("colored text differs from plain text:\n%s", colored)
		}
		if plain == colored {
			t.Error("no color")
		}
		if strings.Contains(plain, "\x1b") {
			t.Error("plain text holds an escape character")
		}
	}
}

// A locale in which a terminal shows "–" and "…" two columns wide must not
// change a byte.
func TestSameBytesInAnyLocale(t *testing.T) {
	want := report(t, comparisonOf(degenerate()), reports.Text, reports.Options{Width: 100})
	twwidth.SetEastAsian(true)
	defer twwidth.SetEastAsian(false)
	if got := report(t, comparisonOf(degenerate()), reports.Text, reports.Options{Width: 100}); got != want {
		t.Errorf("with East Asian widths:\n%s\nwithout:\n%s", got, want)
	}
}

// The parts come in the order in which they are needed.
func TestOrder(t *testing.T) {
	c := degenerate()
	for _, f := range []reports.Format{reports.Text, reports.Markdown} {
		text := report(t, comparisonOf(c), f, reports.Options{Details: true})
		at := 0
		for _, part := range []string{
			"is not shown to differ from", "4 of 60 queries failed", "95 % interval", "by stratum", "very system alone",
			"here the relevant documents come from", "oom for a reranker", "atency in ms", "moved most", "seed 42",
		} {
			i := strings.Index(text[at:], part)
			if i < 0 {
				t.Fatalf("%s: %q is missing or out of order:\n%s", f, part, text)
			}
			at += i
		}
	}
}

// "Not significant" is not "equal": only equivalence may say so.
func TestWordsOfTheVerdict(t *testing.T) {
	for _, test := range []struct {
		c    *result.Comparison
		want string
	}{
		{better(), "weighted is better than rrf on " + ndcg + ": +0.0310 [+0.0080, +0.0540], p = 0.0089, 0.0178 after Holm over 5 tests\n"},
		{worse(), "splade is worse than bm25 on " + ndcg + ": -0.0719 [-0.1033, -0.0405], p < 0.0001\n"},
		{equivalent(), "splade is equivalent to bm25 on " + ndcg + " within ±0.02: +0.0009, 90 % interval [-0.0116, +0.0134]\n"},
		{inconclusive(), "inconclusive: splade is not shown to differ from bm25 on " + ndcg + ": +0.0173 [-0.0088, +0.0434], p = 0.1892, 0.3784 after Holm over 2 tests\n" +
			"  the interval [-0.0088, +0.0434] is too wide; about 240 queries would settle a difference of this size\n"},
		{vetoed(), "inconclusive: weighted against rrf, although better on " + ndcg + ": +0.0310 [+0.0080, +0.0540], p = 0.0089, 0.0178 after Holm over 5 tests\n" +
			"  better on " + ndcg + ", but worse on the guardrail R@5"},
	} {
		text := report(t, comparisonOf(test.c), reports.Text, reports.Options{Details: true})
		if !strings.HasPrefix(text, test.want) {
			t.Errorf("starts with %.300q\nwant        %q", text, test.want)
		}
		for _, f := range []reports.Format{reports.Text, reports.Markdown} {
			text := report(t, comparisonOf(test.c), f, reports.Options{Verbose: true})
			if strings.Contains(text, "no difference") {
				t.Errorf("%s says that there is no difference:\n%s", f, text)
			}
		}
	}
}

func TestSmallerThanTheMarginIsSaid(t *testing.T) {
	c := better()
	c.Comparisons[0].VerdictReason += "; smaller than the margin of 0.02"
	text := report(t, comparisonOf(c), reports.Text, reports.Options{Details: true})
	if !strings.Contains(text, "after Holm over 5 tests\n  smaller than the margin of 0.02\n") {
		t.Errorf("does not say that the difference is small: %.300q", text)
	}
}

// The parts that a comment on a pull request must have, from the seed's CI
// scenario (conformance vector CR-O-01).
func TestPullRequestComment(t *testing.T) {
	c := better()
	c.Retrieval.Failed = 1
	c.Retrieval.Failures = []result.RecordedFailure{{Component: "dense", QueryID: "q007", Error: "timeout"}}
	text := report(t, comparisonOf(c), reports.Markdown, reports.Options{})
	for _, part := range []string{"Recall@10", "nDCG@10", "exact_term", "paraphrase", "complex_clinical", "q007"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
}

// What was not drawn is said: the method of very many pairs, and which sign-flip p is a limit, in details of
// every measure, on one screen where it decides.
func TestLimitsAreSaid(t *testing.T) {
	const streaming, limit = "method: streaming", "is the limit of many sign flips (asymptotic)"
	c := better()
	m := &c.Comparisons[0].Measures[0]
	m.Randomization = &result.TestResult{Method: "asymptotic", PValue: num(0.01)}
	short, long := reports.Options{}, reports.Options{Verbose: true}
	says := func(text string, o reports.Options) bool {
		return strings.Contains(report(t, comparisonOf(c), reports.Text, o), text)
	}
	if says(streaming, long) || says(limit, short) || !says("randomization: p of "+m.Measure+" "+limit, long) {
		t.Error("a limit that decides nothing belongs in the details alone")
	}
	m.Decides, m.Method = "randomization", result.Streaming
	if !says(streaming, short) || !says(streaming, long) || !says(limit, short) {
		t.Error("does not say that a limit decides, and that nothing was drawn")
	}
	m.Randomization.Method, m.Method = "sampled", ""
	if says(streaming, long) || says(limit, long) || says(limit, short) {
		t.Error("calls what was drawn a limit")
	}
}
