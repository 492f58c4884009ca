package refresh

import (
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/label"
)

func journal(person string) string { return label.File(labelsFolder, person) }

func pairsOf(pool *label.Pool) []label.Pair {
	return ordered.Each(pool.Items, func(item label.Item) label.Pair { return item.Pair })
}

// labels reads the pool and what everybody said of it so far. What someone put off is still to be said.
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
	said := ordered.Each(journals, func(j *label.Journal) map[label.Pair]label.Line { return j.Answers() })
	return pairsOf(pool), said, nil
}
