package run_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A hybrid's components are reported alone and next to the fusion, from run
// files, with the deltas of the fusion over each (seed rows M.comp).
func TestComponents(t *testing.T) {
	var file struct {
		Cases []struct {
			Given struct {
				Queries []json.RawMessage
				Runs    map[string]map[string][]string
			}
			Expected map[string]map[string]float64
		}
	}
	wingtest.ReadJSON(t, "../testdata/seeds/components.json", &file)
	c := file.Cases[0]

	files := map[string]string{"experiment.yaml": `
test_set: set.json
profile: medkg
measures: [R@10, nDCG(gain=exp)@10, nDCG(gain=linear)@10]
primary: R@10
components:
  bm25: {run: bm25.trec}
  splade: {run: splade.trec}
  dense: {run: dense.trec}
configs:
  only_bm25: {components: [bm25], top_k: 20}
  only_splade: {components: [splade], top_k: 20}
  only_dense: {components: [dense], top_k: 20}
  hybrid: {fusion_method: rrf, rrf_k: 60, top_k: 20}
baseline: hybrid
`}
	files["set.json"] = string(wingtest.Marshal(t, map[string]any{"name": "components", "version": "v1", "queries": c.Given.Queries}))
	for name, lists := range c.Given.Runs {
		files[name+".trec"] = runFile(t, lists)
	}
	got := ranPlan(t, wingtest.WriteFiles(t, files), wingtest.NewMemory(), run.Options{})

	const source = "CO-O-01"
	checked := 0
	for _, system := range got.Systems {
		want, ok := c.Expected[system.Name]
		if !ok {
			continue // a configuration of one component, checked below by its difference
		}
		checked++
		for _, m := range system.Measures {
			wingtest.WantNumber(t, system.Name+" "+m.Measure, m.Mean, want[medkgKey(t, m.Measure)], 1e-8, source)
		}
	}
	if checked != 4 {
		t.Errorf("%d systems, want bm25, splade, dense and hybrid (%s)", checked, source)
	}
	checkGains(t, got.Gains, c.Expected)
	for _, p := range got.Comparisons {
		component := strings.TrimPrefix(p.B.Name, "only_")
		for _, m := range p.Measures {
			key := medkgKey(t, m.Measure)
			wingtest.WantNumber(t, component+" - hybrid "+key, m.MeanDifference, c.Expected[component][key]-c.Expected["hybrid"][key], 2e-8, source)
		}
	}
}

// checkGains looks at what the run says the fusion adds to each component.
func checkGains(t *testing.T, gains []result.FusionGain, want map[string]map[string]float64) {
	t.Helper()
	if len(gains) != 3 {
		t.Fatalf("gains = %+v, want one of the hybrid over each of three components", gains)
	}
	for _, g := range gains {
		if g.Config != "hybrid" || g.Measure != "R@10" || g.N != 12 || g.Wins+g.Losses+g.Ties != 12 {
			t.Errorf("gain = %+v, want the hybrid's on R@10 over 12 queries", g)
		}
		wingtest.WantNumber(t, "gain over "+g.Component, &g.MeanDifference, want["hybrid"]["recall@10"]-want[g.Component]["recall@10"], 2e-8, "CO-O-01")
	}
}

// runFile writes lists of document ids as a TREC run whose scores keep their
// order.
func runFile(t testing.TB, lists map[string][]string) string {
	t.Helper()
	var out bytes.Buffer
	for query, ids := range lists {
		var hits []retrieval.Hit
		for i, id := range ids {
			hits = append(hits, retrieval.Hit{ID: id, Score: float64(len(ids) - i)})
		}
		if err := trec.WriteRun(&out, "tag"+strconv.Itoa(len(ids)), query, hits); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

// A component reads any run format: the same rankings as JSON give the same
// scores as in TREC form, and a failed query of a JSONL run is a failure.
func TestRunFormats(t *testing.T) {
	set, err := wingtest.SmallSet(t, 3).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	dir := wingtest.WriteFiles(t, map[string]string{
		"set.yaml":  string(set),
		"run.trec":  "q000 Q0 x 1 2 t\nq000 Q0 d0 2 1 t\nq001 Q0 d1 1 1 t\nq002 Q0 d2 1 1 t\n",
		"run.json":  `{"q000": {"d0": 1, "x": 2}, "q001": {"d1": 1}, "q002": {"d2": 1}}`,
		"run.jsonl": `{"query_id": "q000", "hits": [{"id": "x", "score": 1}, {"id": "d0", "score": 1}], "latency_ms": 12}` + "\n" + `{"query_id": "q001", "error": "engine on fire"}` + "\n" + `{"query_id": "q002", "hits": [{"id": "d2", "score": 1}]}` + "\n",
		"experiment.yaml": `
test_set: set.yaml
measures: [RR]
components:
  trec: {run: run.trec}
  json: {run: run.json}
  jsonl: {run: run.jsonl, format: jsonl}
configs:
  one: {components: [trec]}
  two: {components: [json]}
min_coverage: 0.1
`,
	})
	c, err := wingtest.Prepared(t, dir, run.Options{}).Run(t.Context(), wingtest.NewMemory())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]float64{"one": 5. / 6, "two": 5. / 6, "jsonl": 1.5 / 2} // (1/2 + 1 + 1) / 3, without the failed 1
	for _, s := range c.Systems {
		if mean, ok := want[s.Name]; ok && math.Abs(*s.Measures[0].Mean-mean) > 1e-15 {
			t.Errorf("RR of %s = %v, want %v", s.Name, *s.Measures[0].Mean, mean)
		}
		if s.Name == "jsonl" && (s.Latency == nil || s.Latency.N != 1 || s.Latency.MeanMS != 12 || s.FailedQueries != 1) {
			t.Errorf("jsonl: latency %+v and %d failed queries, want 12 ms once and 1", s.Latency, s.FailedQueries)
		}
	}
	if f := c.Retrieval.Failures; len(f) != 1 || f[0].Error != "engine on fire" {
		t.Errorf("failures %+v, want the recorded one", f)
	}
}

// medkgKey returns what the vectors call a measure.
func medkgKey(t *testing.T, measure string) string {
	t.Helper()
	p := wingtest.ProfileNamed(t, "medkg")
	m, err := p.Parse(measure)
	if err != nil {
		t.Fatal(err)
	}
	return p.Key(m)
}
