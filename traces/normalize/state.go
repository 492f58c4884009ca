package normalize

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/rankduel/rankduel/traces"
	"github.com/rankduel/rankduel/traces/groundtruth"
	"github.com/rankduel/rankduel/traces/runs"
)

// revision is that of the rules by which documents are made: a higher one makes all of them again.
const revision = 5

// stateFile says, in the folder of events, from what each document was made.
const stateFile = ".normalized.jsonl"

// A record is one line of it. The last one of a document holds.
type record struct {
	Document string `json:"document"` // below the folder of events
	Inputs   string `json:"inputs"`   // a hash of what it was made from
	Size     int64  `json:"size"`     // of the document
	Modified int64  `json:"modified"` // likewise, in ns
	Reading  int64  `json:"reading"`  // size of the file next to it, 0 without one
}

// A state is what is known of one folder of events. It is appended to, so that an interrupted run goes on where it was.
type state struct {
	dir   string
	mutex sync.Mutex
	known map[string]record
	file  *os.File // nil until something is written
}

func readState(dir string) *state {
	s := &state{dir: dir, known: map[string]record{}}
	data, err := os.ReadFile(filepath.Join(dir, stateFile))
	if err != nil {
		return s // nothing is known
	}
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		var r record
		if json.Unmarshal(lines.Bytes(), &r) == nil { // the last line may be torn
			s.known[r.Document] = r
		}
	}
	return s
}

// current tells whether the document is there as it was written, from the same inputs.
func (s *state) current(document, inputs string) bool {
	s.mutex.Lock()
	r, known := s.known[document]
	s.mutex.Unlock()
	info, err := os.Stat(filepath.Join(s.dir, document))
	return known && err == nil && r.Inputs == inputs && r.Size == info.Size() && r.Modified == info.ModTime().UnixNano() && r.Reading == s.reading(document)
}

func (s *state) reading(document string) int64 {
	info, err := os.Stat(readingOf(filepath.Join(s.dir, document)))
	if err != nil {
		return 0
	}
	return info.Size()
}

func (s *state) wrote(document, inputs string) error {
	info, err := os.Stat(filepath.Join(s.dir, document))
	if err != nil {
		return err
	}
	line, err := json.Marshal(record{document, inputs, info.Size(), info.ModTime().UnixNano(), s.reading(document)})
	if err != nil {
		return err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.file == nil {
		if s.file, err = os.OpenFile(filepath.Join(s.dir, stateFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err != nil {
			return err
		}
	}
	_, err = s.file.Write(append(line, '\n'))
	return err
}

func (s *state) close() error {
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// inputs returns a hash of everything that a document is made from: the rules, what is
// known of the task, and the trial's files by size and time.
func inputs(t runs.Trial, truth groundtruth.Truth, c traces.Convention) (string, error) {
	h := sha256.New()
	e := json.NewEncoder(h)
	s, err := find(t.Dir, c)
	if err != nil {
		return "", err
	}
	if err := e.Encode([]any{revision, traces.SchemaVersion, c, t.RunID, t.Config, t.Batch, filepath.Base(t.Dir), t.Task, t.Suite, t.Result, truth}); err != nil {
		return "", err
	}
	for _, name := range []string{s.trajectory.name, s.transcript.name} {
		if err := stamp(h, t.Dir, name); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func stamp(w io.Writer, dir, name string) error {
	if name == "" {
		_, err := fmt.Fprintln(w, "none")
		return err
	}
	info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, name, info.Size(), info.ModTime().UnixNano())
	return err
}
