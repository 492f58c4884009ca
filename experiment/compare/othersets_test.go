package compare_test

import (
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/testsets"
)

const twoQueries = `name: small
version: v1
queries:
- {query_id: q1, query_text: one, query_type: exact_term, relevant_docs: [{doc_id: a, grade: 2}, {doc_id: b, grade: 1}]}
- {query_id: q2, query_text: two, query_type: exact_term, relevant_docs: [{doc_id: a, grade: 1}]}
`

// Scores are compared when they are of the same judgments, and not when these
// only go by the same name, version and query ids. What carries no content, such
// as the order of the queries or another version number, makes no other set.
func TestCompareOnOtherTestSets(t *testing.T) {
	lines := strings.SplitAfter(twoQueries, "\n")
	swapped := lines[0] + lines[1] + lines[2] + lines[4] + lines[3]
	for _, c := range []struct {
		what, set, part string
		same            bool
	}{
		{"the same", twoQueries, judgments.PartEvaluation, true},
		{"another version of the same", strings.Replace(twoQueries, "v1", "v2", 1), judgments.PartEvaluation, true},
		{"other order of queries", swapped, judgments.PartEvaluation, true},
		{"another grade", strings.Replace(twoQueries, "grade: 2", "grade: 3", 1), judgments.PartEvaluation, false},
		{"another relevant document", strings.Replace(twoQueries, "doc_id: b", "doc_id: c", 1), judgments.PartEvaluation, false},
		{"another text of a query", strings.Replace(twoQueries, "query_text: two", "query_text: too", 1), judgments.PartEvaluation, false},
		{"another stratum", strings.Replace(twoQueries, "exact_term", "paraphrase", 1), judgments.PartEvaluation, false},
		{"another part with the same queries", twoQueries, judgments.PartAll, false},
	} {
		t.Run(c.what, func(t *testing.T) {
			a, b := scoredOn(t, "one", twoQueries, judgments.PartEvaluation), scoredOn(t, "two", c.set, c.part)
			_, err := compare.Against(a, []*scoring.Table{b}, compare.Settings{})
			switch {
			case c.same && err != nil:
				t.Errorf("Compare = %v, want a comparison", err)
			case !c.same && (err == nil || !strings.Contains(err.Error(), "one was scored on small@v1") || !strings.Contains(err.Error(), "score both on one test set")):
				t.Errorf("Compare = %v, want an error that names both sets and the remedy", err)
			}
		})
	}
}

// Qrels files with the same queries are told apart by their bytes.
func TestCompareOnOtherQrels(t *testing.T) {
	const run = "q1 Q0 a 1 1 t\n"
	a := wingtest.Scored(t, "one", run, wingtest.JudgmentsFrom(t, "q1 0 a 1\n"), "RR")
	b := wingtest.Scored(t, "two", run, wingtest.JudgmentsFrom(t, "q1 0 a 2\n"), "RR")
	if _, err := compare.Against(a, []*scoring.Table{b}, compare.Settings{}); err == nil || !strings.Contains(err.Error(), "score both on one test set") {
		t.Errorf("Compare = %v, want an error that says so", err)
	}
}

// scoredOn scores a run that finds document a first, on a part of a test set.
func scoredOn(t *testing.T, name, set, part string) *scoring.Table {
	t.Helper()
	parsed, err := testsets.Parse("set.yaml", []byte(set))
	if err != nil {
		t.Fatal(err)
	}
	j, err := judgments.Of(parsed, part)
	if err != nil {
		t.Fatal(err)
	}
	return wingtest.Scored(t, name, "q1 Q0 a 1 1 t\nq2 Q0 a 1 1 t\n", j, "RR,R@10")
}
