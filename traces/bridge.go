package traces

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/plainjson"
)

// A ranked line is one task in a run file of JSON lines.
type rankedLine struct {
	QueryID string      `json:"query_id"`
	Hits    []rankedHit `json:"hits"`
	Error   string      `json:"error,omitempty"`
}

type rankedHit struct {
	ID string `json:"id"`
}

// Ranking returns what one configuration found as a run file of JSON lines: a query a
// task, its hits the files in the order in which they were first seen. A task
// of which nothing can be computed, such as one whose trace is lost, is a query that
// failed. The documents have to be of one
// configuration, and of each task one.
func Ranking(docs []Located, c Convention) ([]byte, error) {
	if err := oneConfig(docs); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	e := plainjson.NewEncoder(&out)
	for _, d := range docs {
		line := rankedLine{QueryID: d.Provenance.TaskName, Hits: []rankedHit{}}
		files := d.Retrieved(c, false)
		for _, f := range files {
			line.Hits = append(line.Hits, rankedHit{f})
		}
		if line.Error = d.unknown(c, files); line.Error == NoTrace && d.Coverage.DegradedReason != nil {
			line.Error = *d.Coverage.DegradedReason
		}
		if err := e.Encode(line); err != nil {
			return nil, err
		}
	}
	return out.Bytes(), nil
}

// oneConfig refuses documents that are no one run.
func oneConfig(docs []Located) error {
	var folders []string
	first := map[string]string{}
	var errs []error
	for _, d := range docs {
		if name := d.Provenance.RunID + "/" + d.Provenance.ConfigName; !slices.Contains(folders, name) {
			folders = append(folders, name)
		}
		if before, twice := first[d.Provenance.TaskName]; twice {
			errs = append(errs, fmt.Errorf("%s and %s are both of task %s", before, d.Path, d.Provenance.TaskName))
		}
		first[d.Provenance.TaskName] = d.Path
	}
	if len(folders) > 1 {
		return fmt.Errorf("a run is one configuration of one run, and this holds %s; name the folder of one, such as %s", strings.Join(folders, ", "), filepath.Dir(docs[0].Path))
	}
	return errors.Join(errs...)
}

// TestSet returns the ground truth of documents as a test set in JSON: a query a task,
// of the type of its suite, its relevant documents the files in the one spelling,
// grade 1. It names the profile of c, under which nothing gates. Tasks without
// ground truth are left out, and named.
func TestSet(docs []Located, name string, c Convention) (set []byte, without []string, err error) {
	type document struct {
		ID    string `json:"doc_id"`
		Grade int    `json:"grade"`
	}
	type query struct {
		ID       string     `json:"query_id"`
		Text     string     `json:"query_text"`
		Type     string     `json:"query_type"`
		Relevant []document `json:"relevant_docs"`
	}
	var queries []query
	files := map[string][]string{}
	var errs []error
	for _, d := range docs {
		task := d.Provenance.TaskName
		paths := slices.Sorted(maps.Keys(c.FileSet(d.GroundTruth.Files)))
		if !d.Coverage.HasGroundTruth || len(paths) == 0 {
			if !slices.Contains(without, task) {
				without = append(without, task)
			}
			continue
		}
		if before, known := files[task]; known {
			if !slices.Equal(before, paths) {
				errs = append(errs, fmt.Errorf("%s: task %s has another ground truth than before; write the documents again", d.Path, task))
			}
			continue
		}
		files[task] = paths
		q := query{ID: task, Text: task, Type: d.Provenance.Benchmark}
		for _, p := range paths {
			q.Relevant = append(q.Relevant, document{p, 1})
		}
		queries = append(queries, q)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, without, err
	}
	without = slices.DeleteFunc(without, func(task string) bool { return files[task] != nil }) // another document has it
	if len(queries) == 0 {
		return nil, without, errors.New("no task has ground truth; write the documents with --tasks")
	}
	ordered.Stable(queries, func(a, b query) int { return strings.Compare(a.ID, b.ID) })
	suites := map[string]bool{}
	for _, q := range queries {
		suites[q.Type] = true
	}
	set, err = Encode(struct {
		Name    string   `json:"name"`
		Version string   `json:"version"`
		Profile string   `json:"profile"`
		Strata  []string `json:"strata"`
		Queries []query  `json:"queries"`
	}{name, "v1", c.Profile(), slices.Sorted(maps.Keys(suites)), queries})
	return set, without, err
}
