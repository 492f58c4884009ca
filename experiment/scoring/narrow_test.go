package scoring_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// The options that narrow a ranking, on a set small enough to count by hand:
// of q1 a (grade 2) and c (grade 1) are relevant, d has grade 0 and p is in the
// pool but unjudged; the run returns a x p c d for it, and nothing for q2.
func TestNarrow(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q2 0 a 1\nq1 0 a 2\nq1 0 c 1\nq1 0 d 0\nq1 0 p -1\n")
	run := trec.Bytes("run", []byte("q1 Q0 a 1 5 tag\nq1 Q0 x 2 4 tag\nq1 Q0 p 3 3 tag\nq1 Q0 c 4 2 tag\nq1 Q0 d 5 1 tag\n"))
	if got := j.Grades(); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("Grades = %v, want [1 2]", got)
	}
	list := wingtest.Measures(t, wingtest.ProfileNamed(t, "trec"), "AP NumRet Unjudged@2")
	for _, c := range []struct {
		name         string
		opts         scoring.Options
		ap, unjudged float64 // of q1
		retrieved    float64
		relstring    string
		ranks        []int // of a and c
		n            int   // queries in the means
		finding      string
	}{
		{name: "none", ap: 0.75, unjudged: 0.5, retrieved: 5, relstring: "2-.10", ranks: []int{1, 4}, n: 2, finding: "score 0"},
		{name: "depth", opts: scoring.Options{Depth: 3}, ap: 0.5, unjudged: 0.5, retrieved: 3, relstring: "2-.", ranks: []int{1, 0}, n: 2, finding: "first 3 hits"},
		{name: "judged", opts: scoring.Options{JudgedOnly: true}, ap: 1, unjudged: 0, retrieved: 3, relstring: "210", ranks: []int{1, 4}, n: 2, finding: "taken out"},
		{name: "both", opts: scoring.Options{JudgedOnly: true, Depth: 4}, ap: 1, retrieved: 2, relstring: "21", ranks: []int{1, 4}, n: 2},
		{name: "common", opts: scoring.Options{Common: true}, ap: 0.75, unjudged: 0.5, retrieved: 5, relstring: "2-.10", ranks: []int{1, 4}, n: 1, finding: "are left out"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.opts.RelString, c.opts.KeepRanks = 10, true
			s, err := scoring.RunFile(t.Context(), run, j, list, wingtest.ProfileNamed(t, "trec"), c.opts)
			if err != nil {
				t.Fatal(err)
			}
			e := s.Summarize(true)
			if e.Tag != "tag" || e.MissingQueries != 1 {
				t.Errorf("tag %q, %d missing, want tag and 1", e.Tag, e.MissingQueries)
			}
			for _, q := range e.PerQuery {
				if q.QueryID != "q1" {
					continue
				}
				const source = "counted by hand"
				wingtest.WantNumber(t, "AP", q.Scores["AP"], c.ap, 1e-15, source)
				wingtest.WantNumber(t, "Unjudged@2", q.Scores["Unjudged@2"], c.unjudged, 1e-15, source)
				wingtest.WantNumber(t, "NumRet", q.Scores["NumRet"], c.retrieved, 0, source)
				if q.RelString != c.relstring {
					t.Errorf("relstring %q, want %q", q.RelString, c.relstring)
				}
			}
			for _, m := range e.Measures {
				if m.N != c.n || m.Undefined != 0 {
					t.Errorf("%s: n %d, %d undefined, want %d and 0", m.Measure, m.N, m.Undefined, c.n)
				}
			}
			wingtest.WantNumber(t, "mean of AP", e.Measures[0].Overall, c.ap/float64(c.n), 1e-15, "sum over n")
			wingtest.WantNumber(t, "total of NumRet", e.Measures[1].Overall, c.retrieved, 0, "a sum")
			var ranks []int
			for at := range s.Len() {
				q := s.Query(at)
				for _, r := range q.Relevant {
					if q.QueryID == "q1" {
						ranks = append(ranks, r.Rank)
					}
				}
			}
			if !slices.Equal(ranks, c.ranks) {
				t.Errorf("ranks %v, want %v", ranks, c.ranks)
			}
			var texts []string
			for _, f := range e.Health {
				texts = append(texts, f.Text)
			}
			if all := strings.Join(texts, "\n"); !strings.Contains(all, c.finding) {
				t.Errorf("findings %q, want %q", all, c.finding)
			}
		})
	}
	if _, err := scoring.RunFile(t.Context(), run, j, list, metrics.Profile{}, scoring.Options{Depth: -1}); err == nil {
		t.Error("depth -1 is accepted")
	}
}

// The overall number is what trec_eval prints: the sum of a count, the
// geometric mean of GMAP (Robertson 2006), the mean of anything else.
func TestOverall(t *testing.T) {
	list := wingtest.Measures(t, wingtest.ProfileNamed(t, "trec"), "NumRelRet GMAP P@5")
	for _, m := range wingtest.SmallScores(t, "A", list, scoring.Options{}).Summarize(false).Measures {
		// the last lines of small.A.trec_eval10.c.q.txt
		want := map[string]float64{"NumRelRet": 795, "GMAP": 0.2705, "P@5": 0.2670}[m.Measure]
		wingtest.WantNumber(t, m.Measure, m.Overall, want, 5e-5, "trec_eval 10.0 -c")
	}
}
