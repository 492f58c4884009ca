package reports_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

// The screen that the text report promises.
const (
	screenColumns = 80
	screenLines   = 28
)

// briefs returns pairs of all kinds: every verdict, nothing to footnote, long names,
// names of other scripts and names alike but for one character.
func briefs() map[string]*result.Comparison {
	alike := better()
	alike.A.Name = "bm25-k1-0.9-b-0.4-stemmed-with-query-expansion-by-rm3-and-a-long-tail"
	alike.Comparisons[0].B.Name = strings.Replace(alike.A.Name, "k1-0.9", "k1-1.2", 1)
	long := better()
	long.Comparisons[0].Measures[3].Measure = "nDCG(gain=exp,judged=only,level=chunk)@1000"
	long.Settings.Primary = "nDCG(gain=exp,judged=only,level=chunk)@1000"
	long.A.Name, long.Comparisons[0].B.Name = strings.Repeat("字", 60), strings.Repeat("a ", 60)+"b"
	long.TestSet.Name, long.TestSet.Part, long.Profile = "some/where/"+strings.Repeat("long", 30), "evaluation", "default"
	return map[string]*result.Comparison{
		"better": better(), "worse": worse(), "equivalent": equivalent(), "inconclusive": inconclusive(), "vetoed": vetoed(),
		"foreign": foreign(), "verbose": verbose(), "timed": timed(), "alike": alike, "long": long,
	}
}

func TestOneScreen(t *testing.T) {
	for name, c := range briefs() {
		text := report(t, comparisonOf(c), reports.Text, reports.Options{Width: screenColumns})
		if n := strings.Count(text, "\n"); n > screenLines {
			t.Errorf("%s: %d lines, want at most %d:\n%s", name, n, screenLines, text)
		}
		for line := range strings.Lines(text) {
			line = strings.TrimSuffix(line, "\n")
			if n := columns(line); n > screenColumns {
				t.Errorf("%s: %d columns, want at most %d: %s", name, n, screenColumns, line)
			}
			if strings.TrimRight(line, " ") != line {
				t.Errorf("%s: blanks at the end of %q", name, line)
			}
		}
	}
}

// The order is that in which a reader needs the parts.
func TestOrderOfTheScreen(t *testing.T) {
	c := better()
	c.TopGrade = 3
	text := report(t, comparisonOf(c), reports.Text, reports.Options{Width: screenColumns})
	for _, part := range []string{
		"weighted is better than rrf on nDCG@10", "what to do: use weighted", "measure      rrf  weighted  difference       95 % interval       p  p adj.\n",
		"nDCG: gain is 2^grade − 1 (trec_eval: gain=linear); relevant: grade 1 and above\n", "\nhealth: ", "\nstrata: ", "\nlatency in ms: p50 12.10 → 15.30, p95 30.20 → 38.80; difference +3.20, n = 60\n", "moved most on nDCG@10:", "test set clinical@2025-Q3 c0ffee12", "next: ",
	} {
		_, rest, found := strings.Cut(text, part)
		if !found {
			t.Fatalf("%q is missing or out of order in\n%s", part, text)
		}
		text = rest
	}
}

// A fault is in front of every figure, and nothing is recommended.
func TestFaultComesFirst(t *testing.T) {
	text := report(t, comparisonOf(faulty()), reports.Text, reports.Options{Width: screenColumns})
	before, _, _ := strings.Cut(text, "measure ")
	for _, part := range []string{"no verdict: weighted against rrf", "!! only 56 of 60 pairs could be measured", "what to do: mend the fault"} {
		if !strings.Contains(before, part) {
			t.Errorf("no %q above the table:\n%s", part, text)
		}
	}
}

// Asking for more than a screen gives the long report.
func TestLongReportOnRequest(t *testing.T) {
	want := report(t, comparisonOf(better()), reports.Text, reports.Options{Width: 100, Details: true})
	if brief := report(t, comparisonOf(better()), reports.Text, reports.Options{Width: 100}); strings.Contains(brief, "settings: ") {
		t.Errorf("a screen with settings:\n%s", brief)
	}
	for _, o := range []reports.Options{{Strata: true}, {Verbose: true}, {PerQuery: true}} {
		o.Width = 100
		if got := report(t, comparisonOf(better()), reports.Text, o); len(got) < len(want) || !strings.Contains(got, "settings: ") {
			t.Errorf("%+v shows less than --details:\n%s", o, got)
		}
	}
}

// What to do follows the verdict, and for each reason of the rule there is
// something to do.
func TestAdvice(t *testing.T) {
	small := better()
	small.Comparisons[0].Measures[3].VerdictCode = "smaller_than_margin"
	mixed := better()
	mixed.Comparisons[0].Measures[0].Verdict = result.Worse
	chosen := better()
	chosen.Comparisons[0].Health = []result.Finding{result.Warned(result.FindingChosen, "tried")}
	inconclusiveBy := func(code string) *result.Comparison {
		c := inconclusive()
		c.Comparisons[0].Measures[1].VerdictCode = code
		return c
	}
	for _, test := range []struct {
		c    *result.Comparison
		want string
	}{
		{better(), "use weighted"},
		{small, "use weighted if it costs no more: the gain is smaller than the margin"},
		{mixed, "use weighted; look at R@5 first, where it is worse"},
		{chosen, "use weighted, once other queries confirm it: it was tried with others on these"},
		{worse(), "keep bm25"},
		{equivalent(), "choose by cost or speed; on nDCG@10 either will do"},
		{vetoed(), "keep rrf, unless what is lost on the guardrail is worth it"},
		{inconclusiveBy("interval_too_wide"), "keep bm25, or judge more queries"},
		{inconclusiveBy("too_few_changed"), "keep bm25, or add queries on which splade ranks otherwise"},
		{inconclusiveBy("correction"), "keep bm25, or compare fewer candidates on new queries"},
		{inconclusiveBy("margin_exceeds_ceiling"), "keep bm25; set a smaller --margin, or another --primary"},
		{inconclusiveBy("range_unknown"), "declare the range of nDCG@10 with --range"},
		{inconclusiveBy("methods_disagree"), "keep bm25 until more queries say the same"},
	} {
		text := report(t, comparisonOf(test.c), reports.Text, reports.Options{})
		if !strings.Contains(text, "\nwhat to do: "+test.want+"\n") {
			t.Errorf("want %q in\n%s", test.want, text)
		}
	}
}

