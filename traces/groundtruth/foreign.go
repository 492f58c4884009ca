package groundtruth

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// registryFile is a registry in the messages about its entries.
const registryFile = "the registry"

// keys are those under which sources in JSON have files. Others, such as instance.json,
// are there for something else too.
var keys = map[string]string{
	"tests/ground_truth.json":     "files, file_references, buggy_files, entries, file_path",
	"tests/expected_changes.json": "expected_files",
	"tests/expected_defects.json": "entries with file",
	"tests/oracle_answer.json":    "files, chain, symbols",
	registryFile:                  "files",
}

// foreign says of the sources that were read and gave no file what is in them, unless they
// say themselves that there is none.
func (t *task) foreign() {
	for _, name := range slices.Sorted(maps.Keys(t.opened)) {
		if err := foreignKeys(name, t.opened[name]); err != nil {
			t.fault(name, err)
		}
	}
	clear(t.opened)
}

// foreignKeys says which keys a source has that gave no file, nil where one of the known
// keys is there and empty.
func foreignKeys(name, text string) error {
	known, ours := keys[name]
	var members map[string]json.RawMessage
	if !ours {
		return nil
	}
	has := "a list of something else"
	if json.Unmarshal([]byte(text), &members) == nil && len(members) > 0 {
		for _, key := range strings.Split(known, ", ") {
			if value, there := members[key]; there && slices.Contains([]string{"[]", "{}", `""`, "null"}, string(value)) {
				return nil
			}
		}
		has = strings.Join(slices.Sorted(maps.Keys(members)), ", ")
	} else if strings.Trim(text, "[]{} \r\n\t") == "" {
		return nil
	}
	return fmt.Errorf("no files are read from it: it has %s; known are %s, with paths as texts; give a registry where files are elsewhere: --tasks FILE.json with {TASK: {\"files\": [PATH, …]}}", has, known)
}
