package groundtruth

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/rankduel/rankduel/traces"
)

// The names of sources, as documents have them.
const (
	sourceChanges     = "expected_changes_json"
	sourceDefects     = "expected_defects_json"
	sourcePatch       = "patch"
	sourceDiff        = "diff"
	sourceInstance    = "instance_json"
	sourceOracle      = "oracle_answer_json"
	sourceTestScript  = "test_script"
	sourceInstruction = "instruction"
	sourceBuggy       = "ground_truth_json_buggy"
)

// maxSource bounds a file of a task, in bytes.
const maxSource = 64 << 20

// A task is a folder that is being looked through.
type task struct {
	dir        string
	convention traces.Convention
	truth      Truth
	settled    bool              // a source says that there are no files to find
	opened     map[string]string // sources in JSON by name, until one gave files
	unread     error
}

// look looks through the folder of a task. A source that is not what it should be is
// passed over, and listed; one that is there and cannot be read is an error.
func look(dir string, c traces.Convention) (Truth, error) {
	t := &task{dir: dir, convention: c, opened: map[string]string{}}
	for _, look := range []func(){
		t.groundTruthJSON, t.instance, t.defects, t.changes, t.patches,
		func() { t.patch(t.by(Medium, High), "solution/solve.sh", "environment/solve.sh") }, t.oracle, // the script that solves the task
		func() { t.mentions("tests/test.sh", sourceTestScript, Medium) },
		func() { t.mentions("instruction.md", sourceInstruction, Low) },
	} {
		if look(); len(t.truth.Files) > 0 || t.settled {
			break
		}
		for name, text := range t.opened { // one at most
			t.truth.foreign(name, text)
		}
		clear(t.opened)
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

func (t *task) defects() {
	var list []json.RawMessage
	if !t.json("tests/expected_defects.json", &list) {
		return
	}
	var defects []defect
	var files []string
	for _, raw := range list {
		var d defect
		if json.Unmarshal(raw, &d) == nil && d.File != "" {
			defects, files = append(defects, d), append(files, d.File)
		}
	}
	if t.found(files, sourceDefects, High); len(files) > 0 {
		t.truth.Chunks = chunks(defects)
	}
}

func (t *task) changes() {
	var expected struct {
		Files []json.RawMessage `json:"expected_files"`
	}
	if t.json("tests/expected_changes.json", &expected) {
		t.found(t.textsOf("tests/expected_changes.json", expected.Files), sourceChanges, High)
	}
}

// patches are those that a solution is, High because they are next to the tests.
func (t *task) patches() {
	names := []string{"tests/reference_fix.patch", "tests/expected.diff"}
	if t.convention.Code {
		names = append(names, "tests/expected.patch")
	}
	t.patch(High, names...)
}

// patch takes the first of the files that patches one.
func (t *task) patch(confidence string, names ...string) {
	for _, name := range names {
		if t.found(t.patched(t.text(name)), sourcePatch, confidence); len(t.truth.Files) > 0 {
			return
		}
	}
}

// expectedPatch says what a solution changes and is not a source of files: the
// specification has it in the one list and not in the other.
func (t *task) expectedPatch() {
	if files := unique(t.patched(t.text("tests/expected.patch"))); len(files) > 0 {
		t.truth.Edits, t.truth.EditsSource, t.truth.EditsConfidence = files, sourcePatch, Medium
	}
}

func (t *task) mentions(name, source, confidence string) {
	t.found(mentioned(t.text(name)), source, confidence)
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

// json reads a file of the task into v, and tells whether it is there and JSON.
func (t *task) json(name string, v any) bool {
	text := t.text(name)
	if text == "" {
		return false
	}
	err := json.Unmarshal([]byte(text), v)
	if !traces.Readable(err) {
		t.fault(name, err)
		return false
	}
	t.opened[name] = text
	return true // what is of another kind is empty
}

func (t *task) fault(name string, err error) {
	t.truth.Faults = append(t.truth.Faults, fmt.Sprintf("%s: %v", name, err))
}

// textsOf returns the texts of a list; that some entries are something else is a fault.
func (t *task) textsOf(name string, list []json.RawMessage) []string {
	var texts []string
	for _, raw := range list {
		var text string
		if json.Unmarshal(raw, &text) == nil {
			texts = append(texts, text)
		}
	}
	if other := len(list) - len(texts); other > 0 && len(texts) > 0 {
		t.fault(name, fmt.Errorf("%d of %d entries of a list of files are not texts, and are left out", other, len(list)))
	}
	return texts
}

// symbols are the oracle's in task_spec.json, which the shipped program does not
// read.
func (t *task) symbols() {
	if t.convention.Code {
		return
	}
	for _, name := range []string{"tests/task_spec.json", "task_spec.json"} {
		var spec struct {
			Artifacts struct {
				Oracle struct {
					Symbols []json.RawMessage `json:"required_symbols"`
				} `json:"oracle"`
			} `json:"artifacts"`
		}
		if !t.json(name, &spec) {
			continue
		}
		for _, i := range items(spec.Artifacts.Oracle.Symbols) {
			if i.Symbol != "" && i.path() != "" {
				t.truth.Symbols = append(t.truth.Symbols, traces.Symbol{File: i.path(), Symbol: i.Symbol, Repo: i.Repo})
			}
		}
		return
	}
}
