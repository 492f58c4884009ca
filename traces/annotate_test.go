package traces_test

import (
	"fmt"
	"testing"

	"github.com/rankduel/rankduel/traces"
)

// Counts of a document are those of its events, counted by hand: files once in
// whatever spelling, hits of the ground truth, the step of the first.
func TestAnnotate(t *testing.T) {
	event := func(step int, category string, mcp bool, files ...string) traces.Event {
		return traces.Event{StepIndex: step, ToolName: "T", ToolCategory: category, IsMCP: mcp, TargetFiles: files}
	}
	d := traces.Document{
		GroundTruth: traces.GroundTruth{Files: []string{"/workspace/A.go", "a.go", "b.go", "c.go"}}, // three files
		Events: []traces.Event{
			event(1, "code_search", true, "x.go", "y.go"),
			event(4, "file_read", false, "/testbed/a.go", "x.go"),
			event(5, "file_read", false),
			event(9, "file_read", false, "B.go", "a.go"),
		},
	}
	d.Annotate(traces.Convention{})
	s := *d.Summary
	if got, want := fmt.Sprint(s.TotalEvents, s.MCPEvents, s.LocalEvents, s.UniqueFilesAccessed, s.GroundTruthFilesHit, s.GroundTruthFilesTotal, *s.FirstGroundTruthHitStep, s.EventsByCategory),
		"4 1 3 4 2 3 4 map[code_search:1 file_read:3]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for i, want := range []string{"false []", "true [a.go]", "false []", "true [b.go a.go]"} {
		if got := fmt.Sprint(d.Events[i].HitsGroundTruth, " ", d.Events[i].MatchedGroundTruthFiles); got != want {
			t.Errorf("event %d: %s, want %s", i, got, want)
		}
	}
}
