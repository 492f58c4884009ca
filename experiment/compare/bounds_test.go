package compare_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Three queries with six unjudged documents in the first three hits; u is
// below. The top grade is 2.
const (
	holesQrels = "q1 0 a 2\nq1 0 b 0\nq1 0 z 1\nq2 0 c 1\nq3 0 a 1\n"
	holesA     = "q1 Q0 x 1 4 t\nq1 Q0 a 2 3 t\nq1 Q0 y 3 2 t\nq1 Q0 u 4 1 t\nq2 Q0 x 1 2 t\nq2 Q0 c 2 1 t\nq3 Q0 a 1 2 t\nq3 Q0 y 2 1 t\n"
	holesB     = "q1 Q0 y 1 3 t\nq1 Q0 b 2 2 t\nq1 Q0 w 3 1 t\nq2 Q0 c 1 2 t\nq2 Q0 v 2 1 t\nq3 Q0 y 1 2 t\nq3 Q0 a 2 1 t\n"
)

var holes = []string{"q1 0 x", "q1 0 y", "q1 0 w", "q2 0 x", "q2 0 v", "q3 0 y"}

// open scores a run and keeps what is unjudged.
func open(t testing.TB, name, run string, j *judgments.Judgments, list string) *scoring.Table {
	t.Helper()
	p := wingtest.ProfileNamed(t, "default")
	s, err := scoring.RunFile(t.Context(), trec.Bytes(name, []byte(run)), j, wingtest.Measures(t, p, list), p, scoring.Options{KeepUnjudged: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// meanDifference returns that of a measure over the queries.
func meanDifference(a, b *scoring.Table, m int) float64 {
	sum := 0.0
	for q := range a.Len() {
		sum += b.Value(m, q) - a.Value(m, q)
	}
	return sum / float64(a.Len())
}

// The bounds of a mean difference are its least and greatest value over all
// judgments of the unjudged, which are written into the qrels one by one.
func TestBoundsOfDifference(t *testing.T) {
	const list = "nDCG@3,nDCG(gain=linear)@3,R@3,AP@3,RR@3,P@2,ERR(max=2)@3,Rprec"
	names := strings.Split("nDCG(gain=exp)@3,nDCG(gain=linear)@3,R@3,AP@3,RR@3,P@2,ERR(max=2)@3", ",")
	low, high := make([]float64, len(names)), make([]float64, len(names))
	for m := range names {
		low[m], high[m] = math.Inf(1), math.Inf(-1)
	}
	for way := range 729 { // 3^6
		qrels := holesQrels
		for _, pair := range holes {
			qrels += fmt.Sprintf("%s %d\n", pair, way%3)
			way /= 3
		}
		j := wingtest.JudgmentsFrom(t, qrels)
		a, b := open(t, "a", holesA, j, list), open(t, "b", holesB, j, list)
		for m := range names {
			d := meanDifference(a, b, m)
			low[m], high[m] = min(low[m], d), max(high[m], d)
		}
	}
	j := wingtest.JudgmentsFrom(t, holesQrels)
	a, b := open(t, "a", holesA, j, list), open(t, "b", holesB, j, list)
	p, back := compared(t, a, b, compare.Settings{Bounds: true}), compared(t, b, a, compare.Settings{Bounds: true})
	for m, name := range names {
		got, mirror := measureOf(t, p, name).Bounds, measureOf(t, back, name).Bounds
		if got == nil || got.Method != result.BoundsExact {
			t.Fatalf("%s: bounds %+v, want exact ones", name, got)
		}
		wingtest.WantNumber(t, name+" low", &got.Low, low[m], 1e-12, "enumerated")
		wingtest.WantNumber(t, name+" high", &got.High, high[m], 1e-12, "enumerated")
		wingtest.WantNumber(t, name+" low, swapped", &mirror.Low, -high[m], 1e-12, "enumerated")
		wingtest.WantNumber(t, name+" high, swapped", &mirror.High, -low[m], 1e-12, "enumerated")
	}
	if got := measureOf(t, p, "nDCG(gain=exp)@3").Bounds; got.Documents != 6 || got.Queries != 3 {
		t.Errorf("%d unjudged documents in %d queries, want 6 in 3: u is below the cutoff", got.Documents, got.Queries)
	}
	if got := measureOf(t, p, "P@2").Bounds; got.Documents != 5 {
		t.Errorf("P@2: %d unjudged documents, want 5: w is at rank 3", got.Documents)
	}
	for _, m := range compared(t, a, b, compare.Settings{}).Measures {
		if m.Bounds != nil {
			t.Errorf("%s has bounds that nobody asked for", m.Measure)
		}
	}
}

// Wordings of one need share the weight of a unit.
func TestBoundsOfGroups(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q1 0 a 1\nq2 0 a 1\nq3 0 a 1\n")
	a := open(t, "a", "q1 Q0 x 1 1 t\nq2 Q0 n 1 1 t\nq3 Q0 n 1 1 t\n", j, "P@1")
	b := open(t, "b", "q1 Q0 y 1 1 t\nq2 Q0 n 1 1 t\nq3 Q0 y 1 1 t\n", j, "P@1")
	for q, group := range []string{"g", "g", ""} {
		a.Edit(q).Group, b.Edit(q).Group = group, group
	}
	got := measureOf(t, compared(t, a, b, compare.Settings{Bounds: true}), "P@1").Bounds
	const source = "by hand: q1 counts a quarter and moves by -1 to 1, q3 half by -1 to 1"
	wingtest.WantNumber(t, "low", &got.Low, -0.75, 1e-15, source)
	wingtest.WantNumber(t, "high", &got.High, 0.75, 1e-15, source)
}

// deciding returns 60 queries in which the candidate finds the relevant document at
// rank 1 and the baseline an unjudged one there, in all but each eighth.
func deciding(t *testing.T, judged bool) (a, b *scoring.Table) {
	t.Helper()
	var qrels, runA, runB strings.Builder
	for q := range 60 {
		fmt.Fprintf(&qrels, "q%02d 0 a 1\n", q)
		if judged {
			fmt.Fprintf(&qrels, "q%02d 0 x 0\nq%02d 0 y 0\n", q, q)
		}
		first := "x"
		if q%8 == 0 {
			first = "a"
		}
		fmt.Fprintf(&runA, "q%02d Q0 %s 1 2 t\nq%02d Q0 y 2 1 t\n", q, first, q)
		fmt.Fprintf(&runB, "q%02d Q0 a 1 1 t\n", q)
	}
	j := wingtest.JudgmentsFrom(t, qrels.String())
	return open(t, "a", runA.String(), j, "P@2"), open(t, "b", runB.String(), j, "P@2")
}

// What the interval says without doubt and labels could undo is pointed out;
// where everything is judged nothing is.
func TestLabelsDecide(t *testing.T) {
	for _, judged := range []bool{false, true} {
		a, b := deciding(t, judged)
		p := compared(t, a, b, compare.Settings{Bounds: true})
		if p.Verdict != result.Better {
			t.Fatalf("verdict %s, want better", p.Verdict)
		}
		f, found := wingtest.Finding(p.Health, result.FindingLabels)
		if found == judged {
			t.Errorf("judged %v: %s = %v", judged, result.FindingLabels, found)
		}
		if !judged && !strings.HasPrefix(f.Text, "labels decide this, not queries: the mean difference of P@2 could be anything from -0.5000 to +0.4333 once 112 unjudged documents in 60 queries are judged, while the interval") {
			// 52 queries with x and y unjudged, 8 with y: B - A is 1/2 at most, and as
			// it is in 52; all relevant makes it -1/2 in each.
			t.Errorf("finding %q", f.Text)
		}
		if _, found := wingtest.Finding(compared(t, a, b, compare.Settings{}).Health, result.FindingLabels); found {
			t.Error("the finding is there without having been asked for")
		}
	}
}

// Two systems that are equivalent as far as is judged, and need not be.
func TestLabelsDecideEquivalence(t *testing.T) {
	var qrels, runA, runB strings.Builder
	for q := range 300 {
		fmt.Fprintf(&qrels, "q%03d 0 a 1\n", q)
		fmt.Fprintf(&runA, "q%03d Q0 a 1 2 t\nq%03d Q0 x 2 1 t\n", q, q)
		fmt.Fprintf(&runB, "q%03d Q0 a 1 2 t\nq%03d Q0 y 2 1 t\n", q, q)
	}
	j := wingtest.JudgmentsFrom(t, qrels.String())
	a, b := open(t, "a", runA.String(), j, "P@2"), open(t, "b", runB.String(), j, "P@2")
	p := compared(t, a, b, compare.Settings{Bounds: true})
	f, found := wingtest.Finding(p.Health, result.FindingLabels)
	if p.Verdict != result.Equivalent || !found || !strings.Contains(f.Text, "-0.5000 to +0.5000 once 600 unjudged documents in 300 queries are judged, while the interval alone is inside ±0.02") {
		t.Errorf("%s, finding %q; want equivalent, and that labels decide", p.Verdict, f.Text)
	}
}

// Scores alone have no bounds, and the error says what they need.
func TestBoundsNeedRankings(t *testing.T) {
	a, b := tableOf(t, "a", "RR", []float64{1, .5, .2}), tableOf(t, "b", "RR", []float64{1, .2, .5})
	for _, settings := range []compare.Settings{{Bounds: true}, {Unjudged: 3}} {
		_, err := compare.Against(a, []*scoring.Table{b}, settings)
		var lacking *compare.RankingsError
		if !errors.As(err, &lacking) || lacking.System != "a" {
			t.Errorf("%+v: error %v, want that a has no rankings", settings, err)
		}
	}
}
