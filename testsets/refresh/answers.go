package refresh

import (
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
)

func journal(person string) string { return label.File(labelsFolder, person) }

func pairsOf(pool *label.Pool) []label.Pair {
	list := make([]label.Pair, len(pool.Items))
	for i, item := range pool.Items {
		list[i] = item.Pair
	}
	return list
}

// labels reads the pool and what everybody said of it so far. What someone put
// off is still to be said.
func (w *Workflow) labels() ([]label.Pair, []map[label.Pair]label.Line, error) {
	return w.read(func(pool *label.Pool) ([]*label.Journal, error) {
		return label.ReadAnswers(pool, w.path(labelsFolder), w.Plan.Labellers)
	})
}

// finished returns labels for a pool of which everybody has answered everything.
func (w *Workflow) finished(scale testsets.Scale) ([]label.Pair, []map[label.Pair]label.Line, error) {
	return w.read(func(pool *label.Pool) ([]*label.Journal, error) {
		return label.ReadFinished(pool, w.path(labelsFolder), w.Plan.Labellers, scale)
	})
}

// read reads the pool, and its journals in some way.
func (w *Workflow) read(answers func(*label.Pool) ([]*label.Journal, error)) ([]label.Pair, []map[label.Pair]label.Line, error) {
	pool, err := label.OpenPool(w.path(poolFile))
	if err != nil {
		return nil, nil, err
	}
	journals, err := answers(pool)
	if err != nil {
		return nil, nil, err
	}
	said := make([]map[label.Pair]label.Line, len(journals))
	for i, j := range journals {
		said[i] = j.Answers()
	}
	return pairsOf(pool), said, nil
}
