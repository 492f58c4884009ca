package normalize

import (
	"context"
	"io"
	"path/filepath"
	"time"

	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/groundtruth"
	"github.com/rankduel/rankduel/traces/read"
	"github.com/rankduel/rankduel/traces/runs"
)

// A draft is a document that is not written yet: its events are made of the calls of the trace while it is.
type draft struct {
	head       *traces.Document // without events and summary
	trace      read.Trace
	start      string // when the agent began
	convention traces.Convention
	sources    *sources
}

func (d *draft) write(to io.Writer) (*traces.Summary, error) {
	summary, err := traces.WriteDocument(to, d.head, read.Events(d.trace, d.start), d.convention)
	if err == nil {
		err = d.trace.Calls.Err()
	}
	return summary, err
}

// reading writes what was understood, and what was done in a shell.
func (d *draft) reading(to io.Writer, u traces.Understanding) error {
	err := traces.WriteReading(to, d.head.Provenance, read.ShellEvents(d.trace, d.start), u)
	if err == nil {
		err = d.trace.Calls.Err()
	}
	return err
}

func (d *draft) close() {
	d.trace.Calls.Close()
	d.sources.close()
}

// draftOf reads the traces of a trial. One that cannot be read leaves its reason
// in the document, which is there nevertheless.
func draftOf(ctx context.Context, t runs.Trial, truth groundtruth.Truth, c traces.Convention, now time.Time) (*draft, error) {
	s, err := find(t.Dir, c)
	if err == nil {
		err = s.read(ctx)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	start := t.Result.AgentAt
	if c.Code {
		start = ""
	}
	trace, source := s.trace()
	d := &traces.Document{
		SchemaVersion: traces.SchemaVersion, GeneratedAt: now.UTC().Format(time.RFC3339),
		Provenance: traces.Provenance{
			RunID: t.RunID, TaskName: t.Task, TrialName: new(filepath.Base(t.Dir)), ConfigName: t.Config,
			Benchmark: t.Suite, BatchTimestamp: given(t.Batch), Model: given(t.Result.Model),
		},
		Coverage: traces.Coverage{
			HasTrajectory: s.trajectory.usable(c), HasTranscript: s.transcript.usable(c),
			HasGroundTruth: len(truth.Files) > 0, HasChunkGroundTruth: len(truth.Chunks) > 0,
			TraceSource: given(source), GroundTruthSource: given(truth.Source), GroundTruthConfidence: confidence(truth.Confidence),
		},
		GroundTruth: truth.Section(),
	}
	if truth.Benchmark != "" {
		d.Provenance.Benchmark = truth.Benchmark
	}
	d.Coverage.DegradedReason = given(s.degraded(trace, c))
	return &draft{head: d, trace: trace, start: start, convention: c, sources: s}, nil
}

func given(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func confidence(text string) *string {
	switch text {
	case groundtruth.High, groundtruth.Medium, groundtruth.Low:
		return &text
	}
	return nil
}
