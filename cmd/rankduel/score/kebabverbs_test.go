package score_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/cmd/rankduel/program"
	"github.com/rankduel/rankduel/store/kebab/kebabtest"
)

// storedAggregate returns what the store holds.
func storedAggregate(t *testing.T, path, run string) string {
	t.Helper()
	return kebabtest.Value(t, path, "SELECT aggregate_json FROM eval_runs WHERE run_id = ?", run)
}

// The vectors of the aggregate, KA-O-01 to KA-O-32, from a store and back into
// it: what is printed and what is stored is what a re-run of the original gives,
// under kebab-code to the last figure, under kebab with the groundedness of its
// specification.
func TestKebabAggregateCommand(t *testing.T) {
	var file struct{ Cases []kebabCase }
	scripttest.Decode(t, scripttest.Gunzip(t, "../../../metrics/testdata/seeds/kebab_aggregate.json.gz"), &file)
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			dir := t.TempDir()
			path, golden := filepath.Join(dir, "kebab.sqlite"), filepath.Join(dir, "golden.yaml")
			scripttest.Write(t, golden, c.Given.Golden)
			kebabtest.Make(t, path, kebabtest.Run{RunID: "run_1", Rows: c.Given.Rows})
			want := c.Expected["aggregate"].(map[string]any)
			for _, profile := range []string{"kebab-code", "kebab"} {
				if profile == "kebab" {
					want["groundedness"] = c.Expected["alternatives"].(map[string]any)["groundedness_excluding_should_refuse"]
				}
				printed, _ := scripttest.Does(t, program.ExitDone, "runs", "aggregate", "run_1", "--store", path, "--golden", golden, "--profile", profile, "--format", "kebab")
				for what, text := range map[string]string{"printed": printed, "stored": storedAggregate(t, path, "run_1")} {
					var got any
					scripttest.Decode(t, []byte(text), &got)
					if diff := cmp.Diff(any(want), got); diff != "" {
						t.Errorf("%s, %s (-want, of the original, +got):\n%s", profile, what, diff)
					}
				}
			}
		})
	}
}

// KD-O-01: the store of the vectors, whose own citations lead to a.md alone.
func TestKebabStoreCommand(t *testing.T) {
	var file struct {
		Cases []struct{ Expected map[string]any }
	}
	scripttest.Decode(t, scripttest.Read(t, "testdata/kebab_store.json"), &file)
	want := file.Cases[0].Expected
	path := filepath.Join(t.TempDir(), "kebab.sqlite")
	scripttest.Write(t, path, scripttest.Read(t, "../../../store/kebab/testdata/kebab_store.sqlite"))
	for name, id := range map[string]string{"aggregate_a": "run_0196a0", "aggregate_b": "run_0196b1"} {
		args := []string{"runs", "aggregate", id, "--store", path, "--golden", "../../../testsets/testdata/kebab_store_golden.yaml", "--profile", "kebab-code", "--format"}
		printed, _ := scripttest.Does(t, program.ExitDone, append(args, "json")...)
		var document struct {
			Aggregate any
			Strict    any `json:"citation_coverage_strict"`
		}
		scripttest.Decode(t, []byte(printed), &document)
		var stored any
		scripttest.Decode(t, []byte(storedAggregate(t, path, id)), &stored)
		for what, got := range map[string]any{"printed": document.Aggregate, "stored": stored} {
			if diff := cmp.Diff(want[name], got); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", id, what, diff)
			}
		}
		if strict := want["citation_coverage_strict"].(map[string]any)[id]; document.Strict != strict {
			t.Errorf("%s: citation_coverage_strict %v, want %v", id, document.Strict, strict)
		}
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := e.Name(); name != "kebab.sqlite" {
			t.Errorf("%s is next to the store", name)
		}
	}
}
