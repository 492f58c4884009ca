// Package kebab does for runs of the kebab knowledge base what kebab's own eval does: it sums a run up with a golden
// list, compares two runs query by query, and looks at the wordings of one question. Numbers, names and rules are
// kebab's, so that anyone who has a store of kebab or a per_query.jsonl gets the same documents here.
//
// Measures are those of the profiles kebab and kebab-code, scored by package scoring; tests and verdicts
// are the business of package compare, which gets the tables of each run. Nothing is stored or printed
// here, and no file is read but the rows of a run.
package kebab

import (
	"context"
	"encoding/json"
	"iter"
	"path/filepath"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// A Run is one evaluation run of kebab, whose rows have not been read yet.
type Run struct {
	result.KebabRun
	Name string // for messages

	scan    func(part, func(runfile.Result) error) (runfile.Stats, error)
	chunker func() (string, error) // version of the chunks of its first row with hits; nil: not to be had
}

// A part is how much of each row is read.
type part int

const (
	ranksOnly part = iota
	withLines      // also the lines that hits cover
)

// FromRows returns a run of a store, whose name is for messages.
func FromRows(store string, run result.KebabRun, rows iter.Seq2[result.KebabRow, error]) Run {
	name := store + ": run " + run.ID
	documents := func(yield func(runfile.Document, error) bool) {
		for row, err := range rows {
			if !yield(runfile.Document{QueryID: row.QueryID, JSON: row.JSON}, err) {
				return
			}
		}
	}
	return Run{KebabRun: run, Name: name, scan: func(p part, each func(runfile.Result) error) (runfile.Stats, error) {
		return runfile.ScanDocuments(name, documents, runfile.Options{Format: runfile.Kebab, RanksOnly: p == ranksOnly}, each)
	}}
}

// FromFile returns the run of a per_query.jsonl. Its id is the name of its folder,
// where kebab writes it, or of the file.
func FromFile(ctx context.Context, path string) Run {
	src := trec.File(path)
	return Run{
		KebabRun: result.KebabRun{ID: fileID(path)}, Name: path,
		scan: func(p part, each func(runfile.Result) error) (runfile.Stats, error) {
			return runfile.Scan(ctx, src, runfile.Options{Format: runfile.Kebab, SkipText: p == ranksOnly}, each, func() {})
		},
		chunker: func() (string, error) { return chunkerOf(src) },
	}
}

// chunkerOf returns the version that the first row with hits names; "" where none
// does. What is wrong with a file is said when its rows are read.
func chunkerOf(src trec.Source) (version string, err error) {
	in, err := src.Open()
	if err != nil {
		return "", err
	}
	defer in.Close()
	for rows := json.NewDecoder(in); ; {
		var row struct {
			Hits []struct {
				Chunker string `json:"chunker_version"`
			} `json:"hits_top_k"`
		}
		if rows.Decode(&row) != nil {
			return "", nil
		}
		if len(row.Hits) > 0 {
			return row.Hits[0].Chunker, nil
		}
	}
}

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

// version returns that of the run's chunks: what its configuration says, or where it
// has none, its first row with hits. "" is not known.
func (r Run) version() (string, error) {
	var config struct {
		Chunker *string `json:"chunker_version"`
	}
	if json.Unmarshal(r.Config, &config) == nil && config.Chunker != nil {
		return *config.Chunker, nil
	}
	if r.chunker == nil {
		return "", nil
	}
	return r.chunker()
}
