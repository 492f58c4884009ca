package convert

import (
	"strings"

	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/testsets"
)

type csbTask struct {
	ID         string    `json:"task_id"`
	Benchmark  string    `json:"benchmark"`
	Files      []anyText `json:"files"`
	Source     string    `json:"source"`
	Confidence string    `json:"confidence"`
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
	data, err := plainjson.Document(registry)
	return []File{{"", data}}, err
}
