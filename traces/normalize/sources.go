package normalize

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rankduel/rankduel/internal/interrupt"
	"github.com/rankduel/rankduel/internal/unpack"
	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/read"
)

const trajectoryFile = "agent/trajectory.json"

// transcriptFiles returns the names that agents give their transcripts, in the order in which they are tried.
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

// usable tells what the flag of a document says: found and parseable. The shipped program asks for the former only.
func (f file) usable(c traces.Convention) bool { return f.name != "" && (f.err == nil || c.Code) }

// events tells whether the file has any to give.
func (f file) events() bool { return f.trace.Calls != nil && f.trace.Calls.Events() > 0 }

func find(dir string, c traces.Convention) (*sources, error) {
	s := &sources{convention: c, dir: dir}
	return s, errors.Join(s.trajectory.find(dir, trajectoryFile), s.transcript.find(dir, transcriptFiles()...))
}

func (s *sources) read(ctx context.Context) error {
	return errors.Join(
		s.trajectory.load(ctx, s.dir, s.convention, read.Trajectory),
		s.transcript.load(ctx, s.dir, s.convention, read.Transcript))
}

// find takes the first that is there. One that is there and cannot be read, such as a folder, a link to nothing, or
// what is in a closed folder, is an error: that a trace is lost to the eye does not make the trial one without.
func (f *file) find(dir string, names ...string) error {
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		info, err := os.Stat(path)
		if err == nil && !info.Mode().IsRegular() {
			err = fmt.Errorf("%s: it is not a file", path)
		}
		f.name = name
		return err
	}
	return nil
}

// load reads the file, if there is one. That it is not a trace is said in the
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
	if broken, is := errors.AsType[*read.SpillError](f.err); is {
		return broken
	}
	if broken, is := errors.AsType[*os.PathError](f.err); is {
		return broken
	}
	return nil
}

// trace returns that of both files, and where its events come from.
func (s *sources) trace() (trace read.Trace, source string) {
	a, b := s.trajectory, s.transcript
	switch {
	case a.events() && b.events():
		return read.Merge(a.trace, b.trace, s.convention), traces.SourceMerged
	case a.events():
		return a.trace, traces.SourceTrajectory
	case b.events(), b.usable(s.convention):
		trace, source = b.trace, traces.SourceTranscript
	case a.usable(s.convention):
		trace, source = a.trace, traces.SourceTrajectory
	}
	if trace.Calls == nil { // of a file that is there and of no use
		trace.Calls = &read.Calls{}
	}
	return trace, source
}

func (s *sources) close() {
	for _, f := range []file{s.trajectory, s.transcript} {
		if f.trace.Calls != nil {
			f.trace.Calls.Close()
		}
	}
}

// degraded says why events are missing or incomplete, "" when they are not.
func (s *sources) degraded(trace read.Trace, c traces.Convention) string {
	events, calls := trace.Calls.Events(), trace.Calls.Len()
	none := "No trajectory.json or claude-code.txt found"
	empty := "Trace files exist but no retrieval events could be extracted"
	var reasons []string
	if s.trajectory.name == "" && s.transcript.name == "" {
		return none
	}
	if events == 0 {
		reasons = append(reasons, empty)
	}
	if c.Code {
		return strings.Join(reasons, "")
	}
	if events == 0 && calls > 0 {
		which := "its only call is of no tool"
		if calls > 1 {
			which = fmt.Sprintf("none of its %d calls is of a tool", calls)
		}
		reasons = append(reasons, which+" that reads, searches or writes files")
	}
	for _, f := range []file{s.trajectory, s.transcript} {
		if f.err != nil {
			reasons = append(reasons, fmt.Sprintf("%s: %v", f.name, f.err))
		}
	}
	if faults := trace.Faults; faults.Calls > 0 || faults.Long > 0 || faults.Torn || events == 0 && faults.Lines > 0 {
		reasons = append(reasons, faults.String())
	}
	return strings.Join(reasons, "; ")
}
