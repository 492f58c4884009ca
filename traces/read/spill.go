package read

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/outfile"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/traces"
)

// A spill is the temporary file of a list of calls, made when it is first needed.
// Pages are appended to it; one that was changed is written again at the end.
type spill struct {
	file *outfile.File
	end  int64
	err  error // the first; nothing is written or read after it
}

// A place is where a page is in the file.
type place struct {
	at   int64
	size int
}

// A spilled is a call as the file has it.
type spilled struct {
	Call
	Tool string // its name: the convention says the rest
}

func (s *spill) write(calls []Call) (at place) {
	list := ordered.Each(calls, func(c Call) spilled { return spilled{c, c.Tool.Name} })
	var out bytes.Buffer
	e := plainjson.NewEncoder(&out) // arguments stay as they are
	err := e.Encode(list)
	if s.file == nil && s.err == nil && err == nil {
		s.file, err = outfile.Create(filepath.Join(os.TempDir(), "rankduel-calls"), 0o600)
	}
	if err == nil && s.err == nil {
		_, err = s.file.WriteAt(out.Bytes(), s.end)
	}
	if s.failed(err) {
		return place{}
	}
	at = place{s.end, out.Len()}
	s.end += int64(out.Len())
	return at
}

// read gives n calls, which are empty where the file cannot be read.
func (s *spill) read(at place, n int, c traces.Convention) []Call {
	calls := make([]Call, n)
	if s.err != nil {
		return calls
	}
	data := make([]byte, at.size)
	_, err := s.file.ReadAt(data, at.at)
	var list []spilled
	if err == nil {
		err = json.Unmarshal(data, &list)
	}
	if err == nil && len(list) != n {
		err = fmt.Errorf("%s: %d calls, want %d: somebody else writes it", s.file.Name(), len(list), n)
	}
	if s.failed(err) {
		return calls
	}
	for i, from := range list {
		calls[i] = from.Call
		calls[i].Tool = c.Tool(from.Tool)
	}
	return calls
}

func (s *spill) failed(err error) bool {
	if s.err == nil && err != nil {
		s.err = &SpillError{err}
	}
	return s.err != nil
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
