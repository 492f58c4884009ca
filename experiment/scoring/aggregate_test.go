package scoring_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

func texts(list []metrics.Measure) []string {
	var out []string
	for _, m := range list {
		out = append(out, m.String())
	}
	return out
}

// The sum of a run under trec is what trec_eval prints for all queries.
func TestTrecAggregate(t *testing.T) {
	dir := goldens(t)
	j, err := judgments.Read(t.Context(), trec.File(filepath.Join(dir, "qrels.test")), trec.QrelsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p := wingtest.ProfileNamed(t, "trec")
	s, err := scoring.RunFile(t.Context(), trec.File(filepath.Join(dir, "results.test")), j, p.Measures, p, scoring.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]float64
	if err := json.Unmarshal(s.Summarize(false).Aggregate, &got); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for line := range strings.Lines(string(wingtest.ReadFile(t, filepath.Join(dir, "out.test")))) {
		fields := strings.Fields(line)
		var printed float64
		if len(fields) != 3 || json.Unmarshal([]byte(fields[2]), &printed) != nil {
			continue // the run's name
		}
		compared++
		if v, ok := got[fields[0]]; !ok || v != printed {
			t.Errorf("%s = %v, want %s (trec_eval, out.test)", fields[0], v, fields[2])
		}
	}
	if compared < 27 {
		t.Errorf("only %d measures compared", compared)
	}
}

// Profiles without names of their own sum nothing up; of other measures than
// theirs only those that they have a name for are in it.
func TestAggregateNames(t *testing.T) {
	j := wingtest.JudgmentsOf(t, wingtest.AnsweredSet)
	for _, c := range []struct{ profile, measures, want string }{
		{"default", "RR", ""},
		{"kebab", "nDCG@10,EmptyResultRate,RR(level=chunk)@10", `{"empty_result_rate":0.4,"mrr":0.0,"total_queries":5,"failed_queries":1}`},
		{"trec", "num_ret,recip_rank,nDCG(gain=exp)@3", `{"num_ret":3,"recip_rank":0.25}`},
		{"medkg", "RR", `{"mrr":{"mean":0.5,"median":0.5,"std":0.7071067811865476}}`},
		{"csb", "RR,nDCG(gain=exp)@3", `{"mrr":{"mean":0.5,"std":0.7071,"median":0.5,"n":2},"_totals":{"n_tasks":2,"mean_retrieved":1,"mean_ground_truth":1,"mean_overlap":0.5}}`},
	} {
		s := wingtest.ScoredUnder(t, c.profile, wingtest.AnsweredRun, j, c.measures)
		if got := string(s.Summarize(false).Aggregate); got != c.want {
			t.Errorf("%s: %s, want %s", c.profile, got, c.want)
		}
	}
}

// A standard deviation of one query is 0 in the originals, and null in ours.
func TestAggregateOfOneQuery(t *testing.T) {
	j := wingtest.JudgmentsFrom(t, "q1 0 d1 1\n")
	for profile, want := range map[string]string{
		"medkg": `{"mrr":{"mean":1.0,"median":1.0,"std":0.0}}`,
		"csb":   `{"mrr":{"mean":1.0,"std":0.0,"median":1.0,"n":1},"_totals":{"n_tasks":1,"mean_retrieved":1,"mean_ground_truth":1,"mean_overlap":1}}`,
	} {
		sum := wingtest.ScoredUnder(t, profile, "q1 Q0 d1 1 1 t\n", j, "RR").Summarize(false)
		if string(sum.Aggregate) != want || sum.Measures[0].Std != nil {
			t.Errorf("%s: %s, std %v; want %s and null", profile, sum.Aggregate, sum.Measures[0].Std, want)
		}
	}
}

// A query that a run of kebab lacks is left out, where other profiles score it
// 0, and one that is not judged counts in the totals; a failed one counts as a
// miss, and comparing says no other result for it.
func TestQueriesOfTheRun(t *testing.T) {
	const golden = "- {id: q1, query: one, expected_doc_ids: [d1]}\n- {id: q2, query: two, expected_doc_ids: [d2]}\n- {id: q3, query: three, expected_doc_ids: [d3]}\n"
	const run = `{"query_id": "q1", "hits": [{"id": "d1"}]}` + "\n" + `{"query_id": "q2", "error": "boom"}` + "\n" + `{"query_id": "ghost", "error": "boom"}` + "\n"
	j := wingtest.JudgmentsOf(t, golden)
	for profile, want := range map[string]struct {
		n, undefined int
		mean         float64
		texts        []string
	}{
		"default": {2, 0, 1. / 2, []string{"are not in the run and score 0", "failed and are left out", "not judged, ignored"}},
		"kebab":   {2, 0, 1. / 2, []string{"are not in the run and are left out", "failed and count as misses under profile kebab", "counted in the totals of profile kebab alone"}},
	} {
		s := wingtest.ScoredUnder(t, profile, run, j, "R@1,EmptyResultRate")
		sum := s.Summarize(false)
		m := sum.Measures[0]
		if m.N != want.n || m.Undefined != want.undefined || *m.Mean != want.mean || sum.MissingQueries != 1 || sum.FailedQueries != 1 {
			t.Errorf("%s: %+v, %d missing, %d failed", profile, m, sum.MissingQueries, sum.FailedQueries)
		}
		var said []string
		for _, f := range s.Health {
			said = append(said, f.Text)
		}
		for _, text := range want.texts {
			if !strings.Contains(strings.Join(said, "\n"), text) {
				t.Errorf("%s: %q, want %q", profile, said, text)
			}
		}
		if profile == "kebab" && string(sum.Aggregate) != `{"recall_at_k_doc":{"1":0.5},"empty_result_rate":0.6667,"total_queries":3,"failed_queries":2}` {
			t.Errorf("aggregate %s", sum.Aggregate)
		}
		c, err := compare.Against(s, []*scoring.Table{s}, compare.Settings{MinCoverage: new(float64)})
		if err != nil {
			t.Fatal(err)
		}
		p := c.Comparisons[0]
		if counted := p.FailuresAsZero == nil; counted != (profile == "kebab") || p.Measures[0].N != 2 {
			t.Errorf("%s: %d pairs, failures as zero %+v", profile, p.Measures[0].N, p.FailuresAsZero)
		}
	}
}
