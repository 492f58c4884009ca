package reports_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports"
)

// The fields that the command's JSON contract promises, one path a line; []
// goes into the first element of a list. The lists are copied from the
// contract, not from the types.
const (
	comparisonFields = `
		schema profile test_set.name test_set.version test_set.sha256 test_set.queries test_set.strata
		settings.alpha settings.seed settings.resamples settings.test settings.interval settings.correction settings.family
		a.name
		systems[].latency.p99_ms systems[].components_asked
		attribution[].config attribution[].components attribution[].top_k attribution[].queries attribution[].failed_queries
		attribution[].relevant_documents attribution[].only[].component attribution[].only[].documents attribution[].only[].relevant_ratio
		attribution[].several.documents attribution[].all.relevant_ratio attribution[].none.documents attribution[].lost_in_fusion.documents
		attribution[].fusion_at_cutoff.cutoff attribution[].fusion_at_cutoff.lost.documents attribution[].fusion_at_cutoff.gained.documents
		attribution[].rerank_at_cutoff attribution[].strata[].stratum attribution[].strata[].none.documents
		ceilings[].config ceilings[].measure ceilings[].top_k ceilings[].recall_ceiling_ratio ceilings[].pooled_recall_ratio
		ceilings[].n ceilings[].mean ceilings[].oracle ceilings[].headroom ceilings[].strata[].headroom
		retrieval.duration_ms retrieval.components[].component retrieval.components[].retries
		comparisons[].latency.n
		comparisons[].b.name comparisons[].verdict comparisons[].verdict_reason comparisons[].health
		comparisons[].measures[].measure comparisons[].measures[].primary comparisons[].measures[].n
		comparisons[].measures[].mean_a comparisons[].measures[].mean_b comparisons[].measures[].mean_difference
		comparisons[].measures[].std_difference comparisons[].measures[].relative_difference
		comparisons[].measures[].wins comparisons[].measures[].losses comparisons[].measures[].ties comparisons[].measures[].changed
		comparisons[].measures[].interval.method comparisons[].measures[].interval.level
		comparisons[].measures[].interval.low comparisons[].measures[].interval.high
		comparisons[].measures[].t.statistic comparisons[].measures[].t.df comparisons[].measures[].t.p_value
		comparisons[].measures[].t.interval.level comparisons[].measures[].t.interval.low comparisons[].measures[].t.interval.high
		comparisons[].measures[].tail.interval.level comparisons[].measures[].tail.interval.low comparisons[].measures[].tail.interval.high
		comparisons[].measures[].bootstrap.method comparisons[].measures[].bootstrap.exact comparisons[].measures[].bootstrap.resamples
		comparisons[].measures[].bootstrap.interval.level
		comparisons[].measures[].randomization.method comparisons[].measures[].randomization.rounds comparisons[].measures[].randomization.p_value
		comparisons[].measures[].wilcoxon.statistic comparisons[].measures[].wilcoxon.p_value comparisons[].measures[].wilcoxon.method
		comparisons[].measures[].sign.p_value comparisons[].measures[].sign.method
		comparisons[].measures[].effect_size.cohens_dz comparisons[].measures[].effect_size.hedges_gz comparisons[].measures[].effect_size.interval
		comparisons[].measures[].minimum_detectable.power comparisons[].measures[].minimum_detectable.effect
		comparisons[].measures[].p_value comparisons[].measures[].p_adjusted comparisons[].measures[].verdict
		comparisons[].measures[].warnings comparisons[].measures[].strata[].stratum comparisons[].measures[].strata[].n
		comparisons[].measures[].strata[].interval comparisons[].measures[].strata[].warnings
		comparisons[].latency.a.p50_ms comparisons[].latency.b.p95_ms comparisons[].latency.mean_difference_ms comparisons[].latency.interval
		comparisons[].per_query[].query_id comparisons[].per_query[].stratum comparisons[].per_query[].a
		comparisons[].per_query[].b comparisons[].per_query[].difference`
	evaluationFields = `
		schema profile test_set.name test_set.version test_set.sha256 test_set.queries test_set.strata
		runs[].name runs[].sha256 runs[].health
		runs[].measures[].measure runs[].measures[].n runs[].measures[].undefined
		runs[].measures[].mean runs[].measures[].median runs[].measures[].std
		runs[].strata.paraphrase[].measure runs[].strata.paraphrase[].n runs[].strata.paraphrase[].mean
		runs[].strata.paraphrase[].median runs[].strata.paraphrase[].std
		runs[].per_query[].query_id runs[].per_query[].stratum runs[].per_query[].scores
		runs[].latency.mean_ms runs[].latency.p50_ms runs[].latency.p95_ms runs[].latency.p99_ms runs[].latency.max_ms
		runs[].failed_queries runs[].missing_queries`
)

