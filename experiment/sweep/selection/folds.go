package selection

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// Divide deals the queries out to folds 0 … Folds−1 and returns the fold of each. Folds have equal sizes up to one
// query, and so has each stratum's share of them. The queries of a group, wordings that tell of each other, go together
// and count as one, of the first of their strata. The order of the queries has no effect.
func (n Nested) Divide(queries []Query, repeat int) []int {
	n = n.withDefaults()
	type card struct {
		stratum, key string
		at           []int
	}
	var deck []card
	for _, unit := range Units(queries) {
		c := card{stratum: queries[unit[0]].Stratum, key: n.shuffle(cmp.Or(queries[unit[0]].Group, queries[unit[0]].ID), repeat), at: unit}
		for _, i := range unit {
			c.stratum = min(c.stratum, queries[i].Stratum)
		}
		deck = append(deck, c)
	}
	ordered.Stable(deck, func(a, b card) int {
		return cmp.Or(strings.Compare(a.stratum, b.stratum), strings.Compare(a.key, b.key))
	})
	fold := make([]int, len(queries))
	for place, c := range deck { // the deal goes on from one stratum to the next
		for _, i := range c.at {
			fold[i] = place % n.Folds
		}
	}
	return fold
}

// Units returns the queries that count as one, by the place of their first: those of a group, and every other alone.
func Units(queries []Query) [][]int {
	var units [][]int
	of := map[string]int{}
	for i, q := range queries {
		unit, known := of[q.Group]
		if q.Group == "" || !known {
			unit, units = len(units), append(units, nil)
			of[q.Group] = unit
		}
		units[unit] = append(units[unit], i)
	}
	return units
}

// shuffle returns a hash that puts queries into another order in each repeat.
func (n Nested) shuffle(id string, repeat int) string {
	head := binary.BigEndian.AppendUint64([]byte("outer folds "), n.Seed)
	head = binary.BigEndian.AppendUint64(head, uint64(repeat))
	hash := sha256.Sum256(append(head, id...))
	return string(hash[:])
}
