package server_test

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The queries of the original's requests. Of run d9 d1 d2 the relevant d1 and d2 are at
// ranks 2 and 3, of run d3 the relevant one is first: RR is 1/2 and 1, recall at 10 is 1
// for both, and at 1 it is 0 and 1.
const originalQueries = `[
 {"query_id":"q1","query_text":"a","query_type":"exact_term","relevant_docs":[{"doc_id":"d1","grade":1},{"doc_id":"d2","grade":1}],"metadata":{"from":"ward 3"}},
 {"query_id":"q2","query_text":"b","query_type":"paraphrase","relevant_docs":[{"doc_id":"d3","grade":3}],"metadata":{}}
]`

func originalServer(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "bm25.trec"), "q1 Q0 d9 1 3 x\nq1 Q0 d1 2 2 x\nq1 Q0 d2 3 1 x\nq2 Q0 d3 1 1 x\n")
	write(t, filepath.Join(dir, "dense.trec"), "q1 Q0 d9 1 3 x\nq2 Q0 d9 1 1 x\n")
	write(t, filepath.Join(dir, "set.json"), `{"name":"set","version":"v1","queries":`+strings.ReplaceAll(strings.ReplaceAll(originalQueries, `,"metadata":{}`, ""), `,"metadata":{"from":"ward 3"}`, "")+`}`)
	write(t, filepath.Join(dir, "exp.yaml"), "test_set: set.json\nprofile: medkg\ncomponents:\n  bm25: {run: bm25.trec}\n  dense: {run: dense.trec}\nconfigs:\n  only: {components: [bm25]}\n  other: {components: [dense]}\nbaseline: only\n")
	return serve(t, filepath.Join(dir, "exp.yaml")).URL + "/v1/evaluate"
}

// The service of the medical graph takes queries or the name of a set, with a version, a
// depth and components next to them; which keys, its request model says (REST request of
// its facts). A set without a version is taken too.
func TestEvaluateTheOriginalsBody(t *testing.T) {
	url := originalServer(t)
	rest := `,"tenant_id":"t","rerank":false,"rerank_top_k":50,"filters":{},"metadata":{"run":7},"use_cache":true}`
	for name, tt := range map[string]struct {
		query, kind, body, version string
		recall, mrr                any
		says                       string // in health
	}{
		"queries":        {body: `{"queries":` + originalQueries + `,"test_set_version":"v7","top_k":10,"components":["bm25"]` + rest, version: "v7", recall: 1.0, mrr: 0.75, says: "that top_k keeps: R@20\""},
		"cut":            {body: `{"test_set_version":"v7","top_k":1,"queries":` + originalQueries + rest, version: "v7", recall: nil, mrr: 0.5, says: "beyond_top_k"},
		"cut component":  {body: `{"top_k":1,"components":["bm25"],"queries":` + originalQueries + rest, recall: nil, mrr: 0.5, says: "that top_k keeps: R@10, R@5, R@20, nDCG(gain=exp)@10"},
		"other":          {body: `{"components":["dense"],"top_k":100,"queries":` + originalQueries + rest, recall: 0.0, mrr: 0.0},
		"named":          {body: `{"test_set_name":"set","test_set_version":"v1","top_k":20,"components":null}`, version: "v1", recall: 1.0, mrr: 0.75},
		"named alone":    {body: `{"test_set_name":"set"` + rest, version: "v1", recall: 1.0, mrr: 0.75},
		"in the address": {query: "?top_k=1", kind: "application/yaml", body: "queries:\n- {query_id: q1, query_text: a, relevant_docs: [{doc_id: d1, grade: 1}]}\n", recall: nil, mrr: 0.0, says: "beyond_top_k"},
		"no version":     {body: `{"name":"n","queries":[{"query_id":"q2","query_text":"b","relevant_docs":[{"doc_id":"d3","grade":3}]}]}`, recall: 1.0, mrr: 1.0},
		"lines":          {kind: "application/jsonl", body: "{\"name\":\"n\"}\n{\"query_id\":\"q2\",\"query_text\":\"b\",\"query_type\":\"paraphrase\",\"relevant_docs\":[{\"doc_id\":\"d3\",\"grade\":3}]}\n", recall: 1.0, mrr: 1.0},
	} {
		t.Run(name, func(t *testing.T) {
			if tt.kind == "" {
				tt.kind = "application/json"
			}
			resp, body := ask(t, "POST", url+tt.query, tt.kind, tt.body)
			if resp.StatusCode != http.StatusOK {
				t.Fatalf("%s: %s", resp.Status, body)
			}
			got := decode(t, body)
			metrics := got["metrics"].(map[string]any)
			if diff := cmp.Diff([]any{tt.recall, tt.mrr}, []any{metrics["recall_at_10"], metrics["mrr"]}); diff != "" {
				t.Errorf("recall at 10 and MRR (-want +got):\n%s", diff)
			}
			if version, _ := got["test_set"].(map[string]any)["version"].(string); version != tt.version {
				t.Errorf("version %q, want %q", version, tt.version)
			}
			if !strings.Contains(body, tt.says) || tt.says == "" && strings.Contains(body, "beyond_top_k") {
				t.Errorf("health %v, want %q in it", got["health"], tt.says)
			}
		})
	}
}

// What the body asks for and the server does not do is refused and named, and faults keep
// their lines.
func TestEvaluateRefusesOfTheOriginalsBody(t *testing.T) {
	url := originalServer(t)
	for body, says := range map[string]string{
		`{"test_set_name":"set","top_k":0}`:                                "top_k is 0, want 1 to 100",
		`{"test_set_name":"set","top_k":101}`:                              "top_k is 101, want 1 to 100",
		`{"test_set_name":"set","top_k":"ten"}`:                            "top_k is string, want int",
		`{"test_set_name":"set","rerank":true}`:                            "rerank: of configuration only it is false",
		`{"test_set_name":"set","filters":{"year":2020}}`:                  "filters: ",
		`{"test_set_name":"set","use_cache":false}`:                        "use_cache: ",
		`{"test_set_name":"set","components":["nil"]}`:                     `no component \"nil\"`,
		`{"test_set_version":"v1","top_k":10}`:                             "the test set has no queries",
		`{"top_k":10,"queries":[],"test_set_version":"v1"}`:                "fault",
		"{\"test_set_version\":\"v1\",\n\"queries\":[\n{\"query_id\":1}]}": "body, line 3",
		`{"queries":` + originalQueries + `,"tenant":"t"}`:                 `unknown key \"tenant\"`,
	} {
		wantProblem(t, request(t, "POST", url, body, "Content-Type", "application/json"), 422, says)
	}
	wantProblem(t, request(t, "POST", url, `{"test_set_name":"gone"}`, "Content-Type", "application/json"), 404, "gone")
	wantProblem(t, request(t, "POST", url+"?top_k=5", `{"test_set_name":"set","top_k":5}`, "Content-Type", "application/json"), 422, "top_k is given twice")
	wantProblem(t, request(t, "POST", url+"?components=bm25", `{"test_set_name":"set","components":["bm25"]}`, "Content-Type", "application/json"), 422, "components are given twice")
	wantProblem(t, request(t, "POST", url+"?test_set=set", `{"test_set_name":"set"}`, "Content-Type", "application/json"), 422, "two test sets")
}
