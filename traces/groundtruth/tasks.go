// Package groundtruth finds what a task of CodeScaleBench needs: the files, and where a source says so the files that a
// solution changes, ranges of lines and symbols. Sources have an order, and the first that names files is the one; each
// has a confidence. A task is a folder, or an entry of the registry that the benchmark keeps of all of them.
package groundtruth

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/pattern"
	"github.com/rankduel/rankduel/traces"
)

// Tasks are the definitions of tasks, by name.
type Tasks struct {
	convention traces.Convention
	folders    map[string][]folder
	registry   map[string]entry
}

// A folder is that of one task; its name is the path below the definitions.
type folder struct{ path, suite, name string }

// An entry is one of the benchmark's registry.
type entry struct {
	Benchmark  string   `json:"benchmark"`
	Files      []string `json:"files"`
	Source     string   `json:"source"`
	Confidence string   `json:"confidence"`
	Defects    []defect `json:"defect_annotations"`

	text string // where it has no files
}

// Open reads the definitions of tasks: a folder that has those of tasks below it, at any of three depths,
// or the benchmark's registry, a JSON file by task. With no path there are none.
func Open(root string, c traces.Convention) (*Tasks, error) {
	t := &Tasks{convention: c}
	if root == "" {
		return t, nil
	}
	info, err := os.Stat(root)
	if err != nil {
		return nil, fmt.Errorf("definitions of tasks: %w", err)
	}
	if info.IsDir() {
		if err := t.walk(root); err != nil {
			return nil, err
		}
		if len(t.folders) == 0 {
			return nil, fmt.Errorf("%s: no folder of a task: one has tests, solution, task.toml or instruction.md in it", root)
		}
		return t, nil
	}
	data, err := os.ReadFile(root)
	if err != nil {
		return nil, err
	}
	if err := t.register(data); err != nil {
		return nil, fmt.Errorf("%s: %w", root, err)
	}
	return t, nil
}

// register reads a registry, and reports every task that it cannot read.
func (t *Tasks) register(data []byte) error {
	var tasks map[string]json.RawMessage
	if err := json.Unmarshal(bytes.TrimPrefix(data, []byte("\ufeff")), &tasks); err != nil {
		return fmt.Errorf("no registry of ground truth, which is a JSON object by task: %w", err)
	}
	t.registry = make(map[string]entry, len(tasks))
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(tasks)) {
		var e entry
		if err := json.Unmarshal(tasks[name], &e); err != nil {
			errs = append(errs, fmt.Errorf("task %q: %w", name, err))
			continue
		}
		if len(e.Files) == 0 {
			e.text = string(tasks[name])
		}
		t.registry[name] = e
	}
	return errors.Join(errs...)
}

// maxDepth is how far below the folder of definitions a task may be: suite/tasks/task.
const maxDepth = 3

func (t *Tasks) walk(root string) error {
	t.folders = map[string][]folder{}
	return fs.WalkDir(os.DirFS(root), ".", func(relative string, entry fs.DirEntry, err error) error { // the root may be a link
		if err != nil {
			return fmt.Errorf("%s: %w", root, err)
		}
		if !entry.IsDir() {
			return nil
		}
		if path := filepath.Join(root, filepath.FromSlash(relative)); isTask(path) {
			t.add(folder{path, suiteOf(root, relative), relative})
			return fs.SkipDir
		}
		if relative != "." && strings.Count(relative, "/") >= maxDepth-1 {
			return fs.SkipDir
		}
		return nil
	})
}

// isTask tells whether a folder is one of a task.
func isTask(path string) bool {
	for _, mark := range []string{"task.toml", "instruction.md", "tests", "solution", "task_spec.json"} {
		if _, err := os.Stat(filepath.Join(path, mark)); err == nil {
			return true
		}
	}
	return false
}

// suiteOf returns the outermost folder that a task is in, which is its suite; of a
// task right below the root, the root's if that is called like a suite.
func suiteOf(root, relative string) string {
	if suite, _, below := strings.Cut(relative, "/"); below {
		return suite
	}
	if base := filepath.Base(root); strings.HasPrefix(base, "csb_") || strings.HasPrefix(base, "ccb_") {
		return base
	}
	return ""
}

var taskName = pattern.Lazy(`(?m)^\s*(?:name|id)\s*=\s*"([^"\n]+)"`)

// add knows a task by the name of its folder and by the one in its task.toml.
func (t *Tasks) add(f folder) {
	names := []string{filepath.Base(f.path)}
	if data, err := os.ReadFile(filepath.Join(f.path, "task.toml")); err == nil {
		if m := taskName().FindSubmatch(data); m != nil {
			names = append(names, string(m[1]))
		}
	}
	for _, name := range unique(names) {
		t.folders[name] = append(t.folders[name], f)
	}
}

// Undefined returns those of the tasks that nothing defines, sorted.
func (t *Tasks) Undefined(tasks []string) []string {
	without := ordered.Where(tasks, func(task string) bool {
		return !slices.ContainsFunc(spellings(task), func(name string) bool {
			_, registered := t.registry[name]
			return registered || len(t.folders[name]) > 0
		})
	})
	slices.Sort(without)
	return slices.Compact(without)
}

// one returns the folder that defines a task of the suite, of several that of the same
// suite or else the first; fault says so.
func one(folders []folder, suite string) (f folder, fault string) {
	of := slices.DeleteFunc(slices.Clone(folders), func(f folder) bool { return f.suite != suite })
	if len(of) == 0 {
		of = folders
	}
	if len(of) > 1 {
		fault = fmt.Sprintf("defined %d times, by %s and by %s; the first counts", len(of), of[0].name, of[1].name)
	}
	return of[0], fault
}

// Find returns what is known of a task of a run that is called like this suite, nothing
// where nothing defines it. A definition that cannot be read is an error.
func (t *Tasks) Find(task, suite string) (truth Truth, err error) {
	for _, name := range spellings(task) {
		if e, ok := t.registry[name]; ok {
			truth = Truth{Files: unique(e.Files), Source: e.Source, Confidence: e.Confidence, Benchmark: e.Benchmark, Chunks: chunks(e.Defects)}
			if len(truth.Files) > 0 {
				truth.edits(t.convention)
			} else {
				truth.foreign("the registry", "files", e.text)
			}
			return truth, nil
		}
		if folders := t.folders[name]; len(folders) > 0 {
			f, fault := one(folders, suite)
			truth, err = look(f.path, t.convention)
			truth.Benchmark = f.suite
			truth.Faults = append(truth.Faults, unique([]string{fault})...)
			return truth, err
		}
	}
	return Truth{}, nil
}

// spellings returns the names under which a task may be defined: as it is, in lower
// case, with hyphens, without the suite's prefix.
func spellings(task string) []string {
	names := []string{task, strings.ToLower(task), strings.ReplaceAll(task, "__", "-")}
	for _, prefix := range []string{"ccb_", "csb_"} {
		if rest, ok := strings.CutPrefix(task, prefix); ok {
			names = append(names, rest)
		}
	}
	return unique(names)
}
