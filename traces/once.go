package traces

import (
	"fmt"
	"slices"
	"strings"
)

// An execution is what a document is of: one trial of one task.
type execution struct{ RunID, Batch, Config, Task string }

// execution says which one the provenance names.
func (p Provenance) execution() execution {
	e := execution{RunID: p.RunID, Config: p.ConfigName, Task: p.TaskName}
	if p.BatchTimestamp != nil {
		e.Batch = *p.BatchTimestamp
	}
	return e
}

func (e execution) String() string {
	named := slices.DeleteFunc([]string{e.RunID, e.Batch, e.Config, e.Task}, func(s string) bool { return s == "" })
	return strings.Join(named, "/")
}

// Seen remembers the executions that were met, so that each counts once.
type Seen map[execution]string

// Again tells whether the execution was met before. Then what of its file is to be
// said: it is left out, in favour of the one that was met first.
func (s Seen) Again(path string, p Provenance) (note string, again bool) {
	e := p.execution()
	first, again := s[e]
	if !again {
		s[e] = path
		return "", false
	}
	return fmt.Sprintf("%s is left out: %s is of the same execution, %s", path, first, e), true
}
