package run_test

import (
	"context"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
)

// shown is how many hits a reader is shown: a measure of the caller's own, of
// which less is better.
type shown struct{}

func (shown) String() string                          { return "Shown" }
func (shown) Cutoff() int                             { return 0 }
func (shown) Score(j *metrics.Judged) (float64, bool) { return float64(j.Retrieved), true }
func (shown) Direction() metrics.Direction            { return metrics.LowerIsBetter }

func withShown(t *testing.T) *metrics.Registry {
	t.Helper()
	registry := metrics.Builtin()
	if err := registry.Register(metrics.Definition{Name: "Shown", New: func(*metrics.Args) metrics.Measure { return shown{} }}); err != nil {
		t.Fatal(err)
	}
	return registry
}

// An experiment file names a measure of the caller's own, whose direction holds
// for its verdict, from the store too.
func TestOwnMeasureInAnExperiment(t *testing.T) {
	files := wingtest.ComponentTimes{Fast: make([]float64, 20), Slow: make([]float64, 20)}.Files(t, "configs: {both: {fusion_method: rrf, top_k: 2}, one: {components: [fast], top_k: 1}}\n")
	files["experiment.yaml"] = "primary: Shown\n" + strings.Replace(files["experiment.yaml"], "measures: [RR]", "measures: [RR, Shown]", 1)
	for name, hits := range map[string]string{"fast.jsonl": `{"id": "x", "score": 1}`, "slow.jsonl": `{"id": "y", "score": 1}`} {
		files[name] = ""
		for q := range 20 {
			hits := hits
			if q == 0 && name == "fast.jsonl" { // ids of which none is judged are a fault
				hits = `{"id": "d0", "score": 1}`
			}
			files[name] += `{"query_id": "` + wingtest.SmallSet(t, 20).Queries[q].ID + `", "hits": [` + hits + "]}\n"
		}
	}
	dir, store := wingtest.WriteFiles(t, files), wingtest.NewMemory()
	if _, err := plan.Load(dir + "/experiment.yaml"); err == nil {
		t.Error("Load reads a measure that nobody has registered")
	}
	for _, cached := range []bool{false, true} {
		planned, err := plan.Reader{Measures: withShown(t)}.Load(dir + "/experiment.yaml")
		if err != nil {
			t.Fatal(err)
		}
		prepared, err := run.Prepare(t.Context(), planned, run.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c, err := prepared.Run(t.Context(), store)
		if err != nil {
			t.Fatal(err)
		}
		m := c.Comparisons[0].Measures[1]
		if m.Measure != "Shown" || m.Verdict != result.Better || c.Comparisons[0].Verdict != result.Better || c.Retrieval.Cached != cached {
			t.Errorf("%s: %s (%s), cached %v; want that 1 hit is better than 2, cached %v", m.Measure, m.Verdict, m.VerdictReason, c.Retrieval.Cached, cached)
		}
		wingtest.WantNumber(t, "difference", m.MeanDifference, -1, 0, "1 hit and 2, by hand")
	}
}

// Without a profile in its options Evaluate takes the test set's; one that no one
// knows is an error.
func TestProfileOfTheTestSet(t *testing.T) {
	for name, want := range map[string]string{"": "default", "qrels": "qrels", "qrel": ""} {
		set := wingtest.SmallSet(t, 3)
		set.Profile = name
		s, err := run.Evaluate(t.Context(), wingtest.AtRank(1), set, run.EvaluateOptions{})
		switch {
		case want == "":
			if err == nil || !strings.Contains(err.Error(), `no profile is named "qrel"`) {
				t.Errorf("Evaluate = %v, want that the profile is unknown", err)
			}
		case err != nil:
			t.Error(err)
		case s.Profile.Name != want:
			t.Errorf("profile %q of the set: scored under %q, want %q", name, s.Profile.Name, want)
		}
	}
	set := wingtest.SmallSet(t, 3)
	set.Profile = "qrels"
	if s, err := run.Evaluate(t.Context(), wingtest.AtRank(1), set, run.EvaluateOptions{Profile: wingtest.ProfileNamed(t, "trec")}); err != nil || s.Profile.Name != "trec" {
		t.Errorf("Evaluate = %v under the options' profile, want trec", err)
	}
}

// A profile that knows the measure evaluates by it.
func TestOwnMeasureInEvaluate(t *testing.T) {
	profile := wingtest.ProfileNamed(t, "trec").With(withShown(t))
	measures, err := profile.ParseList("Shown, RR")
	if err != nil {
		t.Fatal(err)
	}
	evaluated := func(name string, n int) *scoring.Table {
		t.Helper()
		s, err := run.Evaluate(t.Context(), retrieval.Func(func(_ context.Context, q retrieval.Query, _ int) ([]retrieval.Hit, error) {
			return wingtest.Answering(q, 1)[:n], nil
		}), wingtest.SmallSet(t, 20), run.EvaluateOptions{Name: name, Profile: profile, Measures: measures})
		if err != nil {
			t.Fatal(err)
		}
		if s.Profile.Name != "trec" {
			t.Errorf("profile %q, want trec", s.Profile.Name)
		}
		return s
	}
	c, err := compare.Against(evaluated("two", 2), []*scoring.Table{evaluated("one", 1)}, compare.Settings{Primary: shown{}})
	if err != nil {
		t.Fatal(err)
	}
	if p := c.Comparisons[0]; p.Verdict != result.Better {
		t.Errorf("%s (%s), want that 1 hit is better than 2", p.Verdict, p.VerdictReason)
	}
}
