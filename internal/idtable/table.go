package idtable

import "math/bits"

// A Table finds the positions of ids in a list of hashes. It is filled for one
// list after another without ever being cleared: each slot carries the number
// of the list that it was written for, and slots of older lists count as free.
//
// The zero Table is ready to use. It is not safe for concurrent use while it
// is filled.
type Table struct {
	all   []uint64 // as many slots as the longest list so far needed
	slots []uint64 // those in use, a power of two: list number << 32 | position
	shift uint     // the top bits of a hash choose the slot
	list  uint32   // number of the current list, from 1
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
	slots, shift := t.slots, t.shift&63
	mask := uint64(len(slots) - 1)
	list := uint64(t.list) << 32
next:
	for i, h := range hashes {
		slot := h >> shift
		for ; slots[slot&mask]>>32 == list>>32; slot++ {
			if j := int(uint32(slots[slot&mask])); hashes[j] == h && same(j, i) {
				again = append(again, Pair{j, i})
				continue next
			}
		}
		slots[slot&mask] = list | uint64(i)
	}
	return again
}

// Find is the position of an id with the given hash in the list that the table
// was filled for. same tells whether the id at a position, which has that
// hash, is the one looked for.
func (t *Table) Find(hashes []uint64, hash uint64, same func(i int) bool) (i int, ok bool) {
	if len(hashes) == 0 {
		return 0, false
	}
	mask := uint64(len(t.slots) - 1)
	for slot := hash >> t.shift; uint32(t.slots[slot&mask]>>32) == t.list; slot++ {
		if i := int(uint32(t.slots[slot&mask])); hashes[i] == hash && same(i) {
			return i, true
		}
	}
	return 0, false
}

// reset starts a new list of n ids. A short list after a long one uses only
// the first slots, which stay in the processor's cache.
func (t *Table) reset(n int) {
	width := bits.Len(uint(max(8, sparse*n) - 1))
	t.list++
	if size := 1 << width; size > len(t.all) || t.list == 0 {
		t.all = make([]uint64, max(size, len(t.all)))
		t.list = 1
	}
	t.slots = t.all[:1<<width]
	t.shift = 64 - uint(width)
}
