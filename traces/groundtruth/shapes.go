package groundtruth

import (
	"encoding/json"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/traces"
)

// A groundTruthFile has one of the shapes that suites give ground_truth.json.
type groundTruthFile struct {
	Files      []json.RawMessage `json:"files"`
	Confidence string            `json:"confidence"`
	References []struct {
		Patterns []string `json:"patterns"`
	} `json:"file_references"`
	Buggy   []json.RawMessage `json:"buggy_files"`
	Entries []struct {
		File string `json:"file"`
	} `json:"entries"`
	FilePath string `json:"file_path"`
}

// topics are the members of ground truths that are about what is written, and
// have no files.
var topics = []string{
	"scoring_categories", "required_topics", "breaking_changes", "deprecations", "prerequisites",
	"architecture", "thread_safety", "categorization", "completeness",
}

// groundTruthJSON reads tests/ground_truth.json in each of its shapes. A
// confidence in the file wins.
func (t *task) groundTruthJSON() {
	const name = "tests/ground_truth.json"
	text := t.text(name)
	if text == "" {
		if base := path.Base(name); t.text(base) != "" {
			t.fault(base, errors.New("it is not read: its place is "+name))
		}
		return
	}
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		var list []json.RawMessage
		if t.json(name, &list) {
			t.found(t.textsOf(name, list), "ground_truth_json_list", t.by(High, Medium))
		}
		return
	}
	var g groundTruthFile
	if !t.json(name, &g) {
		return
	}
	var referenced, entries []string
	for _, r := range g.References {
		referenced = append(referenced, unescaped(r.Patterns)...)
	}
	for _, e := range g.Entries {
		entries = append(entries, e.File)
	}
	for _, shape := range []struct {
		files            []string
		source, fromCode string
	}{
		{t.textsOf(name, g.Files), "ground_truth_json_files", Medium},
		{referenced, "ground_truth_json_refs", Medium},
		{t.textsOf(name, g.Buggy), sourceBuggy, High},
		{entries, "ground_truth_json_entries", Medium},
		{[]string{g.FilePath}, "ground_truth_json_perf", Low},
	} {
		confidence := t.by(High, shape.fromCode)
		if known := slices.Contains([]string{High, Medium, Low}, g.Confidence); known && (!t.convention.Code || shape.source == "ground_truth_json_files") {
			confidence = g.Confidence
		}
		if t.found(shape.files, shape.source, confidence); len(t.truth.Files) > 0 {
			return
		}
	}
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &members) == nil {
		t.settled = slices.ContainsFunc(topics, func(topic string) bool { return members[topic] != nil })
	}
}

// unescaped returns patterns that are paths with their dots escaped.
func unescaped(patterns []string) []string {
	var paths []string
	for _, p := range patterns {
		if p = strings.ReplaceAll(p, `\`, ""); strings.Contains(p, "/") {
			paths = append(paths, p)
		}
	}
	return paths
}

func (t *task) instance() {
	var instance struct {
		BuildFiles []json.RawMessage `json:"build_files"`
	}
	if t.json("tests/instance.json", &instance) {
		t.found(t.textsOf("tests/instance.json", instance.BuildFiles), sourceInstance, High)
	}
}

// An oracleItem is one of an oracle's answers.
type oracleItem struct {
	Repo   string `json:"repo"`
	Path   string `json:"path"`
	File   string `json:"file"`
	Symbol string `json:"symbol"`
}

func (i oracleItem) path() string {
	if i.Path != "" {
		return i.Path
	}
	return i.File
}

// oracle reads the answer that is expected of tasks over several repositories.
// Paths are relative to theirs; the shipped program writes the repository before
// them where there are several, and then matches none of them.
func (t *task) oracle() {
	var answer struct {
		Files, Chain, Symbols []json.RawMessage
	}
	if !t.json("tests/oracle_answer.json", &answer) {
		return
	}
	items := items(slices.Concat(answer.Files, answer.Chain, answer.Symbols))
	repos := map[string]bool{}
	for _, i := range items {
		if i.Repo != "" {
			repos[i.Repo] = true
		}
	}
	var files []string
	for _, i := range items {
		path := i.path()
		if t.convention.Code && len(repos) > 1 && i.Repo != "" && path != "" {
			path = i.Repo + "::" + path
		}
		files = append(files, path)
	}
	t.found(files, sourceOracle, High)
}

// items returns those of a list that are objects.
func items(list []json.RawMessage) []oracleItem {
	var out []oracleItem
	for _, raw := range list {
		var i oracleItem
		if json.Unmarshal(raw, &i) == nil {
			out = append(out, i)
		}
	}
	return out
}

// A defect is one that a reviewer should find.
type defect struct {
	File      string `json:"file"`
	Type      string `json:"defect_type"`
	LineStart *int   `json:"line_start"`
	LineEnd   *int   `json:"line_end"`
}

// defectTypes are those that make a defect a chunk: one without is a file only.
var defectTypes = []string{
	"null-deref", "resource-leak", "race-condition", "injection", "logic-error", "buffer-overflow", "use-after-free", "other",
}

// chunks returns the ranges of lines of defects. Without a first line it is 1,
// without a last one the first.
func chunks(defects []defect) []traces.Chunk {
	var out []traces.Chunk
	for _, d := range defects {
		if !slices.Contains(defectTypes, d.Type) || d.File == "" {
			continue
		}
		c := traces.Chunk{File: d.File, LineStart: 1, Annotation: d.Type}
		if d.LineStart != nil {
			c.LineStart = max(1, *d.LineStart)
		}
		if c.LineEnd = c.LineStart; d.LineEnd != nil {
			c.LineEnd = max(c.LineStart, *d.LineEnd)
		}
		out = append(out, c)
	}
	return out
}
