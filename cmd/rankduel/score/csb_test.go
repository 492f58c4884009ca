package score_test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/cmd/rankduel/program"
	"github.com/rankduel/rankduel/metrics"
)

// A csbCase is one vector of CodeScaleBench's pipeline: the events of a task and
// what a re-run of the original says of the files in them.
type csbCase struct {
	ID    string
	Given struct {
		Document struct {
			GroundTruth struct{ Files []string } `json:"ground_truth"`
			Events      []struct {
				TargetFiles []string `json:"target_files"`
			}
		}
	}
	Expected struct {
		Metrics map[string]any `json:"file_level_metrics"`
	}
}

func csbCases(t *testing.T) []csbCase {
	t.Helper()
	var file struct{ Cases []csbCase }
	scripttest.Decode(t, scripttest.Gunzip(t, "../../../metrics/testdata/seeds/csb_pipeline.json.gz"), &file)
	if len(file.Cases) != 12 {
		t.Fatalf("%d vectors, want 12", len(file.Cases))
	}
	return file.Cases
}

// Every task's figures of files, each as the original rounds it. A task without
// ground truth has none.
func TestCSBTasks(t *testing.T) {
	cases := csbCases(t)
	testSet, run := csbFiles(t, cases)
	var stdout, stderr bytes.Buffer
	args := []string{"eval", "--profile", "csb", "--test-set", testSet, "--run", run, "--format", "json", "--per-query"}
	if code := program.Execute(args, strings.NewReader(""), &stdout, &stderr); code != program.ExitDone {
		t.Fatalf("%v: exit code %d: %s", args, code, &stderr)
	}
	var document struct {
		Runs []struct {
			PerQuery []struct {
				QueryID string `json:"query_id"`
				Scores  map[string]*float64
			} `json:"per_query"`
		}
	}
	if err := json.Unmarshal(stdout.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	profile, err := metrics.ProfileByName("csb")
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range document.Runs[0].PerQuery {
		if len(row.Scores) != len(profile.Measures) || row.QueryID != cases[i].ID {
			t.Fatalf("%s: %d scores, want %d", row.QueryID, len(row.Scores), len(profile.Measures))
		}
		for _, m := range profile.Measures {
			got := row.Scores[m.String()]
			name, k, inMap := strings.Cut(profile.Key(m), ".")
			want := cases[i].Expected.Metrics[name]
			if inMap && want != nil {
				want = want.(map[string]any)[k]
			}
			if want == nil {
				if got != nil {
					t.Errorf("%s: %s = %v, want null", row.QueryID, m, *got)
				}
				continue
			}
			if w, err := want.(json.Number).Float64(); err != nil || got == nil || *got != w {
				t.Errorf("%s: %s = %v, want %v (CodeScaleBench)", row.QueryID, m, got, want)
			}
		}
	}
}

// The summaries of several tasks, in the original's names and to its last digit:
// their means are of rounded figures. What comes from the events and not from
// the ranking of files, the time to the first relevant one, is not the business
// of a run file.
func TestCSBSummaries(t *testing.T) {
	byID := map[string]csbCase{}
	for _, c := range csbCases(t) {
		byID[c.ID] = c
	}
	var file struct {
		Cases []struct {
			ID    string
			Given struct {
				Of []string `json:"documents_of"`
			}
			Expected struct {
				Aggregates map[string]any `json:"file_level_aggregates"`
			}
		}
	}
	scripttest.Decode(t, scripttest.Read(t, scripttest.Shared(t, "vectors", "seeds", "csb_summary.json")), &file)
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			var cases []csbCase
			for _, id := range c.Given.Of {
				cases = append(cases, byID[id])
			}
			testSet, run := csbFiles(t, cases)
			delete(c.Expected.Aggregates, "ttfr_seconds")
			for _, profile := range []string{"csb", "csb-code"} {
				sameAggregate(t, profile, testSet, run, c.Expected.Aggregates)
			}
		})
	}
}

// Without a task that has a ground truth there is nothing to sum up, and the
// original says so.
func TestCSBNothingToSumUp(t *testing.T) {
	var cases []csbCase
	for _, c := range csbCases(t) {
		if len(c.Given.Document.GroundTruth.Files) == 0 {
			cases = append(cases, c)
		}
	}
	testSet, run := csbFiles(t, cases)
	sameAggregate(t, "csb", testSet, run, map[string]any{"n_tasks": json.Number("0")})
}

// csbFiles writes tasks as a test set and a run: files in the order in which
// they were first seen, against those of the ground truth. Paths are made alike
// first, as anyone who reads traces does.
func csbFiles(t *testing.T, cases []csbCase) (testSet, run string) {
	t.Helper()
	var queries []map[string]any
	var lines bytes.Buffer
	for _, c := range cases {
		expected, hits, seen := []string{}, []any{}, map[string]bool{}
		for _, f := range c.Given.Document.GroundTruth.Files {
			expected = append(expected, csbPath(f))
		}
		for _, e := range c.Given.Document.Events {
			for _, f := range e.TargetFiles {
				if f = csbPath(f); !seen[f] {
					seen[f] = true
					hits = append(hits, map[string]any{"id": f})
				}
			}
		}
		queries = append(queries, map[string]any{"id": c.ID, "query": c.ID, "expected_doc_ids": expected})
		if err := json.NewEncoder(&lines).Encode(map[string]any{"query_id": c.ID, "hits": hits}); err != nil {
			t.Fatal(err)
		}
	}
	set, err := json.Marshal(queries)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	testSet, run = filepath.Join(dir, "tasks.yaml"), filepath.Join(dir, "run.jsonl")
	scripttest.Write(t, testSet, set)
	scripttest.Write(t, run, lines.Bytes())
	return testSet, run
}

// csbPath returns what the reader of traces does to a path.
func csbPath(path string) string {
	path = strings.ToLower(path)
	for _, prefix := range []string{"/workspace/", "/repo_full/", "/testbed/", "a/", "b/"} {
		path = strings.TrimPrefix(path, prefix)
	}
	return path
}
