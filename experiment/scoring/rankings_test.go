package scoring_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// Two runs have the same hash when they rank the same documents alike, whatever
// their scores, their tags and the order of their lines are.
func TestHashRankings(t *testing.T) {
	dir := t.TempDir()
	source := func(name, text string) trec.Source {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return trec.File(path)
	}
	j, err := judgments.Read(t.Context(), source("qrels", "q1 0 a 1\nq2 0 b 1\nq3 0 c 1\n"), trec.QrelsOptions{})
	if err != nil {
		t.Fatal(err)
	}
	profile, err := metrics.ProfileByName("qrels")
	if err != nil {
		t.Fatal(err)
	}
	hash := func(run string) string {
		table, err := scoring.RunFile(t.Context(), source("run", run), j, []metrics.Measure{profile.Primary}, profile, scoring.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if table.HashRankings() == "" || table.Summarize(false).Rankings != table.HashRankings() {
			t.Errorf("%q has the hash %q, its summary %q", run, table.HashRankings(), table.Summarize(false).Rankings)
		}
		return table.HashRankings()
	}
	first := hash("q1 Q0 a 1 2 x\nq1 Q0 z 2 1 x\nq2 Q0 b 1 1 x\n")
	for run, same := range map[string]bool{
		"q2 Q0 b 1 7 y\nq1 Q0 z 2 0.1 y\nq1 Q0 a 1 0.2 y\n":            true,
		"q1 Q0 a 1 2 x\nq1 Q0 z 2 1 x\nq2 Q0 b 1 1 x\nq9 Q0 b 1 1 x\n": true,  // not judged
		"q1 Q0 a 1 2 x\nq1 Q0 y 2 1 x\nq2 Q0 b 1 1 x\n":                false, // another document that no one judged
		"q1 Q0 z 1 2 x\nq1 Q0 a 2 1 x\nq2 Q0 b 1 1 x\n":                false,
		"q1 Q0 a 1 2 x\nq1 Q0 z 2 1 x\nq3 Q0 b 1 1 x\n":                false,
		"q1 Q0 a 1 3 x\nq1 Q0 z 2 2 x\nq1 Q0 y 3 1 x\nq2 Q0 b 1 1 x\n": false,
		"q1 Q0 a 1 2 x\nq1 Q0 z 2 1 x\nq2 Q0 b 1 1 x\nq3 Q0 c 1 1 x\n": false,
	} {
		if got := hash(run); (got == first) != same {
			t.Errorf("%q: %s, and %s of the first, want the same: %v", run, got, first, same)
		}
	}
	if got := (&scoring.Table{}).HashRankings(); len(got) != 16 {
		t.Errorf("no query: %q", got)
	}
}
