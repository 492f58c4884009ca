package runfile

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/retrieval/trec"
)

// maxNamed is how many duplicates of a file an error names, as in package trec.
const maxNamed = 10

// A repeat is a document that comes twice in a query.
type repeat struct {
	query, id string
	first, at place
}

// twice notes the duplicates of a query.
func (c *collector) twice(query string, found []repetition) {
	c.repeats += len(found)
	for _, r := range found[:min(maxNamed, len(found))] {
		c.named = append(c.named, repeat{query, string(r.id), r.first, r.at})
	}
	slices.SortStableFunc(c.named, func(a, b repeat) int { return cmp.Compare(a.at, b.at) })
	c.named = c.named[:min(maxNamed, len(c.named))]
}

// twiceError returns nil when no document comes twice.
func (c *collector) twiceError() error {
	const remedy = "or keep the better ranked with --duplicates keep-first"
	var errs []error
	for _, r := range c.named {
		err := fmt.Errorf("%w %q in query %q, first %s", trec.ErrDuplicate, r.id, r.query, c.on(r.first))
		if c.repeats == 1 {
			return c.located(at(r.at, fmt.Errorf("%w; remove one, %s", err, remedy)))
		}
		errs = append(errs, c.located(at(r.at, err)))
	}
	if len(errs) == 0 {
		return nil
	}
	return &trec.RepeatsError{Name: c.name, Count: c.repeats, First: errs, Remedy: "remove one of each, " + remedy}
}
