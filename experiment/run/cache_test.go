package run_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval"
)

// The seed's cache: what ran once under the same configuration and test set is
// not retrieved again (vectors CA-O-01 to CA-O-04).
//
// Here the rankings of a component are recorded, not those of a configuration.
// So another fusion of components that were asked before is new (it is scored,
// stored and not called cached) but needs no retrieval, where the vectors, made
// for a service that asks its index once a configuration, say "all".
func TestCache(t *testing.T) {
	var file struct {
		Cases []struct {
			ID, Title string
			Given     map[string]struct {
				Config  json.RawMessage // as it is written, key order included
				Version string          `json:"test_set_version"`
			}
			Expected struct {
				Hit bool `json:"second_is_cache_hit"`
			}
		}
	}
	wingtest.ReadJSON(t, "../testdata/seeds/cache.json", &file)
	if len(file.Cases) != 4 {
		t.Fatalf("%d cases, want 4", len(file.Cases))
	}
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			dir := wingtest.LiveDir(t, 12, "configs: {}\n")
			store := wingtest.NewMemory()
			first := cachedRun(t, dir, store, c.Given["first"].Config, c.Given["first"].Version)
			if first.calls != 36 || first.report.Cached {
				t.Fatalf("first run: %d calls, cached %v, want 3 components x 12 queries, false", first.calls, first.report.Cached)
			}
			second := cachedRun(t, dir, store, c.Given["second"].Config, c.Given["second"].Version)
			if second.report.Cached != c.Expected.Hit {
				t.Errorf("%s: cached = %v, want %v (%s)", c.Title, second.report.Cached, c.Expected.Hit, c.ID)
			}
			if same := first.report.RunIDs["under_test"] == second.report.RunIDs["under_test"]; same != c.Expected.Hit {
				t.Errorf("%s: same run id = %v, want %v (%s)", c.Title, same, c.Expected.Hit, c.ID)
			}
			want := map[string]int64{"CA-O-03": 36}[c.ID] // a cache hit: 0; another fusion: 0, see above
			if second.calls != want || int64(second.report.Calls) != want {
				t.Errorf("%s: %d calls, %d reported, want %d (%s)", c.Title, second.calls, second.report.Calls, want, c.ID)
			}
		})
	}
}

type ranOnce struct {
	calls  int64
	report result.RetrievalReport
}

// cachedRun runs the configuration, as it is written in the vectors, against
// one that is always the same.
func cachedRun(t *testing.T, dir string, store result.Recorder, config json.RawMessage, version string) ranOnce {
	t.Helper()
	plan := string(wingtest.ReadFile(t, filepath.Join(dir, "experiment.yaml")))
	plan, _, _ = strings.Cut(plan, "configs:")
	plan += "configs:\n  under_test: " + strings.ReplaceAll(string(config), "\n", "\n    ") + "\n  other: {fusion_method: rrf, rrf_k: 10}\n"
	set := string(wingtest.ReadFile(t, filepath.Join(dir, "set.yaml")))
	if version == "v2" { // a version is another set: one grade was corrected
		set = strings.Replace(strings.Replace(set, "v1", "v2", 1), "grade: 2", "grade: 3", 1)
	}
	for name, text := range map[string]string{"experiment.yaml": plan, "set.yaml": set} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	runner := wingtest.Prepared(t, dir, run.Options{})
	var calls int64
	counters := map[string]*counter{}
	for rank, name := range []string{"bm25", "splade", "dense"} {
		counters[name] = counting(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
			return wingtest.Answering(q, rank+1), nil
		})
		wingtest.Answer(runner, name, counters[name])
	}
	c, err := runner.Run(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range counters {
		calls += n.calls.Load()
	}
	return ranOnce{calls, *c.Retrieval}
}

// The order of keys in the file is not part of what a configuration is, and
// neither is its name, nor the place of the files.
func TestRunIDs(t *testing.T) {
	ids := func(configs string) map[string]string {
		t.Helper()
		runner := wingtest.Prepared(t, wingtest.LiveDir(t, 3, configs), run.Options{})
		for _, name := range []string{"bm25", "splade", "dense"} {
			wingtest.Answer(runner, name, retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
				return wingtest.Answering(q, 1), nil
			}))
		}
		c, err := runner.Run(t.Context(), wingtest.NewMemory())
		if err != nil {
			t.Fatal(err)
		}
		return c.Retrieval.RunIDs
	}
	base := ids("configs:\n  a: {fusion_method: rrf, rrf_k: 60}\n  b: {fusion_method: rrf, rrf_k: 61}\n")
	for _, c := range []struct {
		name, configs string
		same          bool
	}{
		{"keys in another order", "configs:\n  b: {rrf_k: 61, fusion_method: rrf}\n  a: {rrf_k: 60, fusion_method: rrf}\n", true},
		{"the default written out", "configs:\n  a: {fusion_method: rrf}\n  b: {fusion_method: rrf, rrf_k: 61}\n", true},
		{"components in another order", "configs:\n  a: {fusion_method: rrf, components: [dense, bm25, splade]}\n  b: {fusion_method: rrf, rrf_k: 61}\n", true},
		{"another constant", "configs:\n  a: {fusion_method: rrf, rrf_k: 59}\n  b: {fusion_method: rrf, rrf_k: 61}\n", false},
		{"another depth", "configs:\n  a: {fusion_method: rrf, top_k: 50}\n  b: {fusion_method: rrf, rrf_k: 61}\n", false},
		{"fewer components", "configs:\n  a: {fusion_method: rrf, components: [dense, bm25]}\n  b: {fusion_method: rrf, rrf_k: 61}\n", false},
		{"the default profile named", "configs:\n  a: {fusion_method: rrf}\n  b: {fusion_method: rrf, rrf_k: 61}\nprofile: default\n", true},
	} {
		got := ids(c.configs)
		if same := got["a"] == base["a"]; same != c.same {
			t.Errorf("%s: same id = %v, want %v", c.name, same, c.same)
		}
		if got["b"] != base["b"] {
			t.Errorf("%s: the id of b changed with a", c.name)
		}
	}
}