// The goldens of the screen fit it too, so that what is reviewed is what is
// promised; those that pile up faults may be longer.
func TestGoldensFitTheScreen(t *testing.T) {
	files, err := filepath.Glob("testdata/brief-*.txt.golden")
	if err != nil || len(files) < 10 {
		t.Fatalf("%d goldens, %v", len(files), err)
	}
	for _, file := range files {
		limit := screenColumns
		if strings.Contains(file, "wide") {
			limit = 120
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if n := columns(line); n > limit {
				t.Errorf("%s:%d: %d columns", file, i+1, n)
			}
		}
	}
}

// Three systems and more share one table, best first, in place of a report a
// pair; what decides is said in a line.
func TestManySystemsShareATable(t *testing.T) {
	text := report(t, comparisonOf(rankedSystems()), reports.Text, reports.Options{Width: screenColumns})
	for _, part := range []string{
		"weighted is first on nDCG@10, 0.5131; not told apart from it: linear\n",
		"  better than rrf: weighted\n  worse than rrf: weighted+rerank\n  inconclusive against rrf: linear\n",
		"what to do: use weighted, or the cheapest of those not told apart from it\n",
		"\n*  weighted         0.5131 +", "\n*  linear           0.4994 ~", "\n   rrf              0.4821  ", "\n   weighted+rerank  0.4410 -",
		"(Holm over all 6 pairs)", "against rrf, which decides",
	} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	if strings.Contains(text, "interval") || strings.Count(text, "\n") > screenLines {
		t.Errorf("more than one table, or more than a screen:\n%s", text)
	}
}

// What every system has a score on is said where it is not every query.
func TestCommonQueriesAreSaid(t *testing.T) {
	c := rankedSystems()
	c.AllPairs.Measures[1].N = 57
	text := report(t, comparisonOf(c), reports.Text, reports.Options{Width: screenColumns})
	if !strings.Contains(text, "means over the 57 queries on which every system has a score\n") {
		t.Errorf("does not say over how many queries:\n%s", text)
	}
}

// Measures for which there is no room are counted, and the long report has them.
func TestManyMeasures(t *testing.T) {
	c := rankedSystems()
	for i := range c.Comparisons {
		p := &c.Comparisons[i]
		for k := range 20 {
			p.Measures = append(p.Measures, measure(fmt.Sprintf("P@%d", 100+k), result.Inconclusive, inference(60, 0.1, 0.2, 0.1, nil, 1, 1, 1, 1)))
		}
	}
	if text := report(t, comparisonOf(c), reports.Text, reports.Options{Width: screenColumns}); !strings.Contains(text, " more measures with --details\n") {
		t.Errorf("does not count what is left out:\n%s", text)
	}
	text := report(t, comparisonOf(c), reports.Text, reports.Options{Width: 100, Details: true})
	for k := range 20 {
		if _, rest, found := strings.Cut(text, fmt.Sprintf("P@%d", 100+k)); !found || !strings.Contains(rest, "════") {
			t.Errorf("P@%d is not in the tables of all systems", 100+k)
		}
	}
}

// Where a row's numbers and its mark seem to contradict each other a footnote says why.
func TestRowsThatNeedAWord(t *testing.T) {
	c := better()
	p := &c.Comparisons[0]
	for i, m := range []struct{ code, reason string }{
		{"p_and_interval_differ", "p 0.0492 is below 0.05, but the bca interval [-0.0089, +0.1907] holds 0"},
		{"margin_exceeds_ceiling", "alike on these queries, but the margin of 0.02 is more than a tenth of 0.1500"},
	} {
		p.Measures[i].Verdict, p.Measures[i].VerdictCode, p.Measures[i].VerdictReason = result.Inconclusive, m.code, m.reason
	}
	for _, details := range []bool{false, true} {
		text := report(t, comparisonOf(c), reports.Text, reports.Options{Details: details})
		for _, want := range []string{"R@5 ¹", "R@10 ²", "\n¹ p 0.0492 is below 0.05, but the bca interval [-0.0089, +0.1907] holds 0 (p_and_interval_differ)\n", "(margin_exceeds_ceiling)\n"} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
	}
}

// A system may be worse than the baseline among the candidates and not told apart
// from the first among all pairs, which are more.
func TestWorseAmongTheBest(t *testing.T) {
	for _, best := range []bool{true, false} {
		c := rankedSystems()
		c.AllPairs.Measures[1].Systems[3].Best = best
		text := report(t, comparisonOf(c), reports.Text, reports.Options{})
		if got := strings.Contains(text, "* next to -: worse than rrf among its candidates"); got != best {
			t.Errorf("in the group of the best: %v, said: %v, in\n%s", best, got, text)
		}
	}
}
