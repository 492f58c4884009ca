package scoring_test

import (
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
)

// A run file that lacks a judged query has an empty ranking there: 0, counted,
// never dropped. Queries of the run without judgments are only counted.
func TestMissingQueriesScoreZero(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q1 0 a 1\nq2 0 a 1\nq3 0 a 0\n")
	s := wingtest.Scored(t, "run", "q1 Q0 a 1 1 t\nq9 Q0 a 1 1 t\n", j, "RR,AP,nDCG@10")
	for _, m := range s.Summarize(false).Measures {
		wingtest.WantNumber(t, m.Measure, m.Mean, .5, 0, "1 and 0; q3 has nothing relevant")
		if m.N != 2 || m.Undefined != 1 {
			t.Errorf("%s: n = %d, undefined = %d, want 2 and 1", m.Measure, m.N, m.Undefined)
		}
	}
	if got := wingtest.Codes(s.Health); !slices.Equal(got, []string{"missing_queries", "extra_queries", "undefined_queries"}) {
		t.Errorf("findings = %v", got)
	}
	if s.Count(result.Missing) != 2 || s.Query(1).Relevant[0] != (result.RankedRelevant{DocID: "a", Grade: 1}) {
		t.Errorf("missing = %d, relevant of q2 = %+v", s.Count(result.Missing), s.Query(1).Relevant)
	}
}
