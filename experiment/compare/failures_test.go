package compare_test

import (
	"context"
	"errors"
	"fmt"
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
// failures scored 0 is next to it.
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
	wingtest.WantNumber(t, "p with failures as 0", z.PValue, refer(d).tailP, 1e-7, "Student's density integrated in the test")
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

// A failed query is not a success where lower is better: EmptyResultRate of an arm
// that failed would be 0, the best there is. It counts as 1; by a measure whose
// range no one knows there is no such result, until someone says it.
func TestFailuresWhereLowerIsBetter(t *testing.T) {
	empty, err := metrics.Parse("EmptyResultRate")
	if err != nil {
		t.Fatal(err)
	}
	arm := func(name string, measures []metrics.Measure, fails func(q int) bool) *scoring.Table {
		t.Helper()
		s, err := run.Evaluate(t.Context(), retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
			if fails(wingtest.Number(q)) {
				return nil, wingtest.ErrDown
			}
			if wingtest.Number(q)%2 == 0 {
				return nil, nil
			}
			return wingtest.Answering(q, 1), nil
		}), wingtest.SmallSet(t, 40), run.EvaluateOptions{Name: name, Measures: measures})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	never, often := func(int) bool { return false }, func(q int) bool { return q >= 10 }
	low := .1
	settings := compare.Settings{MinCoverage: &low, Primary: empty}
	p := compared(t, arm("a", []metrics.Measure{empty}, never), arm("b", []metrics.Measure{empty}, often), settings)
	z := p.FailuresAsZero
	if z == nil || z.Score != 1 || z.N != 40 || z.Verdict != result.Worse {
		t.Fatalf("FailuresAsZero = %+v, want a score of 1, 40 pairs and worse", z)
	}
	wingtest.WantNumber(t, "mean difference", z.MeanDifference, (35.-20.)/40, 1e-15, "by hand: 5 empty and 30 failed of 40, against 20 empty")
	if f, ok := wingtest.Finding(p.Health, result.FindingFailuresMatter); !ok || !strings.Contains(f.Text, "failed queries scored 1 the verdict would be worse") {
		t.Errorf("findings = %+v, want that failures change the verdict", p.Health)
	}

	costs := []metrics.Measure{cost{}}
	settings.Primary = cost{}
	if p := compared(t, arm("a", costs, never), arm("b", costs, often), settings); p.FailuresAsZero != nil {
		t.Errorf("FailuresAsZero = %+v by a measure of unknown range, want none", p.FailuresAsZero)
	}
	settings.Ranges = map[string]float64{"Cost": 7}
	p = compared(t, arm("a", costs, never), arm("b", costs, often), settings)
	if z := p.FailuresAsZero; z == nil || z.Score != 7 || z.N != 40 {
		t.Errorf("FailuresAsZero = %+v, want a score of 7, the top of the range that was declared", z)
	}
}

// cost is a measure of the caller's own: how many hits there are to read.
type cost struct{}

func (cost) String() string                          { return "Cost" }
func (cost) Cutoff() int                             { return 0 }
func (cost) Direction() metrics.Direction            { return metrics.LowerIsBetter }
func (cost) Score(j *metrics.Judged) (float64, bool) { return float64(j.Retrieved), true }

// Nor has a measure one, whose numbers stay as they are: here all 94 pairs gain.
func TestCoverageOfMeasures(t *testing.T) {
	at := func(rank, failures int) *scoring.Table {
		return wingtest.Evaluated(t, fmt.Sprint("at ", rank), 100, retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
			if wingtest.Number(q) < failures {
				return nil, wingtest.ErrDown
			}
			return wingtest.Answering(q, rank), nil
		}))
	}
	for failures, want := range map[int]result.Verdict{5: result.Better, 6: result.Inconclusive} {
		c, err := compare.Against(at(2, 0), []*scoring.Table{at(1, failures)}, compare.Settings{})
		if (err != nil) != (want == result.Inconclusive) {
			t.Fatalf("%d failures: %v", failures, err)
		}
		if m := measureOf(t, c.Comparisons[0], "RR"); m.Verdict != want || *m.MeanDifference != .5 {
			t.Errorf("%d failures: verdict %s of a difference of %v, want %s of .5", failures, m.Verdict, *m.MeanDifference, want)
		}
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
	if !errors.Is(err, recording.ErrAllFailed) {
		t.Fatalf("Evaluate = %v, want ErrAllFailed", err)
	}
	if _, err := compare.Against(a, []*scoring.Table{none}, compare.Settings{}); !errors.Is(err, compare.ErrNoPairs) {
		t.Errorf("Compare = %v, want ErrNoPairs", err)
	}
}
