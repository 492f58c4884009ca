package groundtruth

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/traces"
)

// How sure a source is.
const (
	High   = "high"
	Medium = "medium"
	Low    = "low"
)

// A Truth is what is known of a task.
type Truth struct {
	Files      []string
	Source     string // "" when nothing names files
	Confidence string

	Symbols []traces.Symbol
	Chunks  []traces.Chunk

	Edits           []string // nil when no source says what a solution changes
	EditsSource     string
	EditsConfidence string

	Benchmark string   // the suite, "" when the source does not say
	Faults    []string // sources that could not be read, and were passed over
}

// Section returns the truth as a document has it.
func (t Truth) Section() traces.GroundTruth {
	g := traces.GroundTruth{Files: t.Files, Symbols: t.Symbols, Chunks: t.Chunks}
	if g.Files == nil {
		g.Files = []string{}
	}
	if len(t.Edits) > 0 {
		g.ExpectedEditFiles, g.ExpectedEditFilesSource, g.ExpectedEditFilesConfidence = t.Edits, &t.EditsSource, &t.EditsConfidence
	}
	return g
}

// edits takes the files for what a solution changes, where the source is one of changes.
func (t *Truth) edits(c traces.Convention) {
	switch t.Source {
	case sourcePatch, sourceDiff, sourceChanges:
	case sourceBuggy:
		if !c.Code {
			return // a file with a fault is evidence, and may not be the one to change
		}
	default:
		return
	}
	t.Edits, t.EditsSource, t.EditsConfidence = t.Files, t.Source, t.Confidence
}

// unique returns texts without repeats and without empty ones.
func unique(texts []string) []string {
	var out []string
	seen := map[string]bool{"": true}
	for _, text := range texts {
		if !seen[text] {
			seen[text] = true
			out = append(out, text)
		}
	}
	return out
}

var nothing = pattern.Lazy(`^\s*(\[\s*]|\{\s*}|""|null)\s*$`)

// foreign says which keys a source has that gave no file, unless a known one, or all of it, is there and empty.
func (t *Truth) foreign(name, known, text string) {
	if known == "" || nothing().MatchString(text) {
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
