package metrics_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/metrics"
)

func TestRegister(t *testing.T) {
	build := func(*metrics.Args) metrics.Measure { return metrics.NumRet{} }
	r := metrics.Builtin()
	for _, c := range []struct {
		name string
		d    metrics.Definition
		want string
	}{
		{"new", metrics.Definition{Name: "Mine", Aliases: []string{"mein"}, New: build}, ""},
		{"the same again", metrics.Definition{Name: "Mine", New: build}, `name "Mine" belongs to Mine already`},
		{"alias taken", metrics.Definition{Name: "Yours", Aliases: []string{"map"}, New: build}, `name "map" belongs to AP already`},
		{"form taken", metrics.Definition{Name: "Yours", Forms: []metrics.Form{{Name: "ndcg_cut"}}, New: build}, "belongs to nDCG"},
		{"twice in itself", metrics.Definition{Name: "Yours", Aliases: []string{"Yours"}, New: build}, "given twice"},
		{"no name", metrics.Definition{New: build}, "without a name"},
		{"no constructor", metrics.Definition{Name: "Yours"}, "the constructor is missing"},
		{"nothing was added by a refused one", metrics.Definition{Name: "Yours", New: build}, ""},
	} {
		err := r.Register(c.d)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	if _, ok := metrics.Builtin().Lookup("Mine"); ok {
		t.Error("registering into one registry reached another")
	}
}

// Everything that explain prints is there, and every family's example parses
// to a measure that finds its family again.
func TestDefinitionsAreComplete(t *testing.T) {
	r := metrics.Builtin()
	all := r.Definitions()
	if !slices.IsSortedFunc(all, func(a, b metrics.Definition) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the definitions are not sorted by name")
	}
	for _, d := range all {
		for field, text := range map[string]string{
			"Summary": d.Summary, "Formula": d.Formula, "Range": d.Range, "Unit": d.Unit, "Undefined": d.Undefined,
		} {
			if text == "" {
				t.Errorf("%s has no %s", d.Name, field)
			}
		}
		if d.Agrees == "" && d.Source == "" { // no one to check against
			t.Errorf("%s has neither a source nor a tool that agrees", d.Name)
		}
		m, err := r.Parse(example(d))
		if err != nil {
			t.Errorf("%s: %v", d.Name, err)
			continue
		}
		if found, ok := r.DefinitionOf(m); !ok || found.Name != d.Name {
			t.Errorf("DefinitionOf(%s) = %s, want %s", m, found.Name, d.Name)
		}
		for _, alias := range d.Aliases {
			if found, ok := r.Lookup(alias); !ok || found.Name != d.Name {
				t.Errorf("Lookup(%s) = %s, want %s", alias, found.Name, d.Name)
			}
		}
	}
	if d, ok := r.Lookup("NDCG_CUT"); !ok || d.Name != "nDCG" {
		t.Errorf("Lookup(NDCG_CUT) = %s %v, want nDCG", d.Name, ok)
	}
	if _, ok := r.Lookup("nothing"); ok {
		t.Error("Lookup found nothing")
	}
}

// What stands behind the @ is the cutoff: a measure that forgets to say so has
// that of View, 0.
func TestCutoffIsWhatIsWritten(t *testing.T) {
	for _, d := range metrics.Builtin().Definitions() {
		if d.Cut != metrics.CutOptional && d.Cut != metrics.CutRequired || d.Name == "IdealDCG" { // which looks at no ranking
			continue
		}
		m, err := metrics.Parse(d.Name + "@7")
		if err != nil {
			t.Errorf("%s: %v", d.Name, err)
		} else if m.Cutoff() != 7 {
			t.Errorf("%v: cutoff %d, want 7", m, m.Cutoff())
		}
	}
}
