package experiment_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rankduel/rankduel/experiment"
	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
)

var errDown = errors.New("connection refused")

// evaluated asks a retriever for RR over n queries.
func evaluated(t testing.TB, name string, n int, by retrieval.Func) *scoring.Table {
	t.Helper()
	s, err := experiment.Evaluate(t.Context(), by, smallSet(t, n), experiment.EvaluateOptions{
		Name: name, Measures: []metrics.Measure{metrics.ReciprocalRank{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// number is the number of a smallSet query.
func number(q retrieval.Query) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(q.ID, "q"))
	return n
}

// One failing query is recorded and left out; it ends nothing and is never a
// zero (SEMANTICS, failed query).
func TestEvaluateRecordsFailures(t *testing.T) {
	s := evaluated(t, "flaky", 50, func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		switch number(q) {
		case 7:
			return nil, errDown
		case 8:
			panic("index out of range")
		}
		return answering(q, 2), nil
	})
	sum := s.Summarize(true)
	if sum.FailedQueries != 2 || len(sum.PerQuery) != 50 || sum.Measures[0].N != 48 || sum.Measures[0].Undefined != 0 {
		t.Errorf("failed %d, rows %d, n %d, undefined %d, want 2, 50, 48, 0", sum.FailedQueries, len(sum.PerQuery), sum.Measures[0].N, sum.Measures[0].Undefined)
	}
	wantNumber(t, "MRR", sum.Measures[0].Mean, .5, 0, "all others have it at rank 2")
	for row, text := range map[int]string{7: "connection refused", 8: "panicked: index out of range"} {
		got := sum.PerQuery[row]
		if got.Status != result.Failed || !strings.Contains(got.Error, text) || got.Scores["RR"] != nil {
			t.Errorf("row = %+v, want failed with %q and a null score", got, text)
		}
	}
	f, ok := finding(s.Health, result.FindingFailed)
	if !ok || f.Severity != result.SeverityWarning || !strings.Contains(f.Text, `2 of 50`) || !strings.Contains(f.Text, `"q007", "q008"`) {
		t.Errorf("findings = %+v, want failed_queries with both ids", s.Health)
	}
}

// A retriever that takes too long failed; one that answers after the time is
// up did not answer.
func TestTimeouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := retrieval.Func(func(ctx context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
			switch number(q) {
			case 0:
				<-ctx.Done()
				return nil, fmt.Errorf("waiting: %w", ctx.Err())
			case 1:
				time.Sleep(2 * time.Second) // does not look at ctx
			}
			return answering(q, 1), nil
		})
		s, err := experiment.Evaluate(t.Context(), slow, smallSet(t, 3), experiment.EvaluateOptions{
			Retrieve: experiment.RetrieveSettings{Timeout: time.Second, Concurrency: 1},
		})
		if err != nil {
			t.Fatal(err)
		}
		for q, want := range []string{"no answer within 1s", "context deadline exceeded", ""} {
			if got := s.Queries[q]; (got.Status == result.Failed) != (want != "") || !strings.Contains(got.Error, want) {
				t.Errorf("query %d: %q %q, want failed with %q", q, got.Status, got.Error, want)
			}
		}
	})
}

// Of a document that a live retriever returns twice the first counts, with a
// warning (SEMANTICS, duplicate document).
func TestLiveDuplicates(t *testing.T) {
	twice := retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		relevant := answering(q, 1)[0].ID
		return []retrieval.Hit{{ID: "x", Score: 3}, {ID: "x", Score: 3}, {ID: relevant, Score: 2}, {ID: relevant, Score: 1}}, nil
	})
	s := evaluated(t, "twice", 3, twice)
	wantNumber(t, "RR", s.Summarize(false).Measures[0].Mean, .5, 0, "x, then the relevant document: rank 2")
	if f, ok := finding(s.Health, result.FindingDuplicates); !ok || !strings.Contains(f.Text, "6 duplicate documents") {
		t.Errorf("findings = %+v, want 6 duplicate documents", s.Health)
	}

	runner := prepared(t, liveDir(t, 3, "configs:\n  one: {components: [bm25]}\n  two: {fusion_method: rrf}\n"), experiment.RunOptions{})
	for _, name := range []string{"bm25", "splade", "dense"} {
		runner.Answer(name, twice)
	}
	c, err := runner.Run(t.Context(), newMemory())
	if err != nil {
		t.Fatalf("Run = %v, want duplicates kept first and counted", err)
	}
	for _, system := range c.Systems {
		if _, ok := finding(system.Health, result.FindingDuplicates); !ok {
			t.Errorf("%s: findings = %v, want %s", system.Name, codes(system.Health), result.FindingDuplicates)
		}
		wantNumber(t, system.Name+" RR", system.Measures[0].Mean, .5, 0, "x, then the relevant document: rank 2")
	}
}

