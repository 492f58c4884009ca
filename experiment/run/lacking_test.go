package run_test

import (
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/internal/wingtest"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
)

// A fusion names the components that lack queries, and how many; those that
// answer all are not named, and what a component dropped is said of it alone.
func TestFusionOfLackingComponents(t *testing.T) {
	set, err := wingtest.SmallSet(t, 3).Marshal()
	if err != nil {
		t.Fatal(err)
	}
	c := ranPlan(t, wingtest.WriteFiles(t, map[string]string{
		"set.yaml": string(set), "experiment.yaml": `
test_set: set.yaml
measures: [RR]
components: {whole: {run: whole.trec}, some: {run: some.trec}, all: {run: all.trec}}
configs: {one: {fusion_method: rrf, components: [whole, some]}, two: {fusion_method: rrf, components: [whole, all]}}
`,
		"whole.trec": "q000 Q0 d0 1 1 t\nq001 Q0 d1 1 1 t\nq002 Q0 d2 1 1 t\n",
		"some.trec":  "q001 Q0 d1 1 1 t\n",
		"all.trec":   "q000 Q0 x 1 1 t\nq001 Q0 x 1 1 t\nq002 Q0 x 1 1 t\n",
	}), wingtest.NewMemory(), run.Options{})
	for i, want := range [][]string{{"component some lacks 2 of 3 judged queries; the fusion goes on without it there"}, nil} {
		var got []string
		for _, f := range c.Systems[i].Health {
			if f.Code == result.FindingMissing || f.Code == result.FindingDuplicates {
				got = append(got, f.Text)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", c.Systems[i].Name, got, want)
		}
	}
}
