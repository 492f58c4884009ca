package compare_test

import (
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// Of two systems the one with fewer empty results is the better one: a lower
// score wins, and the verdict says better.
func TestLowerIsBetter(t *testing.T) {
	const n = 20
	worse, better := make([]float64, n), make([]float64, n)
	for i := range worse {
		worse[i] = 1
		better[i] = float64(i % 4 / 3)
	}
	for name, want := range map[string]result.Verdict{"EmptyResultRate": result.Better, "RR": result.Worse} {
		p := compared(t, tableOf(t, "a", name, worse), tableOf(t, "b", name, better), compare.Settings{})
		m := measureOf(t, p, name)
		wins, losses := 15, 0
		if want == result.Worse {
			wins, losses = losses, wins
		}
		if p.Verdict != want || m.Verdict != want || m.Wins != wins || m.Losses != losses || *m.MeanDifference != -.75 {
			t.Errorf("%s: %s, %d wins, %d losses, difference %v; want %s, %d, %d, -.75", name, p.Verdict, m.Wins, m.Losses, *m.MeanDifference, want, wins, losses)
		}
	}
}

// Only measures of answers: there is no headroom for a reranker, and where the
// relevant documents stood is known even so.
func TestAnswersAlone(t *testing.T) {
	s := wingtest.ScoredUnder(t, "default", wingtest.AnsweredRun, wingtest.JudgmentsOf(t, wingtest.AnsweredSet), "RequiredStrings")
	if c, err := compare.Against(s, []*scoring.Table{s}, compare.Settings{MinCoverage: new(float64)}); err != nil || c.Comparisons[0].Measures[0].N != 2 {
		t.Errorf("Compare = %+v, %v; want the 2 queries whose answer can be judged", c, err)
	}
	if metrics.DirectionOf(metrics.EmptyResultRate{}) != metrics.LowerIsBetter {
		t.Error("EmptyResultRate is not better when lower")
	}
}
