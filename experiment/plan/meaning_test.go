package plan_test

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/kinds"
)

// How components are asked is part of what a configuration is, when it has
// several of them.
func TestIdentityKnowsHowIsAsked(t *testing.T) {
	for components, same := range map[string]bool{"a": true, "a b": false} {
		sequence := plan.Config{Components: strings.Fields(components), Asked: result.AskedInSequence}
		parallel := sequence
		parallel.Asked = result.AskedInParallel
		if is := cmpIdentity(sequence, parallel); is != same {
			t.Errorf("%s in sequence and in parallel are the same: %v, want %v", components, is, same)
		}
	}
}

func cmpIdentity(a, b plan.Config) bool {
	x, y := a.Identity(), b.Identity()
	return x.InSequence == y.InSequence && slices.Equal(x.Components, y.Components)
}

// Paths of an experiment begin at its folder, unless they are whole; no path
// stays none.
func TestResolve(t *testing.T) {
	p := plan.Plan{Path: filepath.Join("some", "experiment.yaml")}
	for given, want := range map[string]string{"": "", "a.trec": filepath.Join("some", "a.trec"), "/a.trec": "/a.trec"} {
		if got := p.Resolve(given); got != want {
			t.Errorf("Resolve(%q) = %q, want %q", given, got, want)
		}
	}
}

// What is given in place of the file's keys counts, and the rest of the file
// stays; components are asked in parallel where nothing else is written.
func TestGivenInPlaceOfTheFile(t *testing.T) {
	dir := planDir(t, goodPlan)
	var given plan.Override
	given.Set("measures", []string{"P@5", "RR"})
	given.Set("primary", "P@5")
	given.Set("guardrails", []string{"RR"})
	p, err := plan.Reader{Kinds: kinds.All(nil), Given: given}.Load(filepath.Join(dir, "experiment.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if got := metrics.Texts(p.Measures); !slices.Equal(got, []string{"P@5", "RR"}) || p.Primary.String() != "P@5" || p.Baseline != "one" {
		t.Errorf("measures %v, primary %v, baseline %s; want P@5 and RR, and the file's baseline", got, p.Primary, p.Baseline)
	}
	for _, c := range p.Configs {
		if c.Asked != result.AskedInParallel {
			t.Errorf("%s is asked %q, want in parallel", c.Name, c.Asked)
		}
	}
}

// Faults are all told: a test set that is nowhere, each of several entries of a
// list, what has another shape, and numbers behind a merge key.
func TestFaultsOfShape(t *testing.T) {
	const configs = "configs:\n  x: {fusion_method: rrf}\n  y: {components: [a]}\n"
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"no such test set", "test_set: gone.yaml\ncomponents: {a: {run: a.trec}, b: {run: b.trec}}\n" + configs, []string{"gone.yaml"}},
		{"two of a list", boundaryHead + "sweep: {grid: [{fusion_method: rrf, rrf_k: [sixty, 60, ninety]}]}\n", []string{"`sixty`", "`ninety`"}},
		{"an entry without a value", boundaryHead + "measures: [RR, ~]\n" + configs, []string{"entry 2 is empty"}},
		{"a word for a mapping", boundaryHead + "configs: all\n", []string{"a mapping"}},
		{"very many components", "test_set: set.yaml\ncomponents:\n" + numbered(20_000, "  c%d: {run: a.trec}\n") + configs, []string{":3: components has 20000 entries, more than 1000"}},
		{"very many configurations", boundaryHead + "configs:\n" + numbered(60_000, "  c%d: {}\n"), []string{"configs has 60000 entries, more than 1000"}},
		{"a large file", boundaryHead + configs + strings.Repeat("# no data\n", 110_000), []string{"larger than 1 MiB"}},
		{"very many faults", boundaryHead + configs + numbered(1000, "unknown%d: 1\n"), []string{`unknown key "unknown0"`, "\nand 900 more"}},
		{"behind a merge key", boundaryHead + "configs:\n  x: &x {fusion_method: rrf}\n  y:\n    <<: {fusion_method: rrf, rrf_k: 1.5}\n", []string{"`1.5` is not a whole number"}},
	} {
		dir := planDir(t, c.text)
		_, err := plan.Load(filepath.Join(dir, "experiment.yaml"), kinds.All(nil)...)
		var faulty *plan.Error
		if !errors.As(err, &faulty) {
			t.Errorf("%s: %v, want faults", c.name, err)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q among them", c.name, err, want)
			}
		}
	}
}

// The settings of a sweep are asked as its entry says.
func TestSweepAsksInSequence(t *testing.T) {
	p, err := sweepPlan(t, "sweep: {grid: [{fusion_method: rrf, components_asked: in_sequence}, {fusion_method: borda}]}\n")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{result.AskedInSequence, result.AskedInParallel} {
		if got := p.Sweep.Settings[i].Asked; got != want {
			t.Errorf("setting %s is asked %q, want %q", p.Sweep.Settings[i].Name, got, want)
		}
	}
}

// A component that the grid lacks can be the baseline, and is a setting then.
func TestSweepAgainstAComponent(t *testing.T) {
	p, err := sweepPlan(t, "sweep: {baseline: c, grid: [{fusion_method: [rrf, borda]}]}\n")
	if err != nil {
		t.Fatal(err)
	}
	if p.Sweep.Baseline != "c" || !slices.Equal(settingNames(p), []string{"rrf", "borda", "c"}) {
		t.Errorf("settings %v against %s, want c among them", settingNames(p), p.Sweep.Baseline)
	}
}

// Weights in steps are as many as there are ways to part the steps, counted
// without overflow and no further than asked for. The other way to count is
// Pascal's: the first part takes some of the steps.
func TestCompositions(t *testing.T) {
	var ways func(steps, parts int) int
	ways = func(steps, parts int) int {
		if parts == 1 {
			return 1
		}
		n := 0
		for first := range steps + 1 {
			n += ways(steps-first, parts-1)
		}
		return n
	}
	for steps := 1; steps <= 12; steps++ {
		for parts := 1; parts <= 5; parts++ {
			for _, limit := range []int{1, 10, 100, 10_000} {
				if got, want := plan.CountCompositions(steps, parts, limit), min(ways(steps, parts), limit+1); got != want {
					t.Errorf("%d steps among %d, at most %d: %d, want %d", steps, parts, limit, got, want)
				}
			}
		}
	}
	if got := plan.CountCompositions(math.MaxInt32, 40, 10_000); got != 10_001 {
		t.Errorf("too many to count: %d, want 10001", got)
	}
}

// numbered repeats a line with a number in it.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}
