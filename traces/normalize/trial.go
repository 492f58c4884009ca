package normalize

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rankduel/rankduel/internal/interrupt"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/groundtruth"
	"github.com/rankduel/rankduel/traces/read"
	"github.com/rankduel/rankduel/traces/runs"
)

const trajectoryFile = "agent/trajectory.json"

// transcriptFiles are the names that agents give their transcripts, in the order
// in which they are tried.
func transcriptFiles() []string {
	var names []string
	for _, dir := range []string{"agent/", "", "agent_output/"} {
		for _, agent := range []string{"claude", "codex", "cursor", "gemini", "copilot", "openhands"} {
			names = append(names, dir+agent+"-code.txt")
		}
		if dir == "agent/" {
			names = append(names, dir+"openhands.txt")
		}
		names = append(names, dir+"transcript.jsonl", dir+"transcript.txt")
	}
	return names
}

// documentOf makes the document of a trial. A trace that cannot be read leaves its
// reason in the document, which is there nevertheless; faults are what was left out
// of one that could be read.
func documentOf(ctx context.Context, t runs.Trial, truth groundtruth.Truth, c traces.Convention, now time.Time) (*traces.Document, read.Faults, error) {
	s := find(t.Dir, c)
	if err := s.read(ctx); err != nil {
		return nil, read.Faults{}, err
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
		Events:      read.Events(trace, start, c),
	}
	if truth.Benchmark != "" {
		d.Provenance.Benchmark = truth.Benchmark
	}
	d.Coverage.DegradedReason = given(s.degraded(trace, source, len(d.Events), c))
	d.Annotate(c)
	return d, trace.Faults, nil
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

// sources are the two files that a trial may have.
type sources struct {
	convention             traces.Convention
	dir                    string
	trajectory, transcript file
}

// A file is one that was found, read or not.
type file struct {
	name  string // "" when it is not there
	trace read.Trace
	err   error // why it is of no use
}

// usable tells what the flag of a document says: found and parseable. The shipped
// program asks for the former only.
func (f file) usable(c traces.Convention) bool { return f.name != "" && (f.err == nil || c.Code) }

// events tells whether the file has any to give.
func (f file) events() bool {
	for _, call := range f.trace.Calls {
		if call.Tool.Retrieve {
			return true
		}
	}
	return false
}

// find looks which of them there are.
func find(dir string, c traces.Convention) *sources {
	s := &sources{convention: c, dir: dir}
	s.trajectory.find(dir, trajectoryFile)
	s.transcript.find(dir, transcriptFiles()...)
	return s
}

func (s *sources) read(ctx context.Context) error {
	return errors.Join(
		s.trajectory.load(ctx, s.dir, s.convention, read.Trajectory),
		s.transcript.load(ctx, s.dir, s.convention, read.Transcript))
}

func (f *file) find(dir string, names ...string) {
	for _, name := range names {
		if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name))); err == nil && info.Mode().IsRegular() {
			f.name = name
			return
		}
	}
}

// load reads the file, if there is one. That it is no trace is said in the
// document; that it cannot be read is an error.
func (f *file) load(ctx context.Context, dir string, c traces.Convention, reader func(io.Reader, traces.Convention) (read.Trace, error)) error {
	if f.name == "" {
		return nil
	}
	path := filepath.Join(dir, filepath.FromSlash(f.name))
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	plain, err := unpack.New(interrupt.Reader(ctx, in))
	if err != nil {
		f.err = err
		return ctx.Err()
	}
	defer plain.Close()
	f.trace, f.err = reader(plain, c)
	if err := ctx.Err(); err != nil {
		return err
	}
	if broken, is := errors.AsType[*os.PathError](f.err); is {
		return broken
	}
	return nil
}

// trace is that of both files, and where its events come from.
func (s *sources) trace() (trace read.Trace, source string) {
	a, b := s.trajectory, s.transcript
	switch {
	case a.events() && b.events():
		return read.Merge(a.trace, b.trace, s.convention), traces.SourceMerged
	case a.events():
		return a.trace, traces.SourceTrajectory
	case b.events(), b.usable(s.convention):
		return b.trace, traces.SourceTranscript
	case a.usable(s.convention):
		return a.trace, traces.SourceTrajectory
	}
	return read.Trace{}, ""
}

// degraded says why events are missing or incomplete, "" when they are not.
func (s *sources) degraded(trace read.Trace, source string, events int, c traces.Convention) string {
	none := "No trajectory.json or claude-code.txt found"
	empty := "Trace files exist but no retrieval events could be extracted"
	if s.trajectory.name == "" && s.transcript.name == "" {
		return none
	}
	var reasons []string
	if events == 0 {
		reasons = append(reasons, empty)
	}
	if c.Code {
		return strings.Join(reasons, "")
	}
	if events == 0 && len(trace.Calls) > 0 {
		reasons = append(reasons, fmt.Sprintf("none of its %d calls is of a tool that reads, searches or writes files", len(trace.Calls)))
	}
	for _, f := range []file{s.trajectory, s.transcript} {
		if f.err != nil {
			reasons = append(reasons, fmt.Sprintf("%s: %v", f.name, f.err))
		}
	}
	if faults := trace.Faults; faults.Calls > 0 || faults.Long > 0 || events == 0 && faults.Lines > 0 {
		reasons = append(reasons, faults.String())
	}
	return strings.Join(reasons, "; ")
}
