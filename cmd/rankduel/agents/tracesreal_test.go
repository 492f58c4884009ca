package agents_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/traces"
)

// realTrial copies a published trial into the layout of runs.
func realTrial(t *testing.T, run, config, task, id string, reward float64, from, as string) {
	t.Helper()
	dir := filepath.Join(run, config, "csb_published", task+"__"+id)
	data, err := json.Marshal(map[string]any{"task_name": task, "verifier_result": map[string]any{"rewards": map[string]any{"reward": reward}}})
	if err != nil {
		t.Fatal(err)
	}
	scripttest.Write(t, filepath.Join(dir, "result.json"), data)
	scripttest.Write(t, filepath.Join(dir, as), scripttest.Read(t, from))
}

// pageHas wants lines in docs/traces-real.md.
func pageHas(t *testing.T, lines ...string) {
	t.Helper()
	page := string(scripttest.Read(t, "../../../docs/traces-real.md"))
	for _, line := range lines {
		if !strings.Contains(page, line) {
			t.Errorf("docs/traces-real.md has no %q", line)
		}
	}
}

// The page's figures of EnterpriseBench's trials are what the command says of them.
func TestTraceRealPilot(t *testing.T) {
	bench := scripttest.Shared(t, "data", "agent-traces", "enterprisebench")
	dir := t.TempDir()
	run := filepath.Join(dir, "pilot")
	var scores struct {
		PerTask []struct {
			Task   string `json:"task_id"`
			Scores map[string]float64
		} `json:"per_task"`
	}
	if err := json.Unmarshal(scripttest.Read(t, filepath.Join(bench, "score_analysis.json")), &scores); err != nil {
		t.Fatal(err)
	}
	registry := map[string]any{}
	for _, task := range []string{"api-contract-grpc-metadata-001", "cal-err-flask-blueprint-001", "dep-traversal-001"} {
		registry[task] = map[string]any{"files": publishedFiles(t, filepath.Join(bench, task, "task", "ground_truth.json")), "source": "ground_truth_json", "confidence": "high"}
		for _, s := range scores.PerTask {
			if s.Task != task {
				continue
			}
			for mode, config := range map[string]string{"hybrid": "mcp-hybrid", "mcp_only": "mcp-only"} {
				realTrial(t, run, config, task, "1", s.Scores[mode], filepath.Join(bench, task, mode, "agent", "stdout.log.gz"), "agent/claude-code.txt")
			}
		}
	}
	data, err := json.Marshal(registry)
	if err != nil {
		t.Fatal(err)
	}
	tasks := filepath.Join(dir, "registry.json")
	scripttest.Write(t, tasks, data)
	recall := func(strip ...string) string {
		scripttest.Said(t, append([]string{"traces", "normalize", run, "--tasks", tasks}, strip...)...)
		var sum traces.RunSummary
		if err := json.Unmarshal(scripttest.Said(t, "traces", "eval", run, "--format", "json"), &sum); err != nil {
			t.Fatal(err)
		}
		s, _ := sum.FileLevel.Of("file_recall")
		return fmt.Sprintf("%.4f", s.Mean)
	}
	plain := recall()
	stripped := recall("--strip", "/workspace/flask/", "--strip", "/workspace/grpc-go/", "--strip", "/workspace/etcd/")
	pageHas(t, "recall is "+plain+" in place of "+stripped)
	for _, config := range []string{"mcp-hybrid", "mcp-only"} {
		for _, task := range []string{"api-contract-grpc-metadata-001", "cal-err-flask-blueprint-001", "dep-traversal-001"} {
			var d traces.Document
			scripttest.Decode(t, scripttest.Read(t, filepath.Join(run, "retrieval_events", config, task+traces.EventsEnding)), &d)
			var m traces.TaskMetrics
			scripttest.Decode(t, scripttest.Read(t, filepath.Join(run, "retrieval_events", config, task+traces.MetricsEnding)), &m)
			of := 0
			leaked := false
			for _, e := range d.Events {
				if e.IsSubagent {
					of++
				}
				leaked = leaked || slices.Contains(e.TargetFiles, ".task/ground_truth.json")
			}
			if want := config == "mcp-only" && task == "dep-traversal-001"; leaked != want {
				t.Errorf("%s, %s: read its ground truth: %v", config, task, leaked)
			}
			pageHas(t, fmt.Sprintf("| %s | %s | %d | %d | %d | %d | %d | %.4f |", config, task, len(d.Events), of,
				m.FileLevel.Retrieved, m.FileLevel.GroundTruth, m.FileLevel.Overlap, m.FileLevel.FileRecall))
		}
	}
	impact := string(scripttest.Said(t, "traces", "impact", run, "--baseline", "mcp-hybrid", "--candidate", "mcp-only"))
	if !strings.Contains(impact, "-0.2855") || !strings.Contains(impact, "mcp-only against mcp-hybrid on the reward: inconclusive") {
		t.Errorf("the page says −0.2855 and inconclusive:\n%s", impact)
	}
}

