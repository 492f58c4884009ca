package idtable

import (
	"math"
	"math/bits"
)

// A Table finds the positions of ids in a list of hashes. It is filled for one
// list after another without ever being cleared: every id gets a number that
// counts on over all lists, so a slot with a number below the first of the
// current list counts as free.
//
// The zero Table is ready to use, for lists of up to four billion ids. It is not
// safe for concurrent use while it is filled.
type Table struct {
	all   []uint32 // as many slots as the longest list so far needed
	slots []uint32 // those in use, a power of two: number of an id
	shift uint     // the top bits of a hash choose the slot
	first uint32   // number of the first id of the current list, from 1
	next  uint32   // number of the first id of the next list
}

// sparse is how many slots there are for an id, at least. At most a quarter
// full, seven look-ups in eight end at the first slot, so that the processor
// guesses the branch right.
const sparse = 4

// A Pair is two positions in a list that hold the same id.
type Pair struct{ First, Again int }

// Fill makes hashes the list of the table. Positions whose id stood earlier in
// the list are left out and appended to again. same tells whether the ids at
// two positions with equal hashes are equal.
func (t *Table) Fill(hashes []uint64, same func(i, j int) bool, again []Pair) []Pair {
	t.reset(len(hashes))
	slots, shift, first := t.slots, t.shift&63, t.first
	mask := uint64(len(slots) - 1)
	for i, h := range hashes {
		slot := h >> shift & mask
		for slots[slot] >= first {
			if j := int(slots[slot] - first); hashes[j] == h && same(j, i) {
				again = append(again, Pair{j, i})
				break
			}
			slot = (slot + 1) & mask
		}
		if slots[slot] < first {
			slots[slot] = first + uint32(i)
		}
	}
	return again
}

// Find returns the position of an id with the given hash in the list that the table
// was filled for. same tells whether the id at a position, which has that
// hash, is the one looked for.
func (t *Table) Find(hashes []uint64, hash uint64, same func(i int) bool) (i int, ok bool) {
	if len(hashes) == 0 {
		return 0, false
	}
	mask := uint64(len(t.slots) - 1)
	for slot := hash >> t.shift & mask; t.slots[slot] >= t.first; slot = (slot + 1) & mask {
		if i := int(t.slots[slot] - t.first); hashes[i] == hash && same(i) {
			return i, true
		}
	}
	return 0, false
}

// reset starts a new list of n ids. A short list after a long one uses only
// the first slots, which stay in the processor's cache.
func (t *Table) reset(n int) {
	width := bits.Len(uint(max(8, sparse*n) - 1))
	if size := 1 << width; size > len(t.all) {
		t.all = make([]uint32, size)
		t.next = 0
	}
	if t.next == 0 || uint64(t.next)+uint64(n) > math.MaxUint32 {
		clear(t.all)
		t.next = 1
	}
	t.first = t.next
	t.next += uint32(n)
	t.slots = t.all[:1<<width]
	t.shift = 64 - uint(width)
}
