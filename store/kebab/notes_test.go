package kebab_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/store/kebab"
)

func note(run, sha string) result.KebabNote {
	return result.KebabNote{RunID: run, GoldenSHA256: sha, Aggregate: []byte("{}")}
}

// Nothing of what was noted is rewritten: the last note of a run is the one that
// counts, and each is on a line of its own, also behind one that a dead
// process cut short.
func TestNotes(t *testing.T) {
	store := filepath.Join(t.TempDir(), "kebab.sqlite")
	for _, n := range []result.KebabNote{note("a", "1"), note("b", "2"), note("a", "3")} {
		if err := kebab.AddNote(store, n); err != nil {
			t.Fatal(err)
		}
	}
	got, err := kebab.Notes(store)
	want := map[string]result.KebabNote{"a": note("a", "3"), "b": note("b", "2")}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("Notes: %v (-want +got):\n%s", err, diff)
	}
	path := store + ".aggregates.jsonl"
	text, err := os.ReadFile(path)
	if err != nil || strings.Count(string(text), "\n") != 3 {
		t.Fatalf("%q, %v", text, err)
	}
	if err := os.WriteFile(path, text[:len(text)-9], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := kebab.AddNote(store, note("c", "4")); err != nil {
		t.Fatal(err)
	}
	if _, err := kebab.Notes(store); err == nil || !strings.Contains(err.Error(), path+":3: ") || !strings.Contains(err.Error(), "remove the line") {
		t.Errorf("Notes = %v, want the line that was cut", err)
	}
	lines := strings.SplitAfter(read(t, path), "\n")
	if err := os.WriteFile(path, []byte(strings.Join(append(lines[:2], lines[3:]...), "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err = kebab.Notes(store); err != nil || got["c"].GoldenSHA256 != "4" || got["a"].GoldenSHA256 != "1" {
		t.Errorf("without that line: %v, %v", got, err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Anyone who takes the permission to write away from a store wants it to stay, root
// included, whom SQLite does not ask.
func TestSetAggregateOfAProtectedStore(t *testing.T) {
	path := storeIn(t, "delete")
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	before := hashes(t, path)
	if err := kebab.SetAggregate(t.Context(), path, "run_0196a0", []byte("{}")); !errors.Is(err, outfile.ErrReadOnly) {
		t.Errorf("SetAggregate = %v", err)
	}
	if diff := cmp.Diff(before, hashes(t, path)); diff != "" {
		t.Errorf("files (-before +after):\n%s", diff)
	}
}
