package convert

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/testsets"
)

// csbFormat returns the ground truth registry of CodeScaleBench: the files of each
// task. It has no texts.
func csbFormat() Format {
	return Format{
		Name: "csb", Title: "ground truth registry of CodeScaleBench",
		Holds: Holds{IDs: true, NoTexts: true, Strata: true, Sources: true},
		looks: only(func(f *file) bool {
			h := f.head()
			return strings.HasPrefix(strings.TrimSpace(h), "{") && strings.Contains(h, `"task_id"`) && strings.Contains(h, `"files"`)
		}),
		read: ofOneFile(readCSB), write: writeCSB,
	}
}

type csbTask struct {
	ID         string    `json:"task_id"`
	Benchmark  string    `json:"benchmark"`
	Files      []anyText `json:"files"`
	Source     string    `json:"source"`
	Confidence string    `json:"confidence"`
}

func readCSB(ctx context.Context, f *file, d *draft) error {
	var registry map[string]json.RawMessage
	if err := d.decodeJSON(ctx, f, &registry); err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(registry)) {
		at := place{file: f.path, path: fmt.Sprintf("task %q", key)}
		var t csbTask
		if err := json.Unmarshal(registry[key], &t); err != nil {
			d.fault(at, "%w", err)
			continue
		}
		if t.ID != "" && t.ID != key {
			d.fault(at, "task_id is %q", t.ID)
			continue
		}
		q := d.byID(key, at)
		q.Type, q.Source = t.Benchmark, t.Source
		if t.Confidence != "" {
			q.Tags = []string{"confidence " + t.Confidence}
		}
		for _, path := range t.Files {
			q.judge(mark{doc: d.filePath(string(path)), label: "1", at: at})
		}
	}
	d.profile = "csb" // in which its figures are published, and nothing is gated
	if len(d.queries) == 0 {
		return errors.New(f.path + ": no tasks")
	}
	return nil
}

// filePath returns a file in the spelling that it is matched by.
func (d *draft) filePath(path string) string {
	if d.opts.FilePath == nil {
		return path
	}
	spelled := d.opts.FilePath(path)
	if spelled == path || spelled == "" {
		return path
	}
	d.count(Changed, "respelled_files", 1, "file", "spelled as traces of agents are, in lower case and without the place of the repository, so that their ids match")
	return spelled
}

func writeCSB(set *testsets.TestSet, _ ExportOptions) ([]File, error) {
	registry := map[string]csbTask{}
	for _, q := range set.Queries {
		t := csbTask{ID: q.ID, Benchmark: q.Type, Files: []anyText{}, Source: q.Source}
		for _, tag := range q.Tags {
			if c, ok := strings.CutPrefix(tag, "confidence "); ok {
				t.Confidence = c
			}
		}
		for _, j := range q.Relevant {
			t.Files = append(t.Files, anyText(j.Doc))
		}
		registry[q.ID] = t
	}
	data, err := document(registry)
	return []File{{"", data}}, err
}