// publishedFiles returns the files that a task of EnterpriseBench needs, in each of
// the shapes of its ground truth.
func publishedFiles(t *testing.T, path string) []string {
	t.Helper()
	var g struct {
		Required []struct{ Path string }     `json:"required_files"`
		Producer []string                    `json:"producer_changed_files"`
		Consumer map[string][]string         `json:"consumer_affected_files"`
		Chain    []struct{ Manifest string } `json:"dependency_chain"`
	}
	scripttest.Decode(t, scripttest.Read(t, path), &g)
	files := slices.Concat(g.Producer, g.Consumer["etcd"])
	for _, r := range g.Required {
		files = append(files, r.Path)
	}
	if len(files) == 0 {
		for _, c := range g.Chain {
			files = append(files, c.Manifest)
		}
	}
	return files
}

// The page counts the golden corpus' trials by agent, and says why they are
// degraded.
func TestTraceRealCorpus(t *testing.T) {
	corpus := scripttest.Shared(t, "data", "agent-traces", "csb-golden-corpus")
	run := filepath.Join(t.TempDir(), "corpus")
	entries, err := os.ReadDir(corpus)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		var s struct {
			Task   string `json:"task_id"`
			Agent  string `json:"agent_name"`
			Reward float64
		}
		scripttest.Decode(t, scripttest.Read(t, filepath.Join(corpus, e.Name(), "signals.json")), &s)
		realTrial(t, run, "baseline-"+s.Agent, s.Task, e.Name(), s.Reward, filepath.Join(corpus, e.Name(), "trajectory.json.gz"), "agent/trajectory.json")
	}
	var n traces.Normalized
	if err := json.Unmarshal(scripttest.Said(t, "traces", "normalize", run, "--format", "json"), &n); err != nil {
		t.Fatal(err)
	}
	for agent, why := range map[string]string{
		"claude-code": "calls cut out, or all in subagents", "cursor-cli": "no calls in its steps", "openhands": "a shell alone, or calls cut out",
	} {
		trials, with, degraded := 0, 0, 0
		var read traces.Understanding
		for _, trial := range n.Trials {
			if trial.ConfigName != "baseline-"+agent {
				continue
			}
			trials++
			read = read.Plus(*trial.Reading)
			if *trial.Events > 0 {
				with++
			}
			if trial.DegradedReason != nil {
				degraded++
				pageHas(t, degradedRow(t, agent, trial.Document))
			}
			if unseen := trial.Reading.Unseen; unseen > 0 {
				pageHas(t, fmt.Sprintf("%d of %d calls are counted as subagents without a transcript", unseen, trial.Reading.Calls))
			}
		}
		pageHas(t, fmt.Sprintf("| %s | %d | %d | %d | %s |", agent, trials, with, degraded, why))
		if agent == "openhands" {
			pageHas(t, fmt.Sprintf("Of the %d calls of these trials %d are of a shell, and %d were not understood.", read.Calls, read.ShellCalls, read.NotUnderstood))
		}
	}
}

// degradedRow returns what the page says of one degraded trial: counts that are taken
// of its trajectory here, and of its document the events.
func degradedRow(t *testing.T, agent, document string) string {
	t.Helper()
	var d traces.Document
	scripttest.Decode(t, scripttest.Read(t, document), &d)
	place := filepath.Join(filepath.Dir(document), "..", "..", d.Provenance.ConfigName, "csb_published", *d.Provenance.TrialName)
	var trajectory struct {
		Steps []struct {
			Calls any `json:"tool_calls"`
		}
	}
	scripttest.Decode(t, scripttest.Gunzip(t, filepath.Join(place, "agent", "trajectory.json")), &trajectory)
	calls, cut := 0, 0
	for _, step := range trajectory.Steps {
		switch list := step.Calls.(type) {
		case nil:
		case []any:
			calls += len(list)
		default:
			cut++ // a preview, as a text, in place of the list
		}
	}
	return fmt.Sprintf("| %s | %s | %d | %d | %d | %d |", agent, d.Provenance.TaskName, len(trajectory.Steps), calls, cut, len(d.Events))
}
