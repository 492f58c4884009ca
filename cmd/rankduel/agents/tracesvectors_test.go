package agents_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rankduel/rankduel/cmd/rankduel/internal/scripttest"
	"github.com/rankduel/rankduel/cmd/rankduel/program"
	"github.com/rankduel/rankduel/traces"
)

// The vectors of this file are facts of CodeScaleBench and a re-run of its
// pipeline; they are in traces/testdata/seeds.

// vectors reads the cases of one file.
func vectors[T any](t *testing.T, name string) []T {
	t.Helper()
	var file struct{ Cases []T }
	scripttest.Decode(t, scripttest.Gunzip(t, "../../../traces/testdata/seeds/"+name+".json.gz"), &file)
	if len(file.Cases) == 0 {
		t.Fatalf("%s: no cases", name)
	}
	return file.Cases
}

// differences lists where a document differs from what is wanted of it: what is
// wanted and not there, or another value.
func differences(path string, want, got any, tolerance float64) []string {
	switch want := want.(type) {
	case map[string]any:
		members, ok := got.(map[string]any)
		if !ok {
			return []string{fmt.Sprintf("%s = %v, want an object", path, got)}
		}
		var found []string
		for _, key := range slices.Sorted(maps.Keys(want)) {
			if _, is := members[key]; !is {
				found = append(found, path+"."+key+" is missing")
				continue
			}
			found = append(found, differences(path+"."+key, want[key], members[key], tolerance)...)
		}
		return found
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			return []string{fmt.Sprintf("%s = %v, want %v", path, got, want)}
		}
		var found []string
		for i := range want {
			found = append(found, differences(fmt.Sprintf("%s[%d]", path, i), want[i], list[i], tolerance)...)
		}
		return found
	case json.Number:
		number, ok := got.(json.Number)
		if ok {
			a, errA := want.Float64()
			b, errB := number.Float64()
			ok = errA == nil && errB == nil && math.Abs(a-b) <= tolerance
		}
		if !ok {
			return []string{fmt.Sprintf("%s = %v, want %v", path, got, want)}
		}
		return nil
	}
	if want != got {
		return []string{fmt.Sprintf("%s = %v, want %v", path, got, want)}
	}
	return nil
}

// Paths are normalized as the specification says, and under csb-code as the
// shipped program does.
func TestTracePaths(t *testing.T) {
	for _, c := range vectors[struct {
		ID       string
		Given    struct{ Path string }
		Expected struct{ Seed, Original_impl string }
	}](t, "csb_paths") {
		for profile, want := range map[string]string{"csb": c.Expected.Seed, "csb-code": c.Expected.Original_impl} {
			var got traces.FilePath
			scripttest.Decode(t, scripttest.Said(t, "traces", "explain-path", c.Given.Path, "--profile", profile, "--format", "json"), &got)
			if got.NormalizedPath != want {
				t.Errorf("%s: %q is %q under %s, want %q (CodeScaleBench)", c.ID, c.Given.Path, got.NormalizedPath, profile, want)
			}
		}
	}
}

// Tools have the category of the specification's table, and under csb-code that
// of the shipped program.
func TestTraceTools(t *testing.T) {
	for _, c := range vectors[struct {
		ID    string
		Given struct {
			Tool      string `json:"tool_name"`
			Arguments json.RawMessage
		}
		Expected struct {
			Category string `json:"tool_category"`
			MCP      bool   `json:"is_mcp"`
			Original string `json:"original_impl_category"`
		}
	}](t, "csb_tools") {
		for profile, want := range map[string]string{"csb": c.Expected.Category, "csb-code": c.Expected.Original} {
			var got traces.ToolCall
			scripttest.Decode(t, scripttest.Said(t, "traces", "explain-call", c.Given.Tool, string(c.Given.Arguments), "--profile", profile, "--format", "json"), &got)
			if got.ToolCategory != want || got.IsMCP != c.Expected.MCP {
				t.Errorf("%s: %s is %s, MCP %v, under %s, want %s, %v (CodeScaleBench)", c.ID, c.Given.Tool, got.ToolCategory, got.IsMCP, profile, want, c.Expected.MCP)
			}
		}
	}
}

