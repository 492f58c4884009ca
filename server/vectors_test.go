package server_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/testsets"
)

// RE-O-02 of the specification's vectors: ?components=bm25 has the figures of the
// component alone, which are those of CO-O-01 in components.json for the same
// queries and rankings; and so have the others, and their fusion by ranks.
func TestEvaluateComponents(t *testing.T) {
	var file struct {
		Cases []struct {
			Given struct {
				Queries json.RawMessage
				Runs    map[string]map[string][]string
			}
			Expected  map[string]map[string]float64
			Tolerance float64
		}
	}
	readJSON(t, "../experiment/testdata/seeds/components.json", &file)
	c := file.Cases[0]
	dir := t.TempDir()
	for name, run := range c.Given.Runs {
		var lines strings.Builder
		for query, docs := range run {
			for i, doc := range docs {
				fmt.Fprintf(&lines, "%s Q0 %s %d %d x\n", query, doc, i+1, 1000-i)
			}
		}
		write(t, filepath.Join(dir, name+".trec"), lines.String())
	}
	set := `{"version":"v1","queries":` + string(c.Given.Queries) + `}`
	write(t, filepath.Join(dir, "set.json"), set)
	write(t, filepath.Join(dir, "exp.yaml"), `test_set: set.json
profile: medkg
components:
  bm25: {run: bm25.trec}
  splade: {run: splade.trec}
  dense: {run: dense.trec}
configs:
  hybrid: {fusion_method: rrf, rrf_k: 60, top_k: 20}
  other: {fusion_method: rrf, rrf_k: 1, top_k: 20}
baseline: hybrid
`)
	s := serve(t, filepath.Join(dir, "exp.yaml"))
	for name, query := range map[string]string{"bm25": "?components=bm25", "splade": "?components=splade", "dense": "?components=dense", "hybrid": ""} {
		resp, body := ask(t, "POST", s.URL+"/v1/evaluate"+query, "application/json", set)
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s %s", name, resp.Status, body)
		}
		got := decode(t, body)["metrics"].(map[string]any)
		for key, want := range map[string]float64{"recall_at_10": c.Expected[name]["recall@10"], "ndcg_at_10": c.Expected[name]["ndcg_exp@10"]} {
			if v, ok := got[key].(float64); !ok || math.Abs(v-want) > c.Tolerance {
				t.Errorf("%s: %s = %v, want %v ± %v (CO-O-01)", name, key, got[key], want, c.Tolerance)
			}
		}
	}
}

// RE-O-01 of the specification's vectors: a test set goes up as JSON, and the
// answer has these names with numbers under them.
func TestEvaluateNames(t *testing.T) {
	set, err := testsets.Load("../experiment/testdata/seeds/test_set_v1.yaml")
	if err != nil {
		t.Fatal(err)
	}
	body, err := set.MarshalFor("set.json")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var corpus strings.Builder
	seen := map[string]bool{}
	for _, q := range set.Queries {
		for _, d := range q.Relevant {
			if !seen[d.Doc] {
				seen[d.Doc] = true
				corpus.WriteString(encode(t, map[string]string{"_id": d.Doc, "text": q.Text}) + "\n")
			}
		}
	}
	write(t, filepath.Join(dir, "corpus.jsonl"), corpus.String())
	write(t, filepath.Join(dir, "set.json"), string(body))
	write(t, filepath.Join(dir, "exp.yaml"), `test_set: set.json
profile: medkg
components:
  bm25: {embedded: {corpus: corpus.jsonl, model: bm25}}
configs:
  one: {components: [bm25]}
  two: {components: [bm25], top_k: 50}
baseline: one
`)
	s := serve(t, filepath.Join(dir, "exp.yaml"))
	resp, text := ask(t, "POST", s.URL+"/v1/evaluate", "application/json", string(body))
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("%s %s", resp.Status, text)
	}
	for _, path := range []string{
		"metrics.recall_at_10", "metrics.ndcg_at_10", "metrics.mrr",
		"per_query_type.exact_term.recall_at_10", "per_query_type.paraphrase.recall_at_10", "per_query_type.complex_clinical.recall_at_10",
	} {
		var at any = decode(t, text)
		for key := range strings.SplitSeq(path, ".") {
			inner, _ := at.(map[string]any)
			at = inner[key]
		}
		if v, ok := at.(float64); !ok || v < 0 || v > 1 {
			t.Errorf("%s = %v, want a number", path, at)
		}
	}
}

// X19: ?detail=full adds summaries with intervals, and changes nothing else.
func TestEvaluateDetail(t *testing.T) {
	s := serve(t, clinical(t, "hybrid.yaml"))
	ask(t, "POST", s.URL+"/v1/evaluate?test_set=clinical", "", "") // from now on it is stored
	_, plain := ask(t, "POST", s.URL+"/v1/evaluate?test_set=clinical", "", "")
	_, full := ask(t, "POST", s.URL+"/v1/evaluate?test_set=clinical&detail=full", "", "")
	a, b := decode(t, plain), decode(t, full)
	summaries := b["summaries"].(map[string]any)
	for _, key := range []string{"recall_at_10", "ndcg_at_10", "mrr"} {
		sum := summaries[key].(map[string]any)
		mean := a["metrics"].(map[string]any)[key].(float64)
		interval := sum["interval"].(map[string]any)
		if sum["mean"] != mean || sum["n"] != 50.0 || !(interval["low"].(float64) < mean && mean < interval["high"].(float64)) || interval["level"] != 0.95 {
			t.Errorf("%s: %v, want the mean %v of 50 within its interval", key, sum, mean)
		}
	}
	delete(b, "summaries")
	delete(b, "evaluation")
	if x, y := encode(t, a), encode(t, b); x != y {
		t.Errorf("without the detail:\n%s\nwith it:\n%s", x, y)
	}
}

func readJSON(t *testing.T, path string, into any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(err)
	}
}
