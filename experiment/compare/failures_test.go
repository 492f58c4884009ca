package compare_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
)

// Failed queries leave the pair, are counted per arm, and the result with
// failures scored 0 stands beside it.
func TestFailuresAsZero(t *testing.T) {
	a := wingtest.Evaluated(t, "a", 40, func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		return wingtest.Answering(q, 4), nil
	})
	b := wingtest.Evaluated(t, "b", 40, func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		if wingtest.Number(q) >= 12 {
			return nil, wingtest.ErrDown
		}
		return wingtest.Answering(q, 1+wingtest.Number(q)%2), nil
	})
	low := .25
	p := compared(t, a, b, compare.Settings{MinCoverage: &low})
	m := p.Measures[0]
	// Twelve differences 1 − 1/4 and 1/2 − 1/4 in turn; with failures as 0
	// another 28 of −1/4: 6/40 − 7/40.
	if m.N != 12 || p.Verdict != result.Better {
		t.Errorf("n = %d, verdict %s (%s), want 12 and better", m.N, p.Verdict, p.VerdictReason)
	}
	wingtest.WantNumber(t, "mean difference", m.MeanDifference, .5, 1e-15, "by hand")
	z := p.FailuresAsZero
	if z == nil || z.N != 40 || z.Verdict != result.Inconclusive {
		t.Fatalf("FailuresAsZero = %+v, want 40 pairs and inconclusive", z)
	}
	wingtest.WantNumber(t, "mean difference with failures as 0", z.MeanDifference, -.025, 1e-15, "by hand")
	d := append(repeat(12, .75, .25), repeat(28, -.25)...)
	wingtest.WantNumber(t, "p with failures as 0", z.PValue, refer(d).p, 1e-9, "Student's density integrated in the test")
	if f, ok := wingtest.Finding(p.Health, result.FindingFailuresMatter); !ok || !strings.Contains(f.Text, "inconclusive, not better") {
		t.Errorf("findings = %+v, want that failures change the verdict", p.Health)
	}
	if f, ok := wingtest.Finding(p.Health, result.FindingFailed); !ok || !strings.HasPrefix(f.Text, "b: 28 of 40") {
		t.Errorf("findings = %+v, want the failures of b", p.Health)
	}
	if same := compared(t, a, a, compare.Settings{}); same.FailuresAsZero != nil {
		t.Errorf("FailuresAsZero = %+v without a failure, want none", same.FailuresAsZero)
	}
}

// Below the minimum coverage there is a measurement but no verdict.
func TestCoverage(t *testing.T) {
	answer := func(failures int) retrieval.Func {
		return func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
			if wingtest.Number(q) < failures {
				return nil, wingtest.ErrDown
			}
			return wingtest.Answering(q, 1+wingtest.Number(q)%3), nil
		}
	}
	a := wingtest.Evaluated(t, "a", 100, answer(0))
	for failures, covered := range map[int]bool{0: true, 5: true, 6: false} { // the default minimum is .95
		b := wingtest.Evaluated(t, "b", 100, answer(failures))
		c, err := compare.Against(a, []*scoring.Table{b}, compare.Settings{})
		if covered {
			if err != nil {
				t.Errorf("%d failures: Compare = %v, want nil", failures, err)
			}
			continue
		}
		var coverage *compare.CoverageError
		if !errors.As(err, &coverage) || *coverage != (compare.CoverageError{Candidate: "b", Measured: 94, Pairs: 100, Minimum: .95}) {
			t.Fatalf("%d failures: Compare = %v, want a *CoverageError of 94 of 100", failures, err)
		}
		p := c.Comparisons[0]
		if p.Verdict != result.Inconclusive || !strings.HasPrefix(p.VerdictReason, "no verdict") || p.Measures[0].N != 94 {
			t.Errorf("verdict %s (%s) over %d pairs, want none over 94", p.Verdict, p.VerdictReason, p.Measures[0].N)
		}
		if f, ok := wingtest.Finding(p.Health, result.FindingLowCoverage); !ok || f.Severity != result.SeverityFault {
			t.Errorf("findings = %+v, want low_coverage as a fault", p.Health)
		}
	}
	none, err := run.Evaluate(t.Context(), answer(100), wingtest.SmallSet(t, 100), run.EvaluateOptions{
		Name: "none", Measures: []metrics.Measure{metrics.ReciprocalRank{}},
	})
	if !errors.Is(err, recording.ErrArmFailed) {
		t.Fatalf("Evaluate = %v, want ErrArmFailed", err)
	}
	if _, err := compare.Against(a, []*scoring.Table{none}, compare.Settings{}); !errors.Is(err, compare.ErrNoPairs) {
		t.Errorf("Compare = %v, want ErrNoPairs", err)
	}
}
