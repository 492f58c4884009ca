package judge_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judge"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// shared reads the labels of a judge of LLMJudge (2024), or NIST's.
func shared(t *testing.T, name string) judge.Labels {
	t.Helper()
	path := filepath.Join("../../../shared/data/agreement/llmjudge", name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("labels of public judges are not next to this checkout: %v", err)
	}
	given, err := judgments.Read(t.Context(), trec.File(path), trec.QrelsOptions{Duplicates: trec.DuplicatesError})
	if err != nil {
		t.Fatal(err)
	}
	return judge.Labels{Name: name, Given: given}
}

// question returns the usual one.
func question() judge.Question { return judge.Question{Alpha: .05, Margin: .05} }

func compared(t *testing.T, a, b judge.Labels, q judge.Question) result.JudgePair {
	t.Helper()
	out, err := q.Compare(a, b)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Fourteen judges against NIST over 4,423 documents: kappa as it was published in
// LLMJudge (2024), table 3, and as recomputed from the files where these differ.
func TestPublishedKappa(t *testing.T) {
	people := shared(t, "llmjudge_test_qrel_idx.txt")
	table, err := os.ReadFile("../../../shared/data/agreement/llmjudge/published_table3.tsv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(table)), "\n")[1:]
	for _, line := range lines {
		var name string
		var figures [5]float64
		if _, err := fmt.Sscan(line, &name, &figures[0], &figures[1], &figures[2], &figures[3], &figures[4]); err != nil {
			t.Fatal(err)
		}
		out := compared(t, people, shared(t, "judges/"+name+".txt"), question())
		wingtest.WantNumber(t, name, out.Kappa, figures[4], 5e-5, "LLMJudge, table 3")
	}
	if len(lines) != 14 {
		t.Errorf("%d judges, want 14", len(lines))
	}
}

// Two judges on the same documents: shares per query by scipy 1.10.1's ttest_rel, and
// quadratic kappa by scikit-learn 1.2.1's cohen_kappa_score.
func TestDrift(t *testing.T) {
	people := shared(t, "llmjudge_test_qrel_idx.txt")
	a, b := shared(t, "judges/Olz-gpt4o.txt"), shared(t, "judges/RMITIR-GPT4o.txt")
	out := compared(t, a, b, question())
	for i, want := range []struct{ first, other, change, p, low, high float64 }{
		{0.738178513320804, 0.5581917632755802, -0.17998675004522377, 3.0361667314360424e-06, -0.2414184906639958, -0.11855500942645177},
		{0.458716688642589, 0.28178036328541095, -0.17693632535717804, 9.66141694245068e-07, -0.23295908901660808, -0.120913561697748},
		{0.19134381407401388, 0.21543855123501177, 0.024094737160997876, 0.015191707995835697, 0.005075459720168422, 0.04311401460182733},
		{0.08811801060420102, 0.06097284875515743, -0.02714516184904359, 0.015016319024550502, -0.04853039494875794, -0.0057599287493292455},
	} {
		s := append([]result.Shift{out.Mean}, out.Levels...)[i]
		for what, pair := range map[string][2]float64{
			"first": {s.Reference, want.first}, "other": {s.Judge, want.other}, "change": {*s.Change.Mean, want.change},
			"p": {*s.Change.PValue, want.p}, "low": {s.Change.Interval.Low, want.low}, "high": {s.Change.Interval.High, want.high},
		} {
			wingtest.WantNumber(t, fmt.Sprintf("level %d, %s", s.Grade, what), &pair[0], pair[1], 1e-9, "scipy")
		}
	}
	// Holm by hand: the least times 3, the others times 2 and 1, never falling
	for i, want := range []float64{3 * 9.66141694245068e-07, 2 * 0.015016319024550502, 2 * 0.015016319024550502} {
		wingtest.WantNumber(t, "adjusted", out.Levels[i].Adjusted, want, 1e-9, "Holm by hand")
	}
	wingtest.WantNumber(t, "kappa", out.Kappa, 0.5226007560263983, 1e-12, "scikit-learn")
	wingtest.WantNumber(t, "quadratic kappa", out.Quadratic, 0.8359399650487443, 1e-12, "scikit-learn")
	if out.Verdict != result.JudgesDiffer || out.Queries != 25 || out.Documents != 4423 || out.Lacking != 0 {
		t.Errorf("%s over %d queries, %d documents", out.Verdict, out.Queries, out.Documents)
	}
	wingtest.WantNumber(t, "against people", compared(t, people, a, question()).Quadratic, 0.50691725517, 1e-11, "scikit-learn")
	if out := compared(t, a, a, question()); out.Verdict != result.JudgesEqual || out.Equal != 4423 {
		t.Errorf("a judge against itself: %s, %d equal", out.Verdict, out.Equal)
	}
}

// labelled writes labels of n queries with four documents, each grade by what grade says.
func labelled(t *testing.T, name string, n int, grade func(q, d int) int) judge.Labels {
	t.Helper()
	var b strings.Builder
	for q := range n {
		for d := range 4 {
			fmt.Fprintf(&b, "q%02d 0 d%d %d\n", q, d, grade(q, d))
		}
	}
	return judge.Labels{Name: name, Given: wingtest.JudgmentsFrom(t, b.String())}
}

// A verdict is of ten queries or more, whatever the figures; a margin is met or queries are named.
func TestVerdicts(t *testing.T) {
	flat := func(_, d int) int { return d % 2 }
	turned := func(every int) func(q, d int) int { // one document of each such query is graded 1 in place of 0, or 0 in place of 1
		return func(q, d int) int {
			if q%every == 0 && d == q/every%2 {
				return 1 - d%2
			}
			return d % 2
		}
	}
	raised := func(_, d int) int { return min(1, d) } // the third document is graded 1, on all but one query
	some := func(q, d int) int {
		if q == 0 {
			return flat(q, d)
		}
		return raised(q, d)
	}
	for name, c := range map[string]struct {
		queries int
		grade   func(q, d int) int
		verdict string
	}{
		"few":    {9, some, result.JudgesFew},
		"raised": {10, some, result.JudgesDiffer},
		"same":   {40, turned(4), result.JudgesSame},
		"wide":   {12, turned(1), result.JudgesUnclear},
		"equal":  {10, flat, result.JudgesEqual},
	} {
		out := compared(t, labelled(t, "old", c.queries, flat), labelled(t, "new", c.queries, c.grade), question())
		if out.Verdict != c.verdict || (out.Needed != nil) != (c.verdict == result.JudgesUnclear) {
			t.Errorf("%s: %s with %v queries needed, want %s", name, out.Verdict, out.Needed, c.verdict)
		}
	}
}

// Anchors that one of both did not label are counted, and groups hold their own queries.
func TestAnchorsAndGroups(t *testing.T) {
	flat := func(_, d int) int { return d % 2 }
	old, now := labelled(t, "old", 10, flat), labelled(t, "new", 8, func(q, d int) int { return (q + d) % 2 })
	q := question()
	q.Anchors = wingtest.JudgmentsFrom(t, "q00 0 d0 1\nq00 0 d1 1\nq01 0 d0 0\nq09 0 d0 1\nq99 0 d0 1\n")
	q.Groups = map[string]map[string]string{"year": {"q00": "2024", "q01": "2025"}}
	out := compared(t, old, now, q)
	if out.Documents != 3 || out.Lacking != 2 || out.Equal != 2 || len(out.Groups) != 2 {
		t.Fatalf("%d documents, %d lacking, %d equal, %d groups; by hand 3, 2, 2, 2", out.Documents, out.Lacking, out.Equal, len(out.Groups))
	}
	second := out.Groups[1]
	if second.Name != "2025" || second.Documents != 1 || second.Equal != 0 || *second.Mean.Change.Mean != 1 {
		t.Errorf("%+v, by hand one document of 2025 that went from 0 to 1", second)
	}
	if _, err := question().Compare(old, judge.Labels{Name: "x", Given: wingtest.JudgmentsFrom(t, "q9 0 d9 1\n")}); err == nil || !strings.Contains(err.Error(), "label no document both") {
		t.Errorf("labels of other documents: %v", err)
	}
}

// The judge favours system c, whose first hit it always calls relevant, and d, whose first
// hit people never do; the others get what people gave them. A bias of all systems alike is none of one.
func TestBiasBySystem(t *testing.T) {
	const n = 30
	people := labelled(t, "people", n, func(q, d int) int { return (q + d) % 2 })
	people.People = true
	runs := map[string]func(q int) int{"a": func(int) int { return 0 }, "b": func(int) int { return 1 }, "c": func(int) int { return 2 }, "d": func(q int) int { return 2 + q%2 }}
	for name, c := range map[string]struct {
		grade    func(q, d int) int
		bias     string
		excess   float64 // of c, by hand
		systems  []string
		adjusted float64 // times the p of c
	}{
		"favour":     {func(q, d int) int { return max((q+d)%2, d/2) }, result.JudgesDiffer, .5, []string{"a", "b", "c"}, 3},
		"two":        {func(q, d int) int { return max((q+d)%2, d/2) }, result.JudgesDiffer, .5, []string{"a", "c"}, 1},
		"always":     {func(q, d int) int { return max((q+d)%2, d/2) }, result.JudgesDiffer, 1, []string{"a", "b", "d"}, 3},
		"everything": {func(int, int) int { return 1 }, result.JudgesUnclear, 0, []string{"a", "b", "c"}, 1},
	} {
		model := labelled(t, "model", n, c.grade)
		people.Tables, model.Tables = nil, nil
		for _, system := range c.systems {
			var run strings.Builder
			for q := range n {
				fmt.Fprintf(&run, "q%02d Q0 d%d 1 9 x\n", q, runs[system](q))
			}
			for _, l := range []*judge.Labels{&people, &model} {
				l.Tables = append(l.Tables, scoredBy(t, system, run.String(), l.Given))
			}
		}
		out := compared(t, people, model, question())
		last := out.Systems[len(out.Systems)-1]
		if name == "everything" { // c finds what people call relevant in half of the queries, and so do a and b: q+d is odd in turns
			c.excess = *last.Bias.Mean - (*out.Systems[0].Bias.Mean+*out.Systems[1].Bias.Mean)/2
		}
		wingtest.WantNumber(t, name, last.Excess.Mean, c.excess, 1e-12, "by hand")
		if out.Bias != c.bias {
			t.Errorf("%s: bias %s, want %s", name, out.Bias, c.bias)
		}
		if last.Excess.PValue != nil {
			wingtest.WantNumber(t, name+" adjusted", last.Adjusted, min(1, c.adjusted**last.Excess.PValue), 1e-12, "Holm by hand")
		}
		if last.Corrected == nil {
			t.Fatalf("%s: no corrected mean", name)
		}
		wingtest.WantNumber(t, name+" corrected", last.Corrected.Mean, last.Reference, 1e-12, "people labelled every first hit, so that theirs is the mean")
	}
}

func scoredBy(t *testing.T, name, run string, j *judgments.Judgments) *scoring.Table {
	t.Helper()
	profile := wingtest.ProfileNamed(t, "qrels")
	table, err := scoring.RunFile(t.Context(), trec.Bytes(name, []byte(run)), j, wingtest.Measures(t, profile, "P@1"), profile, scoring.Options{Name: name, KeepHits: judge.Depth})
	if err != nil {
		t.Fatal(err)
	}
	return table
}
