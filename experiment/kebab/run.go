package kebab

import (
	"context"
	"encoding/json"
	"iter"
	"path/filepath"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A Run is one evaluation run of kebab, whose rows have not been read yet.
type Run struct {
	result.KebabRun
	Name string // for messages
	scan scoring.ResultScan
}

// FromRows is a run of a store, whose name is for messages.
func FromRows(store string, run result.KebabRun, rows iter.Seq2[result.KebabRow, error]) Run {
	name := store + ": run " + run.ID
	documents := func(yield func(runfile.Document, error) bool) {
		for row, err := range rows {
			if !yield(runfile.Document{QueryID: row.QueryID, JSON: row.JSON}, err) {
				return
			}
		}
	}
	return Run{KebabRun: run, Name: name, scan: func(each func(runfile.Result) error) (runfile.Stats, error) {
		return runfile.ScanDocuments(name, documents, runfile.Options{Format: runfile.Kebab, RanksOnly: true}, each)
	}}
}

// FromFile is the run of a per_query.jsonl. Its id is the name of its folder,
// where kebab writes it, or of the file.
func FromFile(ctx context.Context, path string) Run {
	return Run{
		KebabRun: result.KebabRun{ID: fileID(path)}, Name: path,
		scan: func(each func(runfile.Result) error) (runfile.Stats, error) {
			return runfile.Scan(ctx, trec.File(path), runfile.Options{Format: runfile.Kebab, SkipText: true}, each)
		},
	}
}

// fileID is what a run is called that is a file.
func fileID(path string) string {
	name := filepath.Base(path)
	if folder := filepath.Base(filepath.Dir(path)); strings.HasPrefix(name, "per_query.") && strings.HasPrefix(folder, "run_") {
		return folder
	}
	for _, ending := range []string{".gz", ".zst", ".jsonl", ".json"} {
		name = strings.TrimSuffix(name, ending)
	}
	return name
}

// A snapshot is what is read of a run's configuration.
type snapshot struct {
	Chunker *string `json:"chunker_version"`
	K       *int    `json:"eval_k"`
}

// snapshot reads the configuration that a run was made with, as far as it is
// there.
func (r Run) snapshot() snapshot {
	var s snapshot
	_ = json.Unmarshal(r.Config, &s) // a configuration that is no JSON says nothing
	return s
}
