package groundtruth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/rankduel/rankduel/traces"
)

// The names of sources of what a solution changes, as documents have them.
const (
	sourceChanges = "expected_changes_json"
	sourcePatch   = "patch"
	sourceDiff    = "diff"
	sourceBuggy   = "ground_truth_json_buggy"
)

// maxSource bounds a file of a task, in bytes.
const maxSource = 64 << 20

// A task is a folder that is being looked through.
type task struct {
	dir        string
	convention traces.Convention
	truth      Truth
	settled    bool // a source says that there are no files to find
	unread     error
}

// look looks through the folder of a task. A source that is not what it should be is
// passed over, and listed; one that is there and cannot be read is an error.
func look(dir string, c traces.Convention) (Truth, error) {
	t := &task{dir: dir, convention: c}
	for _, s := range known().Sources {
		if t.try(s); len(t.truth.Files) > 0 || t.settled {
			break
		}
	}
	t.truth.edits(c)
	if t.truth.Edits == nil && !c.Code {
		t.expectedPatch()
	}
	t.symbols()
	return t.truth, t.unread
}

// found sets the files of a source, unless there are none.
func (t *task) found(files []string, source, confidence string) {
	if files = unique(files); len(files) > 0 {
		t.truth.Files, t.truth.Source, t.truth.Confidence = files, source, confidence
	}
}

// by returns the confidence of the specification, or of the shipped program.
func (t *task) by(specified, code string) string {
	if t.convention.Code {
		return code
	}
	return specified
}

// defects returns the files of those that can be read, which are chunks too.
func (t *task) defects(text string) []string {
	var list []json.RawMessage
	_ = json.Unmarshal([]byte(text), &list) // it is JSON; without a list there are none
	var defects []defect
	var files []string
	for _, raw := range list {
		var d defect
		if json.Unmarshal(raw, &d) == nil && d.File != "" {
			defects, files = append(defects, d), append(files, d.File)
		}
	}
	t.truth.Chunks = chunks(defects)
	return files
}

// expectedPatch says what a solution changes and is not a source of files: the
// specification has it in the one list and not in the other.
func (t *task) expectedPatch() {
	if files := unique(t.patched(t.text("tests/expected.patch"))); len(files) > 0 {
		t.truth.Edits, t.truth.EditsSource, t.truth.EditsConfidence = files, sourcePatch, Medium
	}
}

// text reads a file of the task, "" if it is not there.
func (t *task) text(name string) string {
	path := filepath.Join(t.dir, filepath.FromSlash(name))
	f, err := os.Open(path)
	if err != nil {
		if _, link := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) || link == nil {
			t.unread = errors.Join(t.unread, err)
		}
		return ""
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxSource+1))
	if t.unread = errors.Join(t.unread, err); len(data) > maxSource {
		t.fault(name, fmt.Errorf("more than %d bytes", maxSource))
		return ""
	}
	if !utf8.Valid(data) || strings.HasSuffix(name, ".json") { // in other text \ud800 is what it is
		var changed bool
		if data, changed = traces.Escaped(data); changed {
			t.fault(name, errors.New(`not Unicode text; it has \xE9 or \ud800 in place of what is not`))
		}
	}
	return strings.TrimPrefix(string(data), "\ufeff")
}

// decode reads JSON into v, and tells whether it is that; what is of another kind is empty.
func (t *task) decode(name, text string, v any) bool {
	err := json.Unmarshal([]byte(text), v)
	if !traces.Readable(err) {
		t.fault(name, err)
	}
	return traces.Readable(err)
}

func (t *task) fault(name string, err error) {
	t.truth.Faults = append(t.truth.Faults, fmt.Sprintf("%s: %v", name, err))
}

// symbols are the oracle's in task_spec.json, which the shipped program does not read.
func (t *task) symbols() {
	if t.convention.Code {
		return
	}
	for _, name := range []string{"tests/task_spec.json", "task_spec.json"} {
		var root any
		if text := t.text(name); text == "" || !t.decode(name, text, &root) {
			continue
		}
		list, _ := known().Symbols.List(context.Background(), math.MaxInt, root, false) // what is of another kind has none
		data, _ := json.Marshal(list)                                                   // it comes of JSON
		_ = json.Unmarshal(data, &t.truth.Symbols)
		return
	}
}
