package score_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/score"
)

const (
	document = `{"schema_version": "1.0", "provenance": {"run_id": "r", "config_name": "c", "task_name": "t"}, "coverage": {"has_ground_truth": true, "has_transcript": true},
 "ground_truth": {"files": ["a.go"]}, "events": [{"tool_category": "file_read", "target_files": ["a.go"]}]}`
	figures = `{"schema_version": "1.0", "provenance": {"run_id": "r", "config_name": "c", "task_name": "TASK"}, "file_level_metrics": {"computable": true, "file_recall": 0.25}}`
)

// Documents are measured, whatever figures are next to them; figures without their
// document are taken; an execution counts once, that of the second folder not.
func TestFigures(t *testing.T) {
	one, two := t.TempDir(), t.TempDir()
	for path, text := range map[string]string{
		filepath.Join(one, "t"+traces.EventsEnding):     document,
		filepath.Join(one, "t"+traces.MetricsEnding):    strings.Replace(figures, "TASK", "t", 1),
		filepath.Join(one, "u"+traces.MetricsEnding):    strings.Replace(figures, "TASK", "u", 1),
		filepath.Join(two, "copy"+traces.MetricsEnding): strings.Replace(figures, "TASK", "t", 1),
		filepath.Join(two, "v"+traces.MetricsEnding):    strings.Replace(figures, "TASK", "v", 1),
	} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tasks, notes, err := score.Figures([]string{one, two}, score.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(tasks) != 3 || tasks[0].FileLevel.FileRecall != 1 || tasks[1].FileLevel.FileRecall != 0.25 {
		t.Errorf("%+v: want the document of t measured, 1, and the figures of u and v, 0.25", tasks)
	}
	if len(notes) != 1 || !strings.Contains(notes[0], "copy") || !strings.Contains(notes[0], "r/c/t") {
		t.Errorf("%q: want the copy named", notes)
	}
}

// The same task of another batch is another execution.
func TestFiguresOfBatches(t *testing.T) {
	dir := t.TempDir()
	for _, batch := range []string{"1", "2"} {
		text := strings.Replace(document, `"run_id"`, `"batch_timestamp": "`+batch+`", "run_id"`, 1)
		if err := os.WriteFile(filepath.Join(dir, batch+traces.EventsEnding), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if tasks, notes, err := score.Figures([]string{dir}, score.Options{}); err != nil || len(tasks) != 2 || len(notes) != 0 {
		t.Errorf("%d tasks, %q, %v: want both", len(tasks), notes, err)
	}
}

// Every file that cannot be read is named.
func TestFiguresFaults(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a" + traces.EventsEnding, "b" + traces.MetricsEnding} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("[]"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := score.Figures([]string{dir}, score.Options{}); err == nil || !strings.Contains(err.Error(), "a"+traces.EventsEnding) || !strings.Contains(err.Error(), "b"+traces.MetricsEnding) {
		t.Errorf("%v, want both files", err)
	}
}
