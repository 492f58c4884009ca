package convert

import (
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/testsets"
)

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
	registry := map[string]any{}
	for _, q := range set.Queries {
		confidence := ""
		for _, tag := range q.Tags {
			if c, ok := strings.CutPrefix(tag, "confidence "); ok {
				confidence = c
			}
		}
		files := ordered.Each(q.Relevant, func(j testsets.Judgment) string { return j.Doc })
		registry[q.ID] = plainjson.Object{{"task_id", q.ID}, {"benchmark", q.Type}, {"files", files}, {"source", q.Source}, {"confidence", confidence}}
	}
	data, err := plainjson.Document(registry)
	return []File{{"", data}}, err
}
