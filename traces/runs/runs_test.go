package runs_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/runs"
)

// tree writes trials: their folders, and the text of their results.
func tree(t *testing.T, results map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for dir, text := range results {
		dir = filepath.Join(root, dir)
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		if text != "" {
			if err := os.WriteFile(filepath.Join(dir, "result.json"), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return root
}

const batch = "2026-02-23__14-09-21"

// Trials are found where the original puts them, and everything that is passed
// over is noted.
func TestWalk(t *testing.T) {
	root := tree(t, map[string]string{
		"fix_1/baseline-local-direct/" + batch + "/a__1":         `{"task_name": "a-named"}`,
		"fix_1/mcp-remote-direct/csb_fix_job/mcp_a-named_Ab3dEf": "{}",
		"fix_1/mcp-remote-direct/csb_fix_job/mcp_b_Ab3dEf__2":    `{"task_name": "mcp_b_Ab3dEf"}`,
		"fix_1/mcp/" + batch + "/c__x__3":                        `broken`,
		"fix_1/mcp/" + batch + "/d__4":                           `{"task_name": "../../etc/passwd"}`,
		"fix_1/mcp/" + batch + "/e__5":                           ``,
		"fix_1/mcp/otherwise/f__6":                               `{}`,
		"fix_1/hybrid/" + batch + "/g__7":                        `{}`,
		"fix_1/retrieval_events/mcp":                             ``,
		"fix_1__broken_1/mcp/" + batch + "/h__8":                 `{}`,
	})
	found, err := runs.Walk(root, true, traces.Convention{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, trial := range found.Trials {
		names = append(names, trial.RunID+"/"+trial.Config+"/"+trial.Batch+"/"+trial.Task+"/"+trial.Suite)
	}
	want := "fix_1/baseline-local-direct/" + batch + "/a-named/csb_sdlc_fix fix_1/mcp/" + batch + "/c__x/csb_sdlc_fix fix_1/mcp/" + batch + "/d/csb_sdlc_fix fix_1/mcp-remote-direct//b/csb_sdlc_fix"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	notes := strings.Join(found.Notes, "\n")
	for _, part := range []string{
		"__broken", "hybrid: passed over", "otherwise: passed over", "mcp_a-named_Ab3dEf: passed over: not TASK__HASH",
		"e__5: passed over: it has no result.json", "c__x__3: result.json: not JSON", "d__4: result.json: the task's name cannot be that of a file",
	} {
		if !strings.Contains(notes, part) {
			t.Errorf("no note says %q:\n%s", part, notes)
		}
	}
	if len(found.Notes) != 7 {
		t.Errorf("%d notes, want 7:\n%s", len(found.Notes), notes)
	}
}

// Of several trials of a task the one that started last counts.
func TestLatest(t *testing.T) {
	root := tree(t, map[string]string{
		"baseline/" + batch + "/a__1":        `{"started_at": "2026-02-23T15:00:00Z"}`,
		"baseline/2026-02-24__00-00-00/a__2": `{"started_at": "2026-02-23T14:00:00Z"}`,
	})
	found, err := runs.Walk(root, false, traces.Convention{})
	if err != nil || len(found.Trials) != 1 || !strings.HasSuffix(found.Trials[0].Dir, "a__1") || len(found.Notes) != 1 {
		t.Errorf("%+v, %v: want the trial of 15:00 alone, and a note", found, err)
	}
}

// Where no trial says when it began, that of the last batch counts.
func TestLatestByBatch(t *testing.T) {
	root := tree(t, map[string]string{"baseline/" + batch + "/a__2": "{}", "baseline/2026-02-24__00-00-00/a__1": "{}"})
	found, err := runs.Walk(root, false, traces.Convention{})
	if err != nil || len(found.Trials) != 1 || !strings.HasSuffix(found.Trials[0].Dir, "a__1") {
		t.Errorf("%+v, %v: want the trial of the later batch alone", found, err)
	}
}

// Times are compared as moments: 00:30 two hours east of Greenwich is before
// midnight there.
func TestLatestByMoment(t *testing.T) {
	root := tree(t, map[string]string{
		"baseline/" + batch + "/a__1": `{"started_at": "2026-02-23T00:00:00Z"}`,
		"baseline/" + batch + "/a__2": `{"started_at": "2026-02-23T00:30:00+02:00"}`,
	})
	found, err := runs.Walk(root, false, traces.Convention{})
	if err != nil || len(found.Trials) != 1 || !strings.HasSuffix(found.Trials[0].Dir, "a__1") {
		t.Errorf("%+v, %v: want the trial of midnight alone", found, err)
	}
}

// A task whose name no document can have is named by its folder, or passed over.
func TestLongNames(t *testing.T) {
	long := strings.Repeat("n", 240)
	root := tree(t, map[string]string{
		"baseline/" + batch + "/a__1":            `{"task_name": "` + long + `"}`,
		"baseline/" + batch + "/" + long + "__2": `{}`,
	})
	found, err := runs.Walk(root, false, traces.Convention{})
	if err != nil || len(found.Trials) != 1 || found.Trials[0].Task != "a" || len(found.Notes) != 2 {
		t.Errorf("%+v, %v: want task a alone, and two notes", found, err)
	}
}

// Without a trial the message says what one looks like.
func TestNoTrials(t *testing.T) {
	for _, root := range []string{t.TempDir(), tree(t, map[string]string{"hybrid/" + batch + "/a__1": "{}"})} {
		if _, err := runs.Walk(root, false, traces.Convention{}); !errors.Is(err, runs.ErrNoTrials) || !strings.Contains(err.Error(), "--all") {
			t.Errorf("%v, want ErrNoTrials and what may be wrong", err)
		}
	}
	many := map[string]string{}
	for _, config := range []string{"a", "b", "c", "d", "e"} {
		many[config+"/"+batch+"/a__1"] = "{}"
	}
	if _, err := runs.Walk(tree(t, many), false, traces.Convention{}); strings.Count(err.Error(), "passed over") != 3 || !strings.Contains(err.Error(), "; and 2 more like these") {
		t.Errorf("%v, want three of five folders, and how many more", err)
	}
	if _, err := runs.Walk(filepath.Join(t.TempDir(), "none"), false, traces.Convention{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%v, want that it does not exist", err)
	}
}

// What a trial came to is read from both files; what is not a number is not known.
func TestOutcome(t *testing.T) {
	root := tree(t, map[string]string{"baseline/" + batch + "/a__1": `{"agent_info": {"name": "claude-code", "version": "2.1", "model_info": {"name": "m"}},
		"verifier_result": {"rewards": {"reward": "high"}}, "agent_execution": {"started_at": "2026-02-23T14:00:00", "finished_at": "2026-02-23T14:00:01.5Z"},
		"agent_result": {"cost_usd": 0.5}}`})
	if err := os.WriteFile(filepath.Join(root, "baseline", batch, "a__1", "task_metrics.json"), []byte(`{"cost_usd": null, "output_tokens": 12}`), 0o666); err != nil {
		t.Fatal(err)
	}
	found, err := runs.Walk(root, false, traces.Convention{})
	if err != nil {
		t.Fatal(err)
	}
	o, err := found.Trials[0].Outcome()
	if err != nil {
		t.Fatal(err)
	}
	if o.Reward != nil || o.Model != "m" || o.Harness != "claude-code 2.1" || *o.CostUSD != 0.5 || *o.OutputTokens != 12 || *o.WallClockSeconds != 1.5 {
		t.Errorf("%+v", o)
	}
}
