package sets_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rankduel/rankduel/cmd/rankduel/program"
)

// scored is what an evaluation has of scores.
type scored struct {
	Runs []struct {
		Measures []any `json:"measures"`
		PerQuery []struct {
			ID     string             `json:"query_id"`
			Scores map[string]float64 `json:"scores"`
		} `json:"per_query"`
	} `json:"runs"`
}

// Topics and qrels of TREC DL 2021 as a test set give its runs the scores that
// the qrels give them.
func TestImportedScores(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "..", "shared", "data")
	qrels := filepath.Join(dir, "qrels-topics", "qrels.dl21-passage.txt.gz")
	if _, err := os.Stat(qrels); err != nil {
		t.Skipf("%s is not there: this test needs the shared data next to the repository", qrels)
	}
	set := filepath.Join(t.TempDir(), "dl21_v1.yaml")
	scores := func(args ...string) scored {
		t.Helper()
		var stdout, stderr bytes.Buffer
		if code := program.Execute(args, strings.NewReader(""), &stdout, &stderr); code != program.ExitDone {
			t.Fatalf("%v: exit code %d: %s", args, code, &stderr)
		}
		var out scored
		if args[0] == "eval" {
			if err := json.Unmarshal(stdout.Bytes(), &out); err != nil {
				t.Fatal(err)
			}
		}
		return out
	}
	scores("testset", "import", filepath.Join(dir, "qrels-topics", "topics.dl21.txt"), qrels, "-o", set)
	run := filepath.Join(dir, "runs", "dl21-passage", "input.NLE_P_v1.txt.gz")
	measures := []string{"-m", "nDCG@10", "-m", "AP", "-m", "ERR@20", "-m", "R@100", "-m", "RBP(p=0.8)", "--format", "json", "--per-query"}
	want := scores(append([]string{"eval", run, "--qrels", qrels}, measures...)...)
	got := scores(append([]string{"eval", run, "--test-set", set}, measures...)...)
	for _, s := range []scored{want, got} { // topics have another order than qrels
		for _, r := range s.Runs {
			sort.Slice(r.PerQuery, func(i, j int) bool { return r.PerQuery[i].ID < r.PerQuery[j].ID })
		}
	}
	if d := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); d != "" || len(want.Runs) != 1 || len(want.Runs[0].Measures) != 5 || len(want.Runs[0].PerQuery) == 0 {
		t.Errorf("qrels and imported set differ: %s", d)
	}
}