// trial writes a trial of a run and returns its folder.
func trial(t *testing.T, runDir, config, task string, result map[string]any) string {
	t.Helper()
	dir := filepath.Join(runDir, config, "2026-02-23__14-09-21", task+"__x1")
	result["task_name"] = task
	data, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	scripttest.Write(t, filepath.Join(dir, "result.json"), data)
	return dir
}

// anyOf reads a JSON file.
func anyOf(t *testing.T, path string) (v any) {
	t.Helper()
	scripttest.Decode(t, scripttest.Read(t, path), &v)
	return v
}

// A trial's document has the coverage, ground truth, events and summary that a
// re-run of the original gave: under csb with the running total of tokens that
// the specification asks for (X13), under csb-code with the original's numbers.
func TestTraceDocuments(t *testing.T) {
	type given struct {
		ID    string
		Given struct {
			Files map[string]string
			Truth *struct {
				Files              []string
				Source, Confidence string
				Defects            []map[string]any
			} `json:"ground_truth"`
		}
		Expected map[string]any
	}
	for _, profile := range []string{"csb", "csb-code"} {
		dir := t.TempDir()
		run, registry := filepath.Join(dir, "fix_1"), map[string]any{}
		cases := vectors[given](t, "csb_normalize")
		for _, c := range cases {
			place := trial(t, run, "baseline-local-direct", c.ID, map[string]any{})
			for name, text := range c.Given.Files {
				scripttest.Write(t, filepath.Join(place, name), []byte(text))
			}
			if g := c.Given.Truth; g != nil {
				registry[c.ID] = map[string]any{"files": g.Files, "source": g.Source, "confidence": g.Confidence, "defect_annotations": g.Defects}
			}
		}
		data, err := json.Marshal(registry)
		if err != nil {
			t.Fatal(err)
		}
		scripttest.Write(t, filepath.Join(dir, "registry.json"), data)
		scripttest.Said(t, "traces", "normalize", run, "--tasks", filepath.Join(dir, "registry.json"), "--profile", profile)
		for _, c := range cases {
			want := c.Expected
			if other, ok := want["alternatives"].(map[string]any); ok && profile == "csb" {
				for i, total := range other["cumulative_tokens_running_total"].([]any) {
					want["events"].([]any)[i].(map[string]any)["cumulative_tokens"] = total
				}
			}
			delete(want, "alternatives")
			got := anyOf(t, filepath.Join(run, "retrieval_events", "baseline-local-direct", c.ID+".retrieval_events.json"))
			for _, d := range differences(c.ID, want, got, 1e-9) {
				t.Errorf("%s: %s", profile, d)
			}
			for _, absent := range []string{"expected_edit_files", "chunks"} {
				if _, is := want["ground_truth"].(map[string]any)[absent]; !is && got.(map[string]any)["ground_truth"].(map[string]any)[absent] != nil {
					t.Errorf("%s: %s: %s is there, and cannot be inferred", profile, c.ID, absent)
				}
			}
		}
	}
}

