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
	"github.com/rankduel/rankduel/internal/prose"
)

// Ranking returns what one configuration found as a run file of JSON lines: a query a task, its hits the files in the
// order in which they were first seen. A task of which nothing can be computed, such as one whose trace is lost, is a
// query that failed. The documents have to be of one configuration, and of each task one.
func Ranking(docs []Located, c Convention) ([]byte, error) {
	if err := oneConfig(docs); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	e := plainjson.NewEncoder(&out)
	for _, d := range docs {
		files := d.Retrieved(c, false)
		line := plainjson.Object{
			{"query_id", d.Provenance.TaskName},
			{"hits", ordered.Each(files, func(file string) any { return map[string]string{"id": file} })},
		}
		reason := d.unknown(c, files)
		if reason == NoTrace && d.Coverage.DegradedReason != nil {
			reason = *d.Coverage.DegradedReason
		}
		if reason != "" {
			line.Add("error", reason)
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
	var errs prose.Faults
	for _, d := range docs {
		if name := d.Provenance.RunID + "/" + d.Provenance.ConfigName; !slices.Contains(folders, name) {
			folders = append(folders, name)
		}
		before, twice := first[d.Provenance.TaskName]
		errs.If(twice, "%s and %s are both of task %s", before, d.Path, d.Provenance.TaskName)
		first[d.Provenance.TaskName] = d.Path
	}
	if len(folders) > 1 {
		return fmt.Errorf("a run is one configuration of one run, and this holds %s; name the folder of one, such as %s", strings.Join(folders, ", "), filepath.Dir(docs[0].Path))
	}
	return errs.Join()
}

// TestSet returns the ground truth of documents as a test set in JSON: a query a task, of the type of its
// suite, its relevant documents the files in the one spelling, grade 1. It names the profile of c, under
// which nothing gates. Tasks without ground truth are left out, and named.
func TestSet(docs []Located, name string, c Convention) (set []byte, without []string, err error) {
	files, suites := map[string][]string{}, map[string]string{} // by task
	var errs prose.Faults
	for _, d := range docs {
		task := d.Provenance.TaskName
		paths := slices.Sorted(maps.Keys(c.FileSet(d.GroundTruth.Files)))
		if !d.Coverage.HasGroundTruth || len(paths) == 0 {
			without = ordered.With(without, task)
			continue
		}
		if before, known := files[task]; known {
			errs.If(!slices.Equal(before, paths), "%s: task %s has another ground truth than before; write the documents again", d.Path, task)
			continue
		}
		files[task], suites[task] = paths, d.Provenance.Benchmark
	}
	if err := errs.Join(); err != nil {
		return nil, without, err
	}
	without = slices.DeleteFunc(without, func(task string) bool { return files[task] != nil }) // another document has it
	if len(files) == 0 {
		return nil, without, errors.New("no task has ground truth; write the documents with --tasks")
	}
	var queries []plainjson.Object
	for _, task := range slices.Sorted(maps.Keys(files)) {
		relevant := ordered.Each(files[task], func(file string) any { return plainjson.Object{{"doc_id", file}, {"grade", 1}} })
		queries = append(queries, plainjson.Object{{"query_id", task}, {"query_text", task}, {"query_type", suites[task]}, {"relevant_docs", relevant}})
	}
	strata := slices.Compact(slices.Sorted(maps.Values(suites)))
	set, err = plainjson.Document(plainjson.Object{{"name", name}, {"version", "v1"}, {"profile", c.Profile()}, {"strata", strata}, {"queries", queries}})
	return set, without, err
}
