package plan_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/retrieval/kinds"
)

// planDir holds an experiment file that is in order, and what it names.
func planDir(t testing.TB, plan string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"experiment.yaml": plan, "a.trec": "q1 Q0 d1 1 2 t\n", "b.trec": "q1 Q0 d2 1 2 t\n", "corpus.jsonl": "{}\n", "set.yaml": "version: v1\n", "s.yaml": "version: v1\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const goodPlan = `# yaml-language-server: $schema=x
test_set: set.yaml
measures: [R@10, nDCG@10, RR]
primary: nDCG@10
guardrails: [mrr]
components:
  zebra: {run: a.trec}
  apple: {run: b.trec}
  live: {embedded: {corpus: corpus.jsonl, model: lsa}}
configs:
  two: {fusion_method: weighted, weights: {zebra: 0.5, apple: 0.2, live: 0}}
  one: {fusion_method: rrf, rrf_k: 10, components: [live, apple], top_k: 20}
  three: {components: [zebra]}
baseline: one
alpha: 0.1
margin: 0.05
seed: 0
resamples: 500
test: randomization
interval: t
correction: bh
min_coverage: 0
concurrency: 3
timeout: 1m30s
`

// A plan keeps what was written, in the order in which it was written, and
// fills in the documented defaults.
func TestLoad(t *testing.T) {
	dir := planDir(t, goodPlan)
	p, err := plan.Load(filepath.Join(dir, "experiment.yaml"), kinds.All(nil)...)
	if err != nil {
		t.Fatal(err)
	}
	var components, configs []string
	for _, c := range p.Components {
		components = append(components, c.Name)
	}
	for _, c := range p.Configs {
		configs = append(configs, fmt.Sprint(c.Name, " ", c.Components, " ", c.TopK))
	}
	want := []string{"two [zebra apple live] 100", "one [live apple] 20", "three [zebra] 100"}
	if diff := cmp.Diff([]string{"zebra", "apple", "live"}, components); diff != "" {
		t.Errorf("components (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, configs); diff != "" {
		t.Errorf("configs (-want +got):\n%s", diff)
	}
	s := p.Compare
	got := fmt.Sprint(p.Part, p.Profile.Name, p.Primary.String(), p.Guardrails, p.Baseline, s.Alpha, s.Margin, *s.Seed, s.Resamples, s.Test, s.Interval, s.Correction, *s.MinCoverage)
	if want := fmt.Sprint("evaluation", "default", "nDCG(gain=exp)@10", "[RR]", "one", .1, .05, 0, 500, "randomization", "t", "bh", 0); got != want {
		t.Errorf("settings = %s, want %s", got, want)
	}
	if p.Retrieve != (recording.Settings{Concurrency: 3, Timeout: 90 * time.Second}) {
		t.Errorf("retrieval = %+v", p.Retrieve)
	}

	dir = planDir(t, "test_set: s\ncomponents: {a: {run: a.trec}}\nconfigs: {x: {}, y: {top_k: 50}}\n")
	if p, err = plan.Load(filepath.Join(dir, "experiment.yaml"), kinds.All(nil)...); err != nil {
		t.Fatal(err)
	}
	if p.Baseline != "x" || p.Primary.String() != "nDCG(gain=exp)@10" || p.Compare.Seed != nil || p.Compare.MinCoverage != nil {
		t.Errorf("defaults: baseline %s, primary %s, seed %v, coverage %v", p.Baseline, p.Primary, p.Compare.Seed, p.Compare.MinCoverage)
	}
	if _, err := plan.Load(filepath.Join(dir, "none.yaml"), kinds.All(nil)...); err == nil {
		t.Error("Load of a missing file = nil, want an error")
	}
}

// Every fault has its line, and all of them come at once.
func TestPlanFaults(t *testing.T) {
	// good is a whole plan; each case replaces some of it.
	good := func(replace ...string) string {
		return strings.NewReplacer(replace...).Replace("test_set: set.yaml\ncomponents:\n  a: {run: a.trec}\n  b: {run: b.trec}\nconfigs:\n  x: {fusion_method: rrf}\n  y: {components: [a]}\n")
	}
	for _, c := range []struct {
		name, plan string
		faults     []string // line: text, in order
	}{
		{"in order", good(), nil},
		{"a report", `{"schema": "rankduel/comparison/v1", "test_set": {"name": "x"}, "components": []}`, []string{"0: this is a document of the kind rankduel/comparison/v1, and no experiment file"}},
		{"a test set", "name: x\nversion: v1\nqueries: []\n", []string{"0: this is a test set, and no experiment file; an experiment names one as `test_set: FILE`"}},
		{"rules", "rules:\n- 'R@10: drop <= 5%'\n", []string{"0: these are rules of a gate, and no experiment file; `rankduel gate EXPERIMENT.yaml --rules FILE` holds one to them"}},
		{"unknown keys", good() + "foo: 1\nfoo bar: 2\n", []string{`8: unknown key "foo"`, `9: unknown key "foo bar"`}},
		{"unknown keys further down", good("a.trec}", "a.trec, colour: red}", "rrf}", "rrf, rrfk: 3}"), []string{`3: unknown key "colour"`, `6: unknown key "rrfk"`}},
		{"a key twice", good() + "test_set: other.yaml\nalpha: x\n", []string{`8: the key "test_set" is already on line 1`, "9: `x` is text, want a number"}},
		{"a configuration twice", good() + "  x: {fusion_method: rrf}\n", []string{`8: the key "x" is already on line 6`}},
		{"wrong types", good() + "alpha: many\nmeasures: 3\nseed: -1\n", []string{"8: `many` is text, want a number", "9: `3` is a number, want a list", "10: `-1` is a number, want a whole number from 0 up"}},
		{"fractions", good("rrf}", "rrf, rrf_k: 60.7, top_k: 1e2}") + "resamples: 1000.5\nconcurrency: 2.0\n", []string{"6: rrf_k: `60.7` is not a whole number", "8: resamples: `1000.5` is not"}},
		{"fractions in a rerank and a fusion", good("rrf}", "probfuse, probfuse_segments: 3.9, folds: 3.5, rerank: {method: lexical,\n    top_n: 10.7}}"), []string{"6: probfuse_segments: `3.9` is not a whole number", "6: folds: `3.5` is not", "7: top_n: `10.7` is not"}},
		{"fractions in a sweep", good() + "sweep:\n  folds: 3.5\n  repeats: 2.9\n  grid:\n  - fusion_method: [rrf, isr]\n    rerank: {method: lexical, top_n: 1.5}\n", []string{"9: folds: `3.5` is not a whole number", "10: repeats: `2.9` is not", "13: top_n: `1.5` is not"}},
		{"fractions in an engine", good("{run: a.trec}", "\n    embedded: {corpus: corpus.jsonl, model: lsa,\n      dimensions: 2.5}", "{run: b.trec}", "{http: {url: 'http://e/?q={{urlquery .Query}}', hits: '.[]', retries: 1.5, rate_per_second: 1.5}}"), []string{"5: dimensions: `2.5` is not a whole number", "6: retries: `1.5` is not"}},
		{"fractions behind an alias and a merge key", good("x: {fusion_method: rrf}", "x: &x {fusion_method: rrf, rrf_k: &k 60.5}", "y: {components: [a]}", "y: {<<: *x, top_k: *k}"), []string{"6: rrf_k: `60.5` is not a whole number"}},
		{"whole numbers below the range", good() + "seed: -1.0\nresamples: -1e30\nwarm_up: -.inf\n", []string{"8: seed: `-1.0` is not a whole number", "9: resamples: `-1e30` is not", "9: resamples -9223372036854775808, want", "10: warm_up: `-.inf` is not", "10: warm_up -9223372036854775808, want"}},
		{"whole numbers with a point", good("rrf}", "rrf, rrf_k: 60.0, top_k: 1_00.0}") + "seed: 1e3\n", nil},
		{"a second document", good() + "---\ntest_set: set.yaml\n", []string{"8: a second YAML document follows the first"}},
		{"no mapping", "- a\n- b\n", []string{"1: an experiment is a mapping"}},
		{"a compressed run", "\x1f\x8b\x08\x00\x00", []string{"0: it is compressed, and an experiment is a mapping"}},
		{"a run compressed with zstd", "\x28\xb5\x2f\xfd\x04", []string{"0: it is compressed"}},
		{"empty", "# nothing\n", []string{"0: the file is empty"}},
		{"broken YAML", good() + "measures: [RR\n", []string{"7: did not find"}},
		{"nothing", "part: all\n", []string{"0: test_set is missing", "0: components is missing", "0: a comparison needs two configurations"}},
		{"one configuration", good("  y: {components: [a]}\n", ""), []string{"6: a comparison needs two configurations"}},
		{"bad weights", good("{fusion_method: rrf}", "{fusion_method: weighted, weights: {a: -1, c: 2}}"), []string{`6: config "x": weight of "a" is -1`}},
		{"all weights zero", good("{fusion_method: rrf}", "{fusion_method: weighted, weights: {a: 0, b: 0}}"), []string{`6: config "x": `}},
		{"unknown component", good("[a]", "[a, z]"), []string{`7: config "y" names the component "z"; the components are "a", "b"`, `7: config "y": fusion_method is missing`}},
		{"unknown fusion", good("rrf}", "best}"), []string{`6: config "x": `}},
		{"missing files", good("a.trec", "gone.trec", "b.trec", "gone too.trec"), []string{`3: component "a": `, `4: component "b": `}},
		{"no source, two sources", good("{run: a.trec}", "{}", "{run: b.trec}", "{run: b.trec, embedded: {corpus: corpus.jsonl}}"), []string{`3: component "a" has no source`, `4: component "b" has 2 sources`}},
		{"bad embedded settings", good("{run: a.trec}", "{embedded: {corpus: corpus.jsonl, model: gpt, k1: -1}}"), []string{`3: component "a": `}},
		{"deeper than retrieved", good("[a]", "[a], top_k: 50") + "measures: [RR, R@100, nDCG@20]\n", []string{"7: config \"y\" goes 50 hits deep, but R@100 looks at 100: set `top_k: 100`"}},
		{"no depth", good("[a]", "[a], top_k: 0"), []string{`7: config "y": top_k 0, want at least 1`}},
		{"unknown baseline", good() + "baseline: z\n", []string{`8: baseline "z" is not among the configs "x", "y"`}},
		{"unknown measures", good() + "measures: [RR, bogus@3]\n", []string{`8: measures: measure "bogus@3"`}},
		{"primary and guardrails not measured", good() + "measures: [RR]\nprimary: AP\nguardrails: [RR, R@5, x]\n", []string{"9: primary AP is not among the measures RR", "10: guardrail R@5 is not among the measures RR", "10: guardrails: "}},
		{"unknown profile and part", good() + "profile: mine\npart: some\n", []string{"8: profile: ", `9: part "some": want one of "evaluation", "heldout", "all"`}},
		{"zeros that were written", good() + "alpha: 0\nmargin: 0\nresamples: 0\nconcurrency: 0\ntimeout: 0s\n", []string{"8: alpha 0", "9: margin 0", "10: resamples 0", "11: concurrency 0", `12: timeout "0s"`}},
		{"keys without a value", good() + "primary:\nbaseline:\nalpha: ~\nmargin: null\nseed:\nprofile:\npart:\ntest:\nmeasures:\nstale_judgments:\n", []string{
			"8: primary is empty; give it a value or leave the key out", "9: baseline is empty; ", "10: alpha is empty; ", "11: margin is empty; ", "12: seed is empty; ",
			"13: profile is empty; ", "14: part is empty; ", "15: test is empty; ", "16: measures is empty; ", "17: stale_judgments is empty; ",
		}},
		{"keys without a value further down", good("a.trec}", "a.trec, format: }", "{fusion_method: rrf}", "{fusion_method: weighted, rerank: ,\n    weights: {a: 1, b: }}", "[a]", "[a], top_k: "), []string{"3: format is empty; ", "6: rerank is empty; ", "7: b is empty; ", "8: top_k is empty; "}},
		{"keys without a value in a sweep and an engine", good("{run: b.trec}", "{embedded: {corpus: corpus.jsonl, k1: }}") + "sweep:\n  folds:\n  grid:\n  - fusion_method: rrf\n    rrf_k:\n  - fusion_method: isr\n    rerank:\n", []string{"4: k1 is empty; ", "9: folds is empty; ", "12: rrf_k is empty; ", "14: rerank is empty; "}},
		{"sections without a value", "test_set:\ncomponents:\nconfigs:\n", []string{"1: test_set is missing", "2: components is missing", "3: a comparison needs two configurations"}},
		{"a configuration of defaults", good("{fusion_method: rrf}", "", "[a]}", "[a]}\ncorrection: none"), []string{`6: config "x": fusion_method is missing`}},
		{"zeros that mean zero", good() + "seed: 0\nmin_coverage: 0\n", nil},
		{"out of range", good() + "alpha: .5\nmargin: .inf\nresamples: 99\nmin_coverage: 1.1\ntimeout: soon\n", []string{"8: alpha 0.5", "9: margin +Inf", "10: resamples 99", "11: min_coverage 1.1", `12: timeout "soon"`}},
		{"not a number", good() + "alpha: .nan\nmargin: .nan\nmin_coverage: .nan\n", []string{"8: alpha NaN", "9: margin NaN", "10: min_coverage NaN"}},
		{"unknown methods", good() + "test: wilcoxon\ninterval: wide\ncorrection: maybe\n", []string{`8: test "wilcoxon"`, `9: interval "wide"`, "10: correction"}},
		{"a name for two things", good("  x:", "  a:"), []string{`6: "a" names a component and a configuration`}},
		{"names from a merge key", good("  x: {fusion_method: rrf}", "  <<: {x: {fusion_method: rrf}}"), []string{"6: configs: a merge key (<<) cannot bring in names", `6: config "<<": fusion_method is missing`}},
		{"settings from a merge key", good("x: {fusion_method: rrf}", "x: &base {fusion_method: rrf}", "y: {components: [a]}", "y: {<<: *base, rrf_k: 10}"), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := planDir(t, c.plan)
			_, err := plan.Load(filepath.Join(dir, "experiment.yaml"), kinds.All(nil)...)
			if c.faults == nil {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			var plan *plan.Error
			if !errors.As(err, &plan) {
				t.Fatalf("Load = %v, want a *PlanError", err)
			}
			got := make([]string, len(plan.Faults))
			for i, f := range plan.Faults {
				got[i] = fmt.Sprintf("%d: %s", f.Line, f.Text)
			}
			if !slices.EqualFunc(got, c.faults, strings.HasPrefix) {
				t.Errorf("faults:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.faults, "\n"))
			}
			for i, line := range strings.Split(err.Error(), "\n") {
				f := plan.Faults[i]
				want := fmt.Sprintf("%s:%d: %s", plan.Path, f.Line, f.Text)
				if f.Line == 0 {
					want = plan.Path + ": " + f.Text
				}
				if line != want {
					t.Errorf("Error line = %q, want %q", line, want)
				}
			}
		})
	}
}

// No file makes Parse panic, and a fault never shows a Go type.
func FuzzParse(f *testing.F) {
	f.Add([]byte(goodPlan))
	f.Add([]byte("test_set: a\ntest_set: b\n---\n[x]: &a {*a : 1}\n"))
	f.Add([]byte("components: {a: &x {run: a, run: b}, b: *x}\nconfigs: {<<: *x, 1: {}, ~: {top_k: 1e9}}\n"))
	f.Add([]byte("x: &a {y: *a}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := plan.Parse(filepath.Join(t.TempDir(), "experiment.yaml"), data, kinds.All(nil)...)
		if (p == nil) == (err == nil) {
			t.Fatalf("Parse = %v, %v, want a plan or an error", p, err)
		}
		var plan *plan.Error
		if err != nil && (!errors.As(err, &plan) || len(plan.Faults) == 0) {
			t.Fatalf("Parse = %v, want a *PlanError with faults", err)
		}
	})
}
