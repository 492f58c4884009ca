package read

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/traces"
)

// A spill is the temporary file of a list of calls, made when it is first needed.
// Calls are appended to it; one that was changed is written again at the end.
type spill struct {
	file *outfile.File
	end  int64
	err  error // the first; nothing is written or read after it
}

// A place is where a call is in the file.
type place struct {
	at   int64
	size int
}

// A spilled is a call as the file has it.
type spilled struct {
	Call
	Tool string // its name: the convention says the rest
}

func (s *spill) write(calls []Call) []place {
	places := make([]place, len(calls))
	var out bytes.Buffer
	e := plainjson.NewEncoder(&out) // arguments stay as they are
	for i, c := range calls {
		before := out.Len()
		s.failed(e.Encode(spilled{c, c.Tool.Name}))
		places[i] = place{s.end + int64(before), out.Len() - before}
	}
	if s.file == nil && s.err == nil {
		file, err := outfile.Create(filepath.Join(os.TempDir(), "rankduel-calls"), 0o600)
		s.file = file
		s.failed(err)
	}
	if s.err == nil {
		_, err := s.file.WriteAt(out.Bytes(), s.end)
		s.failed(err)
		s.end += int64(out.Len())
	}
	return places
}

// read gives a call, which is empty where the file cannot be read.
func (s *spill) read(at place, c traces.Convention) Call {
	if s.err != nil {
		return Call{}
	}
	data := make([]byte, at.size)
	var from spilled
	_, err := s.file.ReadAt(data, at.at)
	if err == nil {
		err = json.Unmarshal(data, &from)
	}
	if err != nil {
		s.failed(fmt.Errorf("%s: does another program write it? %w", s.file.Name(), err))
		return Call{}
	}
	from.Call.Tool = c.Tool(from.Tool)
	return from.Call
}

func (s *spill) failed(err error) {
	if s.err == nil && err != nil {
		s.err = &SpillError{err}
	}
}

func (s *spill) close() {
	if s.file != nil {
		s.file.Discard()
		s.file = nil
	}
}

// A SpillError says that the temporary file of a long trace cannot be used.
type SpillError struct{ Err error }

func (e *SpillError) Error() string {
	return fmt.Sprintf("the temporary file of a long trace (TMPDIR says where): %v", e.Err)
}

func (e *SpillError) Unwrap() error { return e.Err }
