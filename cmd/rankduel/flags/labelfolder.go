package flags

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/rankduel/rankduel/experiment/inputs"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/corpus"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
	"github.com/rankduel/rankduel/testsets/refresh"
)

// LabelSeed is that of the orders in which people see a pool.
const LabelSeed = 42

// A LabelFolder is what people label in a refresh, and by what.
type LabelFolder struct {
	Flow     *refresh.Workflow
	Plan     *refresh.Plan
	Pool     *label.Pool
	Queries  map[string]label.Query
	Scale    testsets.Scale
	Journals string // folder of the journals
}

// OpenLabelFolder opens the folder of a refresh that has a pool.
func OpenLabelFolder(dir string) (*LabelFolder, error) {
	w, err := refresh.Open(dir)
	if err != nil {
		return nil, err
	}
	out := &LabelFolder{Flow: w, Plan: w.Plan, Journals: filepath.Join(dir, "labels")}
	out.Pool, err = label.OpenPool(filepath.Join(dir, "pool.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s has no pool yet; make it with: rankduel testset refresh pool %s", dir, dir)
	}
	if err != nil {
		return nil, err
	}
	if out.Queries, err = label.OpenQueries(filepath.Join(dir, "entering.csv")); err != nil {
		return nil, err
	}
	set, err := judgments.OpenTestSet(".", filepath.Join(dir, filepath.FromSlash(w.Plan.From.File)))
	if err != nil {
		return nil, err
	}
	out.Scale = set.Scale
	return out, out.Pool.Describe(out.Queries)
}

// OpenLabelPool reads a pool with the texts of its queries, from a file or, where none
// is named, from entering.csv next to the pool if that is there.
func OpenLabelPool(path, described string) (*label.Pool, error) {
	pool, err := label.OpenPool(path)
	if err != nil {
		return nil, err
	}
	queries, err := label.OpenQueries(cmp.Or(described, filepath.Join(filepath.Dir(path), "entering.csv")))
	if described == "" && errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return pool, errors.Join(err, pool.Describe(queries))
}

// LabelJournals returns the folder of the journals of a pool.
func LabelJournals(pool string) string { return filepath.Join(filepath.Dir(pool), "labels") }

// TextsOf makes the look-up of what labellers read.
func TextsOf(ctx context.Context, path string) (func(id string) (refresh.Document, bool), error) {
	documents, err := corpus.ByID(ctx, path)
	return func(id string) (refresh.Document, bool) {
		d, ok := documents[id]
		return refresh.Document{Title: d.Field(corpus.FieldTitle), Text: d.Field(corpus.FieldText)}, ok
	}, err
}

// ReadRanking reads a run of any form. A hit that is a chunk stands for its document, which is what is graded.
func ReadRanking(ctx context.Context, file inputs.File) (refresh.Ranking, error) {
	files, _, err := file.RunSources("")
	if err != nil {
		return refresh.Ranking{}, err
	}
	run, sum, err := runfile.ReadFiles(ctx, files, runfile.Options{})
	if err != nil {
		return refresh.Ranking{}, err
	}
	out := refresh.Ranking{Config: file.Name, SHA256: sum, Docs: map[string][]string{}}
	for _, query := range run.Queries() {
		out.Docs[query] = DocumentsOf(run.Hits(query))
	}
	return out, nil
}

// DocumentsOf returns what is graded of hits: the documents of chunks, each once.
func DocumentsOf(hits []retrieval.Hit) []string {
	var ids []string
	seen := map[string]bool{}
	for _, h := range hits {
		id := cmp.Or(h.Document, h.ID)
		if !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids
}
