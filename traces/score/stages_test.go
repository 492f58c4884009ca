package score_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/score"
)

func measured(t *testing.T, d *traces.Document, o score.Options) *traces.TaskMetrics {
	t.Helper()
	m, err := score.Task(d, o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func read(step int, files ...string) traces.Event {
	return traces.Event{StepIndex: step, ToolCategory: traces.FileRead, TargetFiles: files}
}

// Without ranges of lines in the ground truth there is no second stage; without a trace their number is known alone.
func TestChunks(t *testing.T) {
	chunks := []traces.Chunk{{File: "a.go", LineStart: 1, LineEnd: 2}, {File: "b.go", LineStart: 1, LineEnd: 2}, {File: "a.go", LineStart: 7, LineEnd: 9}}
	none := traces.ChunkLevel{Resolution: "file_level_only", Validity: "unsupported"}
	for _, tt := range []struct {
		name   string
		chunks []traces.Chunk
		known  bool
		events []traces.Event
		trace  bool
		want   traces.ChunkLevel
	}{
		{"two of three", chunks, true, []traces.Event{read(0, "a.go")}, true, traces.ChunkLevel{Resolution: "chunk_level", Validity: "file_match_only", Total: 3, Hit: 2, Recall: new(0.6667)}},
		{"none found", chunks, true, []traces.Event{read(0, "c.go")}, true, traces.ChunkLevel{Resolution: "chunk_level", Validity: "file_match_only", Total: 3, Recall: new(0.0)}},
		{"no trace", chunks, true, nil, false, traces.ChunkLevel{Resolution: "chunk_level", Validity: "file_match_only", Total: 3}},
		{"a trace without events", chunks, true, nil, true, traces.ChunkLevel{Resolution: "chunk_level", Validity: "file_match_only", Total: 3, Recall: new(0.0)}},
		{"not known", chunks, false, []traces.Event{read(0, "a.go")}, true, none},
		{"no ranges", nil, true, []traces.Event{read(0, "a.go")}, true, none},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := measured(t, &traces.Document{
				Coverage:    traces.Coverage{HasGroundTruth: true, HasTranscript: tt.trace, HasChunkGroundTruth: tt.known},
				GroundTruth: traces.GroundTruth{Files: []string{"a.go"}, Chunks: tt.chunks}, Events: tt.events,
			}, score.Options{})
			if diff := cmp.Diff(tt.want, m.ChunkLevel); diff != "" {
				t.Errorf("ranges of lines (-want +got):\n%s", diff)
			}
		})
	}
}

// Each sign of a trace is one: where it comes from, a trajectory, a transcript, an event.
func TestTraces(t *testing.T) {
	source := "x"
	for _, tt := range []struct {
		name     string
		coverage traces.Coverage
		events   []traces.Event
		reason   string
	}{
		{"nothing", traces.Coverage{HasGroundTruth: true}, nil, traces.NoTrace},
		{"a source", traces.Coverage{HasGroundTruth: true, TraceSource: &source}, nil, ""},
		{"a trajectory", traces.Coverage{HasGroundTruth: true, HasTrajectory: true}, nil, ""},
		{"a transcript", traces.Coverage{HasGroundTruth: true, HasTranscript: true}, nil, ""},
		{"an event", traces.Coverage{HasGroundTruth: true}, []traces.Event{read(0, "b.go")}, ""},
		{"no ground truth", traces.Coverage{HasTranscript: true}, nil, traces.NoGroundTruth},
		{"neither", traces.Coverage{}, nil, traces.NoGroundTruth},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := measured(t, &traces.Document{Coverage: tt.coverage, GroundTruth: traces.GroundTruth{Files: []string{"a.go"}}, Events: tt.events}, score.Options{})
			f, p := m.FileLevel, m.Utilization
			if f.Computable != (tt.reason == "") || f.Reason != tt.reason || m.Taxonomy.Reason != tt.reason || p.Available != (tt.reason != traces.NoGroundTruth) {
				t.Errorf("files %+v, probes %+v, labels %+v; want reason %q", f, p, m.Taxonomy, tt.reason)
			}
			if tt.reason != "" && (*p.Reason != tt.reason || *p.EditsReason != tt.reason) {
				t.Errorf("probes because of %s and %s, want %s", *p.Reason, *p.EditsReason, tt.reason)
			}
		})
	}
	// ground truth of no file is none
	if m := measured(t, &traces.Document{Coverage: traces.Coverage{HasGroundTruth: true, HasTranscript: true}}, score.Options{}); m.FileLevel.Reason != traces.NoGroundTruth {
		t.Errorf("an empty ground truth: %+v", m.FileLevel)
	}
}

// Up to 5 files are a small set, up to 20 a medium one: the bounds of the specification.
func TestSizes(t *testing.T) {
	for n, want := range map[int]string{0: "small", 5: "small", 6: "medium", 20: "medium", 21: "large"} {
		d := &traces.Document{Coverage: traces.Coverage{HasGroundTruth: true, HasTranscript: true}, GroundTruth: traces.GroundTruth{Files: []string{"a.go"}}}
		for i := range n {
			d.Events = append(d.Events, read(i, fmt.Sprint("f", i, ".go")))
		}
		s := measured(t, d, score.Options{}).Taxonomy.Slices
		if s.Size != want || *s.Count != n || s.Dominant != map[bool]string{true: "none", false: traces.FileRead}[n == 0] {
			t.Errorf("%d files are %+v, want %s", n, s, want)
		}
	}
}

// What the document says of itself is handed on, and the document stays as it was.
func TestHandedOn(t *testing.T) {
	at := time.Date(2026, 3, 1, 9, 30, 0, 0, time.FixedZone("CET", 3600))
	d := &traces.Document{
		Provenance: traces.Provenance{RunID: "r"}, Coverage: traces.Coverage{HasGroundTruth: true, HasTranscript: true},
		GroundTruth: traces.GroundTruth{Files: []string{"a.go"}}, Events: []traces.Event{read(3, "a.go"), read(4, "b.go")},
	}
	m := measured(t, d, score.Options{Now: at})
	if m.GeneratedAt != "2026-03-01T08:30:00Z" || m.SchemaVersion != traces.SchemaVersion || m.Provenance.RunID != "r" || !m.Coverage.HasTranscript {
		t.Errorf("%+v", m)
	}
	if e := m.EventSummary; e.TotalEvents != 2 || e.UniqueFilesAccessed != 2 || e.GroundTruthFilesHit != 1 || *e.FirstGroundTruthHitStep != 3 {
		t.Errorf("events are counted as %+v", e)
	}
	if d.Events[0].HitsGroundTruth || d.Summary != nil {
		t.Errorf("the document was changed: %+v", d)
	}
	d.Summary = &traces.Summary{TotalEvents: 77}
	if m := measured(t, d, score.Options{}); m.EventSummary.TotalEvents != 77 || m.Taxonomy.Slices.Dominant != traces.FileRead {
		t.Errorf("with counts of its own: %+v, %+v", m.EventSummary, m.Taxonomy.Slices)
	}
}
