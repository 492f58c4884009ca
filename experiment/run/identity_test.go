package run_test

import (
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/retrieval/fusion"
	"github.com/rankduel/rankduel/retrieval/rerank"
)

// learning is a configuration that every field of one says something about.
const learning = `configs:
  under_test: {fusion_method: posfuse, components: [bm25, dense], top_k: 40}
  other: {components: [splade]}
`

// preparedFor prepares the experiment of [learning], in which a file of paths
// lies ready.
func preparedFor(t *testing.T, change func(*plan.Plan)) *run.Prepared {
	t.Helper()
	dir := wingtest.LiveDir(t, 5, learning)
	if err := os.WriteFile(filepath.Join(dir, "paths.txt"), []byte("a.md\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	planned := wingtest.Prepared(t, dir, run.Options{}).Plan()
	change(planned)
	p, err := run.Prepare(t.Context(), planned, run.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// underTest returns a configuration of the plan as a system.
func underTest(t *testing.T, p *run.Prepared, change func(*plan.Config)) (plan.Config, run.System) {
	t.Helper()
	config, ok := p.Plan().Config("under_test")
	if !ok {
		t.Fatal("there is no configuration under_test")
	}
	change(&config)
	s, err := p.System(t.Context(), result.RoleConfig, config)
	if err != nil {
		t.Fatal(err)
	}
	return config, s
}

// Every field of a configuration makes it another one, with another run, or is
// listed as saying nothing about its scores. A new field has to be put into one
// of the lists before this test passes.
func TestEveryFieldOfAConfigCounts(t *testing.T) {
	changes := map[string]func(*plan.Config){
		"Components": func(c *plan.Config) { c.Components = []string{"bm25", "splade"} },
		"Fusion":     func(c *plan.Config) { c.Fusion = fusion.Settings{Method: "mapfuse"} },
		"Depth":      func(c *plan.Config) { c.Depth = 30 },
		"TopK":       func(c *plan.Config) { c.TopK = 39 },
		"Rerank":     func(c *plan.Config) { c.Rerank = &rerank.Settings{Method: "lexical"} },
		"Asked":      func(c *plan.Config) { c.Asked = result.AskedInSequence },
		"Folds":      func(c *plan.Config) { c.Folds = 3 },
	}
	says := map[string]func(*plan.Config){ // nothing
		"Name": func(c *plan.Config) { c.Name = "renamed" },
	}
	p := preparedFor(t, func(*plan.Plan) {})
	base, system := underTest(t, p, func(*plan.Config) {})
	known := map[string]bool{system.ID(): true}
	for f := range reflect.TypeFor[plan.Config]().Fields() {
		change, matters := changes[f.Name]
		if !matters {
			change = says[f.Name]
		}
		if change == nil {
			t.Errorf("%s: nobody says whether it changes a run", f.Name)
			continue
		}
		config, changed := underTest(t, p, change)
		if cmp.Equal(reflect.ValueOf(config).FieldByName(f.Name).Interface(), reflect.ValueOf(base).FieldByName(f.Name).Interface()) {
			t.Errorf("%s is not changed", f.Name)
		}
		if other := !cmp.Equal(config.Identity(), base.Identity()); other != matters {
			t.Errorf("%s: another identity = %v, want %v", f.Name, other, matters)
		}
		if other := changed.ID() != system.ID(); other != matters {
			t.Errorf("%s: another run id = %v, want %v", f.Name, other, matters)
		}
		if matters && known[changed.ID()] {
			t.Errorf("%s: the run id is that of another change", f.Name)
		}
		known[changed.ID()] = true
	}
}

// The id of a system is that of the run that is stored for it.
func TestIDsAreThoseOfStoredRuns(t *testing.T) {
	store := wingtest.NewMemory()
	p := answered(preparedFor(t, func(*plan.Plan) {}))
	c, err := p.Run(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	_, s := underTest(t, p, func(*plan.Config) {})
	if id := c.Retrieval.RunIDs["under_test"]; id != s.ID() || !cmp.Equal(store.Runs[id].Config, s.JSON()) {
		t.Errorf("run %s of %s is stored, want %s of %s", id, store.Runs[id].Config, s.ID(), s.JSON())
	}
}

func answered(p *run.Prepared) *run.Prepared {
	return wingtest.AnsweredBy(p, wingtest.AtRank(1), wingtest.AtRank(2))
}

// Every field of a plan makes another run of a configuration, or is listed as
// one that only decides, or says how to ask.
func TestEveryFieldOfAPlanCounts(t *testing.T) {
	changes := map[string]func(*plan.Plan){
		"TestSet":  func(p *plan.Plan) { p.TestSet = "other.yaml" },
		"Part":     func(p *plan.Plan) { p.Part = "all" },
		"Profile":  func(p *plan.Plan) { p.Profile = wingtest.ProfileNamed(t, "trec") },
		"Measures": func(p *plan.Plan) { p.Measures = p.Measures[:1] },
		"Paths":    func(p *plan.Plan) { p.Paths = "paths.txt" },
		"Components": func(p *plan.Plan) {
			p.Components = slices.Clone(p.Components)
			p.Components[0].Engine = p.Components[1].Engine
		},
	}
	says := map[string]func(*plan.Plan){ // nothing about scores
		"Path":           func(p *plan.Plan) { p.Path += ".bak" },
		"Primary":        func(p *plan.Plan) { p.Primary = p.Measures[1] },
		"Guardrails":     func(p *plan.Plan) { p.Guardrails = p.Measures[1:] },
		"Configs":        func(p *plan.Plan) { p.Configs = append(slices.Clone(p.Configs), p.Alone("bm25")) },
		"Sweep":          func(p *plan.Plan) { p.Sweep = &plan.SweepPlan{} },
		"Baseline":       func(p *plan.Plan) { p.Baseline = "other" },
		"Compare":        func(p *plan.Plan) { p.Compare.Alpha = .1 },
		"Retrieve":       func(p *plan.Plan) { p.Retrieve.Concurrency = 3 },
		"StaleJudgments": func(p *plan.Plan) { p.StaleJudgments = plan.StaleWarn },
		"MaxAge":         func(p *plan.Plan) { p.MaxAge = time.Hour },
		"Silver":         func(*plan.Plan) {}, // refused here, with a fusion that learns; see TestSilverOfRun
		"Sample":         func(p *plan.Plan) { p.Sample = "sample.json" },
	}
	fields := map[string]bool{}
	for f := range reflect.TypeFor[plan.Plan]().Fields() {
		if f.IsExported() { // the others save reading twice
			fields[f.Name] = true
		}
	}
	listed := slices.Sorted(maps.Keys(changes))
	listed = append(listed, slices.Sorted(maps.Keys(says))...)
	slices.Sort(listed)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(fields)), listed); diff != "" {
		t.Fatalf("fields of a plan (-), and those that are listed here (+):\n%s", diff)
	}
	_, base := underTest(t, preparedFor(t, func(*plan.Plan) {}), func(*plan.Config) {})
	for _, name := range listed {
		change, matters := changes[name]
		if !matters {
			change = says[name]
		}
		p := preparedFor(t, func(p *plan.Plan) {
			set, err := os.ReadFile(filepath.Join(filepath.Dir(p.Path), p.TestSet))
			if err != nil {
				t.Fatal(err)
			}
			other := strings.Replace(string(set), "grade: 2", "grade: 1", 1)
			if err := os.WriteFile(filepath.Join(filepath.Dir(p.Path), "other.yaml"), []byte(other), 0o666); err != nil {
				t.Fatal(err)
			}
			change(p)
		})
		if _, s := underTest(t, p, func(*plan.Config) {}); (s.ID() != base.ID()) != matters {
			t.Errorf("%s: another run id = %v, want %v", name, s.ID() != base.ID(), matters)
		}
	}
}