// Ground truth comes from the first source of the chain that has files, with the
// confidence of the specification or of the shipped program.
func TestTraceGroundTruth(t *testing.T) {
	type given struct {
		ID    string
		Given struct {
			TaskFiles map[string]string `json:"task_files"`
		}
		Expected struct {
			Files    []string
			Source   string   `json:"source_like"`
			Seed     string   `json:"confidence_seed"`
			Original string   `json:"confidence_original_impl"`
			Edits    []string `json:"expected_edit_files"`
			Symbols  []traces.Symbol
		}
	}
	for _, profile := range []string{"csb", "csb-code"} {
		dir := t.TempDir()
		run := filepath.Join(dir, "fix_1")
		cases := vectors[given](t, "csb_ground_truth")
		for _, c := range cases {
			trial(t, run, "baseline-local-direct", c.ID, map[string]any{})
			for name, text := range c.Given.TaskFiles {
				scripttest.Write(t, filepath.Join(dir, "tasks", "csb_sdlc_fix", c.ID, name), []byte(text))
			}
		}
		scripttest.Said(t, "traces", "normalize", run, "--tasks", filepath.Join(dir, "tasks"), "--profile", profile)
		for _, c := range cases {
			var d traces.Document
			scripttest.Decode(t, scripttest.Read(t, filepath.Join(run, "retrieval_events", "baseline-local-direct", c.ID+".retrieval_events.json")), &d)
			if d.Provenance.Benchmark != "csb_sdlc_fix" {
				t.Errorf("%s: suite %q, want that of the task's folder", c.ID, d.Provenance.Benchmark)
			}
			if c.Expected.Symbols != nil {
				if profile == "csb" && !slices.Equal(d.GroundTruth.Symbols, c.Expected.Symbols) {
					t.Errorf("%s: symbols %v, want %v", c.ID, d.GroundTruth.Symbols, c.Expected.Symbols)
				}
				continue
			}
			confidence := c.Expected.Seed
			if profile == "csb-code" {
				confidence = c.Expected.Original
			}
			if !slices.Equal(d.GroundTruth.Files, c.Expected.Files) || !slices.Equal(d.GroundTruth.ExpectedEditFiles, c.Expected.Edits) {
				t.Errorf("%s: files %q, edits %q, want %q, %q", c.ID, d.GroundTruth.Files, d.GroundTruth.ExpectedEditFiles, c.Expected.Files, c.Expected.Edits)
			}
			if source, sure := *d.Coverage.GroundTruthSource, *d.Coverage.GroundTruthConfidence; !strings.Contains(source, c.Expected.Source) || sure != confidence {
				t.Errorf("%s: %s of confidence %s under %s, want %s of %s", c.ID, source, sure, profile, c.Expected.Source, confidence)
			}
			if c.ID == "GT-O-02" && (len(d.GroundTruth.Chunks) != 1 || d.GroundTruth.Chunks[0] != traces.Chunk{File: "a.c", LineStart: 4, LineEnd: 9, Annotation: "null-deref"} || !d.Coverage.HasChunkGroundTruth) {
				t.Errorf("%s: chunks %v, want a.c 4–9 (the vector's note)", c.ID, d.GroundTruth.Chunks)
			}
		}
	}
}

// Versions of documents with a known major number are read, others refused with a
// message.
func TestTraceSchemaVersions(t *testing.T) {
	cases := vectors[struct {
		ID    string
		Given struct {
			Version string `json:"schema_version"`
		}
		Expected struct{ Accepted bool }
	}](t, "csb_schema_version")
	for _, c := range cases {
		dir := t.TempDir()
		scripttest.Write(t, filepath.Join(dir, "t.retrieval_events.json"), []byte(`{"schema_version": "`+c.Given.Version+`",
			"provenance": {"run_id": "r", "task_name": "t", "config_name": "baseline", "benchmark": "b"},
			"coverage": {"has_ground_truth": true}, "ground_truth": {"files": ["a.go"]}, "events": [], "added_later": 1}`))
		var stdout, stderr bytes.Buffer
		code := program.Execute([]string{"traces", "eval", "--events-dir", dir}, strings.NewReader(""), &stdout, &stderr)
		if (code == program.ExitDone) != c.Expected.Accepted {
			t.Errorf("%s: %s: exit code %d: %s", c.ID, c.Given.Version, code, &stderr)
		}
		if !c.Expected.Accepted && (code != program.ExitInput || !strings.Contains(stderr.String(), "unknown schema version")) {
			t.Errorf("%s: %s: exit code %d, %q; want a message about the version", c.ID, c.Given.Version, code, &stderr)
		}
	}
}

// A pipelineCase is a document and all that a re-run of the original says of it.
type pipelineCase struct {
	ID       string
	Given    struct{ Document map[string]any }
	Expected map[string]any
}

func pipelineCases(t *testing.T) map[string]pipelineCase {
	t.Helper()
	var file struct{ Cases []pipelineCase }
	scripttest.Decode(t, scripttest.Gunzip(t, "../../../metrics/testdata/seeds/csb_pipeline.json.gz"), &file)
	cases := map[string]pipelineCase{}
	for _, c := range file.Cases {
		cases[c.ID] = c
	}
	return cases
}

// writeDocuments writes documents below a folder, named after their cases.
func writeDocuments(t *testing.T, dir string, cases []pipelineCase) {
	t.Helper()
	for _, c := range cases {
		provenance := c.Given.Document["provenance"].(map[string]any)
		provenance["task_name"] = c.ID
		data, err := json.Marshal(c.Given.Document)
		if err != nil {
			t.Fatal(err)
		}
		scripttest.Write(t, filepath.Join(dir, provenance["config_name"].(string), c.ID+".retrieval_events.json"), data)
	}
}