// Failed queries leave the pair, are counted per arm, and the result with
// failures scored 0 stands beside it.
func TestFailuresAsZero(t *testing.T) {
	a := evaluated(t, "a", 40, func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		return answering(q, 4), nil
	})
	b := evaluated(t, "b", 40, func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
		if number(q) >= 12 {
			return nil, errDown
		}
		return answering(q, 1+number(q)%2), nil
	})
	low := .25
	p := compared(t, a, b, compare.Settings{MinCoverage: &low})
	m := p.Measures[0]
	// Twelve differences 1 − 1/4 and 1/2 − 1/4 in turn; with failures as 0
	// another 28 of −1/4: 6/40 − 7/40.
	if m.N != 12 || p.Verdict != result.Better {
		t.Errorf("n = %d, verdict %s (%s), want 12 and better", m.N, p.Verdict, p.VerdictReason)
	}
	wantNumber(t, "mean difference", m.MeanDifference, .5, 1e-15, "by hand")
	z := p.FailuresAsZero
	if z == nil || z.N != 40 || z.Verdict != result.Inconclusive {
		t.Fatalf("FailuresAsZero = %+v, want 40 pairs and inconclusive", z)
	}
	wantNumber(t, "mean difference with failures as 0", z.MeanDifference, -.025, 1e-15, "by hand")
	d := append(repeat(12, .75, .25), repeat(28, -.25)...)
	wantNumber(t, "p with failures as 0", z.PValue, refer(d).p, 1e-9, "Student's density integrated in the test")
	if f, ok := finding(p.Health, result.FindingFailuresMatter); !ok || !strings.Contains(f.Text, "inconclusive, not better") {
		t.Errorf("findings = %+v, want that failures change the verdict", p.Health)
	}
	if f, ok := finding(p.Health, result.FindingFailed); !ok || !strings.HasPrefix(f.Text, "b: 28 of 40") {
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
			if number(q) < failures {
				return nil, errDown
			}
			return answering(q, 1+number(q)%3), nil
		}
	}
	a := evaluated(t, "a", 100, answer(0))
	for failures, covered := range map[int]bool{0: true, 5: true, 6: false} { // the default minimum is .95
		b := evaluated(t, "b", 100, answer(failures))
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
		if f, ok := finding(p.Health, result.FindingLowCoverage); !ok || f.Severity != result.SeverityFault {
			t.Errorf("findings = %+v, want low_coverage as a fault", p.Health)
		}
	}
	none, err := experiment.Evaluate(t.Context(), answer(100), smallSet(t, 100), experiment.EvaluateOptions{
		Name: "none", Measures: []metrics.Measure{metrics.ReciprocalRank{}},
	})
	if !errors.Is(err, experiment.ErrArmFailed) {
		t.Fatalf("Evaluate = %v, want ErrArmFailed", err)
	}
	if _, err := compare.Against(a, []*scoring.Table{none}, compare.Settings{}); !errors.Is(err, compare.ErrNoPairs) {
		t.Errorf("Compare = %v, want ErrNoPairs", err)
	}
}

// A run file that lacks a judged query has an empty ranking there: 0, counted,
// never dropped. Queries of the run that nobody judged are only counted.
func TestMissingQueriesScoreZero(t *testing.T) {
	j := judgmentsFrom(t, "q1 0 a 1\nq2 0 a 1\nq3 0 a 0\n")
	s := scored(t, "run", "q1 Q0 a 1 1 t\nq9 Q0 a 1 1 t\n", j, "RR,AP,nDCG@10")
	for _, m := range s.Summarize(false).Measures {
		wantNumber(t, m.Measure, m.Mean, .5, 0, "1 and 0; q3 has nothing relevant")
		if m.N != 2 || m.Undefined != 1 {
			t.Errorf("%s: n = %d, undefined = %d, want 2 and 1", m.Measure, m.N, m.Undefined)
		}
	}
	if got := codes(s.Health); !slices.Equal(got, []string{"missing_queries", "extra_queries", "undefined_queries"}) {
		t.Errorf("findings = %v", got)
	}
	if s.Count(result.Missing) != 2 || s.Queries[1].Relevant[0] != (result.RankedRelevant{DocID: "a", Grade: 1}) {
		t.Errorf("missing = %d, relevant of q2 = %+v", s.Count(result.Missing), s.Queries[1].Relevant)
	}
}
