package refresh

import (
	"errors"
	"io/fs"

	"github.com/rankduel/rankduel/testsets/label"
)

// readPool reads the pairs of the pool, in their order.
func (w *Workflow) readPool() ([]label.Pair, error) {
	pool, err := label.OpenPool(w.path(poolFile))
	if err != nil {
		return nil, err
	}
	list := make([]label.Pair, len(pool.Items))
	for i, item := range pool.Items {
		list[i] = item.Pair
	}
	return list, nil
}

// journal is the file of a labeller.
func journal(person string) string { return label.File(labelsFolder, person) }

// answers are what a person said. What they put off is still to be said.
func (w *Workflow) answers(person string) (map[label.Pair]label.Line, error) {
	j, err := label.ReadJournal(w.path(journal(person)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	said := j.Labels()
	for pair, line := range said {
		if line.State == label.Later {
			delete(said, pair)
		}
	}
	return said, nil
}

// labels reads the pool and what everybody said of it.
func (w *Workflow) labels() ([]label.Pair, []map[label.Pair]label.Line, error) {
	pairs, err := w.readPool()
	if err != nil {
		return nil, nil, err
	}
	var said []map[label.Pair]label.Line
	for _, person := range w.Plan.Labellers {
		one, err := w.answers(person)
		if err != nil {
			return nil, nil, err
		}
		said = append(said, one)
	}
	return pairs, said, nil
}

// missing counts the pairs that a person has said nothing of.
func missing(pairs []label.Pair, said map[label.Pair]label.Line) int {
	n := 0
	for _, p := range pairs {
		if _, ok := said[p]; !ok {
			n++
		}
	}
	return n
}