func TestJSONHasTheContractsFields(t *testing.T) {
	c := verbose()
	m := &c.Comparisons[0].Measures
	(*m)[0] = (*m)[3] // the first element must have everything
	for _, test := range []struct {
		name, fields string
		report       string
	}{
		{"comparison", comparisonFields, report(t, comparisonOf(c), reports.JSON, reports.Options{})},
		{"evaluation", evaluationFields, report(t, evaluationOf(1), reports.JSON, reports.Options{})},
	} {
		t.Run(test.name, func(t *testing.T) {
			var document any
			if err := json.Unmarshal([]byte(test.report), &document); err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(test.report, "{\n  \"schema\": \"rankduel/"+test.name+"/v1\",\n  \"profile\": \"default\",") {
				t.Errorf("starts with %.60q", test.report)
			}
			for path := range strings.FieldsSeq(test.fields) {
				if !has(document, strings.Split(strings.ReplaceAll(path, "[]", ".[]"), ".")) {
					t.Errorf("no field %s", path)
				}
			}
		})
	}
}

// has reports whether the path leads to a value, null included.
func has(v any, path []string) bool {
	if len(path) == 0 {
		return true
	}
	if path[0] == "[]" {
		list, ok := v.([]any)
		return ok && len(list) > 0 && has(list[0], path[1:])
	}
	object, ok := v.(map[string]any)
	if !ok {
		return false
	}
	field, ok := object[path[0]]
	return ok && has(field, path[1:])
}

// What was written reads back to the same value, except that lists which were
// nil are empty.
func TestJSONReadsBack(t *testing.T) {
	for name, c := range map[string]*result.Comparison{
		"better": better(), "degenerate": degenerate(), "several": several(), "verbose": verbose(),
	} {
		var got result.Comparison
		if err := json.Unmarshal([]byte(report(t, comparisonOf(c), reports.JSON, reports.Options{})), &got); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(*c, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-written +read):\n%s", name, diff)
		}
	}
}

func TestJSONListsAreNeverNull(t *testing.T) {
	c := degenerate()
	c.Comparisons[0].Health, c.Comparisons[0].Latency = nil, nil
	c.Comparisons[0].PerQuery = []result.QueryDifference{{QueryID: "q1"}}
	c.Retrieval.Failures, c.Retrieval.RunIDs = nil, nil
	c.Attribution[0].Only, c.Attribution[0].Strata[0].Only = nil, nil
	c.Systems[0].Health, c.Systems[0].Measures = nil, nil
	c.Systems[0].PerQuery = []result.QueryScores{{QueryID: "q1", Status: result.Failed}}
	got := report(t, comparisonOf(c), reports.JSON, reports.Options{})
	for _, field := range []string{"comparisons", "health", "measures", "warnings", "documents", "scores", "a", "b", "difference", "failures", "run_ids", "runs", "only"} {
		if strings.Contains(got, `"`+field+`": null`) {
			t.Errorf("%s is null", field)
		}
	}
	if c.Comparisons[0].Health != nil || c.Systems[0].PerQuery[0].Scores != nil || c.Retrieval.Failures != nil {
		t.Error("the report changed the value that it was given")
	}
}

func TestSameValueSameBytes(t *testing.T) {
	for _, f := range []reports.Format{reports.Text, reports.JSON, reports.Markdown, reports.CSV} {
		all := reports.Options{PerQuery: true, Verbose: true}
		first := report(t, comparisonOf(verbose()), f, all) + report(t, evaluationOf(2), f, all)
		for range 20 {
			if report(t, comparisonOf(verbose()), f, all)+report(t, evaluationOf(2), f, all) != first {
				t.Fatalf("%s differs between two calls", f)
			}
		}
	}
}

func report(t *testing.T, write writing, f reports.Format, o reports.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, f, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
