package compare_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// The best mean that any system could reach, as the warning of a margin states
// it: all relevant documents on top, the highest grade first, over the queries
// in which the measure is defined. q1 has none, q2 one, q3 three and q4 two.
func TestBestAttainableMean(t *testing.T) {
	const qrels = "q1 0 x 0\nq2 0 a 2\nq3 0 a 1\nq3 0 b 3\nq3 0 c 2\nq4 0 a 1\nq4 0 b 1\n"
	for _, c := range []struct {
		profile, measure string
		margin           float64
		want             string // "": no warning
	}{
		{"default", "P@10", .02, ""}, // a tenth of .2
		{"default", "P@10", .03, "the margin of 0.03 is more than a tenth of 0.2000, the best mean of P@10"},
		{"trec", "P@10", .02, "the margin of 0.02 is more than a tenth of 0.1500, the best mean of P@10"}, // q1 counts 0
		{"default", "DCG(gain=linear)@1", .2, ""},
		{"default", "DCG(gain=linear)@1", .3, "a tenth of 2.0000, the best mean of DCG"}, // 2, 3 and 1
		{"default", "RR", .09, ""}, // of 1
		{"default", "RR", .11, "a tenth of 1.0000,"},
		{"default", "nDCG(gain={1:3,2:0,3:0})@2", .4, ""}, // not best with the highest grades on top
		{"default", "P(level=chunk)@10,P@10", .4, ""},     // the ranks that are kept are those of documents
	} {
		p := wingtest.ProfileNamed(t, c.profile)
		list := wingtest.Measures(t, p, c.measure)
		score := func(name, q3 string) *scoring.Table {
			run := "q1 Q0 x 1 1 t\nq2 Q0 u 1 1 t\nq4 Q0 u 1 1 t\n"
			for i, d := range strings.Fields(q3) {
				run += fmt.Sprintf("q3 Q0 %s %d %d t\n", d, i+1, 9-i)
			}
			s, err := scoring.RunFile(t.Context(), trec.Bytes(name, []byte(run)), wingtest.JudgmentsFrom(t, qrels), list, p, scoring.Options{KeepRanks: true})
			if err != nil {
				t.Fatal(err)
			}
			return s
		}
		got := compared(t, score("a", "u v a"), score("b", "u a b"), compare.Settings{Margin: c.margin, Primary: list[0]})
		f, _ := wingtest.Finding(got.Health, result.FindingMargin)
		if !strings.Contains(f.Text, c.want) || (f.Text == "") != (c.want == "") {
			t.Errorf("%s under %s, margin %v: %q, want %q (by hand)", c.measure, c.profile, c.margin, f.Text, c.want)
		}
	}
	// Nothing is known of the relevant documents.
	s := tableOf(t, "a", "P@10", repeat(4, .1))
	if f, found := wingtest.Finding(compared(t, s, s, compare.Settings{Margin: .9}).Health, result.FindingMargin); found {
		t.Errorf("a table of scores: %q", f.Text)
	}
}

// Where a tenth of what any system could reach would pass for nothing, nothing
// is called equivalent.
func TestMarginBeyondWhatCanBeReached(t *testing.T) {
	var qrels, run strings.Builder
	for q := range 250 {
		fmt.Fprintf(&qrels, "q%d 0 a 1\n", q)
		fmt.Fprintf(&run, "q%d Q0 u 1 2 t\nq%d Q0 a 2 1 t\n", q, q)
	}
	j := wingtest.JudgmentsFrom(t, qrels.String())
	s := wingtest.Scored(t, "a", run.String(), j, "P@10,RR")
	p := compared(t, s, s, compare.Settings{Primary: scoring.Named("P@10")})
	m := measureOf(t, p, "P@10")
	want := "alike on these queries, but the margin of 0.02 is more than a tenth of 0.1000, the best mean that any system could reach here"
	if m.Verdict != result.Inconclusive || !strings.HasPrefix(m.VerdictReason, want) {
		t.Errorf("%s (%s), want %q", m.Verdict, m.VerdictReason, want)
	}
	if rr := measureOf(t, p, "RR"); rr.Verdict != result.Equivalent {
		t.Errorf("RR: %s (%s), want equivalent: its best mean is 1", rr.Verdict, rr.VerdictReason)
	}
}

// With as many relevant candidates as there are hits no others can stand next to
// them, so that a measure of the whole set has an oracle too.
func TestOracleOfASetOfRelevantCandidates(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q1 0 a 1\nq1 0 b 2\nq1 0 c 1\n")
	s := listed(t, "x", "q1: a b\n", j, "SetP")
	c := ceiling(t, compare.Fused{Config: s, Components: []*scoring.Table{s}, TopK: 2, Primary: scoring.Named("SetP")})
	wingtest.WantNumber(t, "oracle", c.Oracle, 1, 0, "by hand: both hits are relevant")
	wingtest.WantNumber(t, "headroom", c.Headroom, 0, 0, "by hand")
}