// The five stages say of documents alone what a re-run of the original says of
// them. Under csb what is written is not computable where nothing was written
// (X14); that is all that differs, with the aggregates of it.
func TestTraceStages(t *testing.T) {
	all := pipelineCases(t)
	for _, profile := range []string{"csb", "csb-code"} {
		dir := t.TempDir()
		writeDocuments(t, dir, slices.Collect(maps.Values(all)))
		scripttest.Said(t, "traces", "eval", "--events-dir", dir, "--profile", profile)
		for id, c := range all {
			want := maps.Clone(c.Expected)
			if _, other := want["alternatives"]; other && profile == "csb" {
				probes := maps.Clone(want["utilization_probes"].(map[string]any))
				for _, key := range []string{"util_write_overlap_with_relevant_files_proxy", "util_referenced_file_correctness", "util_write_overlap_with_expected_edit_files"} {
					probes[key] = nil
				}
				want["utilization_probes"] = probes
			}
			delete(want, "alternatives")
			config := c.Given.Document["provenance"].(map[string]any)["config_name"].(string)
			got := anyOf(t, filepath.Join(dir, config, id+".retrieval_metrics.json"))
			for _, d := range differences(id, want, got, 1e-9) {
				t.Errorf("%s: %s (CodeScaleBench)", profile, d)
			}
			keys := []string{"chunk_level_metrics", "coverage", "error_taxonomy", "event_summary", "file_level_metrics", "generated_at", "provenance", "schema_version", "utilization_probes"}
			if had := slices.Sorted(maps.Keys(got.(map[string]any))); !slices.Equal(had, keys) {
				t.Errorf("%s: keys %q, want %q", id, had, keys)
			}
		}
	}
}

// The summaries of runs, to the last digit; see TestTraceStages.
func TestTraceSummaries(t *testing.T) {
	all := pipelineCases(t)
	for _, c := range vectors[struct {
		ID    string
		Given struct {
			Of []string `json:"documents_of"`
		}
		Expected map[string]any
	}](t, "csb_summary") {
		var cases []pipelineCase
		for _, id := range c.Given.Of {
			cases = append(cases, all[id])
		}
		for _, profile := range []string{"csb-code", "csb"} {
			dir := t.TempDir()
			writeDocuments(t, dir, cases)
			if profile == "csb" {
				probes := c.Expected["utilization_aggregates"].(map[string]any)
				delete(probes, "util_write_overlap_with_relevant_files_proxy") // of those that wrote, and not of all
				delete(probes, "util_referenced_file_correctness")
			}
			var got any
			scripttest.Decode(t, scripttest.Said(t, "traces", "eval", "--events-dir", dir, "--profile", profile, "--format", "json"), &got)
			for _, d := range differences(c.ID, c.Expected, got, 1e-9) {
				t.Errorf("%s: %s (CodeScaleBench)", profile, d)
			}
			if file := anyOf(t, filepath.Join(dir, traces.SummaryFile)); len(differences("", file, got, 0)) > 0 {
				t.Errorf("%s: %s is not what was printed", c.ID, traces.SummaryFile)
			}
		}
	}
}

