package shards

import (
	"iter"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/scoring"
)

// A head is the first row of a part that was not handed over yet.
type head struct {
	part *Part
	row  *scoring.ShareRow
	next func() (*scoring.ShareRow, error, bool)
}

// into puts the next row of a part among the heads of other parts, of which the first by query id is the last.
func (h *head) into(heads []*head) ([]*head, error) {
	row, err, more := h.next()
	if err != nil || !more {
		return heads, err
	}
	h.row = row
	at, _ := slices.BinarySearchFunc(heads, row.QueryID, func(other *head, id string) int { return strings.Compare(id, other.row.QueryID) })
	return slices.Insert(heads, at, h), nil
}

// merged hands over the rows of all parts by query id, each valid until the next. A query is in one part.
func merged(parts []*Part) scoring.ShareRows {
	return func(yield func(*scoring.ShareRow, error) bool) {
		var heads []*head
		var err error
		for i := 0; i < len(parts) && err == nil; i++ {
			next, stop := iter.Pull2(parts[i].rows)
			defer stop()
			heads, err = (&head{part: parts[i], next: next}).into(heads)
		}
		for last := len(heads) - 1; last >= 0 && err == nil; last = len(heads) - 1 {
			first := heads[last]
			if last > 0 && heads[last-1].row.QueryID == first.row.QueryID {
				err = scoring.InTwo(first.row.QueryID, first.part.path, heads[last-1].part.path)
			} else if !yield(first.row, nil) {
				return
			} else {
				heads, err = first.into(heads[:last])
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}
