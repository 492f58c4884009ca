package groundtruth

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
)

// keys are those under which sources in JSON have files. Others, such as instance.json,
// are there for something else too.
var keys = map[string]string{
	"tests/ground_truth.json":     "files, file_references, buggy_files, entries, file_path",
	"tests/expected_changes.json": "expected_files",
	"tests/expected_defects.json": "entries with file",
	"tests/oracle_answer.json":    "files, chain, symbols",
	"the registry":                "files",
}

var nothing = pattern.Lazy(`^\s*(\[\s*]|\{\s*}|""|null)\s*$`)

// foreign says which keys a source has that gave no file, unless a known one, or all of it,
// is there and empty.
func (t *Truth) foreign(name, text string) {
	known, ours := keys[name]
	if !ours || nothing().MatchString(text) {
		return
	}
	has := "a list of something else"
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &members) == nil {
		for _, key := range strings.Split(known, ", ") {
			if value, there := members[key]; there && nothing().Match(value) {
				return
			}
		}
		has = strings.Join(slices.Sorted(maps.Keys(members)), ", ")
	}
	t.Faults = append(t.Faults, fmt.Sprintf("%s: no files are read from it: it has %s; known are %s, with paths as texts; give a registry where files are elsewhere: --tasks FILE.json with {TASK: {\"files\": [PATH, …]}}", name, has, known))
}