// Matched differences and correlations are those of a re-run of the original.
func TestTraceImpact(t *testing.T) {
	type row struct {
		Run    string `json:"run_id"`
		Config string `json:"config_name"`
		Task   string `json:"task_name"`
	}
	for _, c := range vectors[struct {
		ID    string
		Given struct {
			Figures []struct {
				row
				FileRecall float64 `json:"file_recall"`
				MRR        float64 `json:"mrr"`
				MAP        float64 `json:"map_score"`
				Efficiency float64 `json:"context_efficiency"`
			} `json:"retrieval_metrics"`
			Outcomes []struct {
				row
				Reward  *float64
				Cost    *float64 `json:"cost_usd"`
				Seconds float64  `json:"wall_clock_seconds"`
				Tokens  int      `json:"output_tokens"`
			}
		}
		Expected map[string]any
	}](t, "csb_impact") {
		if c.ID == "IM-O-09" {
			continue // TestTraceModels
		}
		dir := t.TempDir()
		for _, o := range c.Given.Outcomes {
			began := time.Date(2026, 2, 23, 14, 0, 0, 0, time.UTC)
			place := trial(t, filepath.Join(dir, o.Run), o.Config, o.Task, map[string]any{
				"verifier_result": map[string]any{"rewards": map[string]any{"reward": o.Reward}},
				"agent_execution": map[string]any{"started_at": began, "finished_at": began.Add(time.Duration(o.Seconds * float64(time.Second)))},
			})
			data, err := json.Marshal(map[string]any{"cost_usd": o.Cost, "output_tokens": o.Tokens})
			if err != nil {
				t.Fatal(err)
			}
			scripttest.Write(t, filepath.Join(place, "task_metrics.json"), data)
		}
		for _, f := range c.Given.Figures {
			data, err := json.Marshal(traces.TaskMetrics{
				SchemaVersion: "1.0", Provenance: traces.Provenance{RunID: f.Run, ConfigName: f.Config, TaskName: f.Task},
				FileLevel: traces.FileLevel{Computable: true, FileScores: &traces.FileScores{FileRecall: f.FileRecall, MRR: f.MRR, MAP: f.MAP, ContextEfficiency: f.Efficiency}},
			})
			if err != nil {
				t.Fatal(err)
			}
			scripttest.Write(t, filepath.Join(dir, f.Run, "retrieval_events", f.Config, f.Task+traces.MetricsEnding), data)
		}
		var got any
		scripttest.Decode(t, scripttest.Said(t, "traces", "impact", "--run-dir", dir, "--all", "--format", "json"), &got)
		for _, d := range differences(c.ID, c.Expected, got, 1e-6) {
			t.Errorf("%s (CodeScaleBench)", d)
		}
		for _, cause := range []string{"because", "causes", "caused", "due to", "leads to", "thanks to"} {
			if text := string(scripttest.Said(t, "traces", "impact", "--run-dir", dir, "--all", "-v")); strings.Contains(text, cause) {
				t.Errorf("%s: %q is a word of cause", c.ID, cause)
			}
		}
	}
}

// Tasks whose sides have other models are matched under csb-code only; the vector
// has one of each, and here there are enough of them to be compared.
func TestTraceModels(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "fix_1")
	for _, config := range []string{"baseline-local-direct", "mcp-remote-direct"} {
		for i, task := range []string{"t1", "t2", "t3", "t4", "t5"} {
			model, version := "m1", "1.0"
			if task == "t2" && config != "baseline-local-direct" {
				model = "m2"
			}
			if task == "t5" && config != "baseline-local-direct" {
				version = "1.1"
			}
			trial(t, dir, config, task, map[string]any{
				"agent_info":      map[string]any{"name": "claude-code", "version": version, "model_info": map[string]any{"name": model}},
				"verifier_result": map[string]any{"rewards": map[string]any{"reward": float64(i) / 10}},
			})
			scripttest.Write(t, filepath.Join(dir, "retrieval_events", config, task+traces.MetricsEnding), []byte(`{"schema_version": "1.0",
				"provenance": {"run_id": "fix_1", "config_name": "`+config+`", "task_name": "`+task+`"}, "file_level_metrics": {"computable": false}}`))
		}
	}
	for profile, want := range map[string]string{"csb": "t1 t3 t4; t2 model_mismatch, t5 harness_mismatch", "csb-code": "t1 t2 t3 t4 t5; "} {
		var got struct {
			Matched struct {
				PerTask []struct {
					Task string `json:"task_name"`
				} `json:"per_task"`
				Excluded []struct {
					Task   string `json:"task_name"`
					Reason string
				} `json:"excluded_tasks"`
			} `json:"matched_comparison"`
		}
		scripttest.Decode(t, scripttest.Said(t, "traces", "impact", dir, "--profile", profile, "--format", "json"), &got)
		var matched, excluded []string
		for _, p := range got.Matched.PerTask {
			matched = append(matched, p.Task)
		}
		for _, e := range got.Matched.Excluded {
			excluded = append(excluded, e.Task+" "+e.Reason)
		}
		if all := strings.Join(matched, " ") + "; " + strings.Join(excluded, ", "); all != want {
			t.Errorf("%s: %s, want %s (IM-O-09)", profile, all, want)
		}
	}
}
