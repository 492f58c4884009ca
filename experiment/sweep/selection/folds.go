package selection

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
)

// Divide deals the queries out to folds 0 … Folds−1 and returns the fold of
// each. Folds have equal sizes up to one query, and so has each stratum's share
// of them. The division depends on ids, strata, seed and repeat alone, not on
// the order of the queries.
func (n Nested) Divide(queries []Query, repeat int) []int {
	n = n.withDefaults()
	type card struct {
		stratum, key string
		at           int
	}
	deck := make([]card, len(queries))
	for i, q := range queries {
		deck[i] = card{q.Stratum, n.shuffle(q.ID, repeat), i}
	}
	slices.SortFunc(deck, func(a, b card) int {
		return cmp.Or(strings.Compare(a.stratum, b.stratum), strings.Compare(a.key, b.key))
	})
	fold := make([]int, len(queries))
	for place, c := range deck { // the deal goes on from one stratum to the next
		fold[c.at] = place % n.Folds
	}
	return fold
}

// shuffle is a hash that puts queries into another order in each repeat.
func (n Nested) shuffle(id string, repeat int) string {
	head := binary.BigEndian.AppendUint64([]byte("outer folds "), n.Seed)
	head = binary.BigEndian.AppendUint64(head, uint64(repeat))
	hash := sha256.Sum256(append(head, id...))
	return string(hash[:])
}
