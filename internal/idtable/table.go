// Package idtable finds ids in a list by hash, fast enough to be done once for every line of a large run file.
//
// It has two parts: a 64-bit hash of an id's bytes, and a table from hash to position in the list. The ids
// themselves stay where they are; when two hashes are equal, the table asks the owner of the list whether
// the bytes are too, so that a collision costs time but is never wrong.
//
// The hash is made for speed on short ids, is not seeded, and may change between versions: it must never be stored.
package idtable

import (
	"cmp"
	"math"
	"math/bits"

	"github.com/rankduel/rankduel/internal/ordered"
)

// The hash takes the id in words of eight bytes, little-endian, the last one filled up with zeros. Each
// word is mixed in by the 128-bit product folded to 64 bits that wyhash made known (Wang Yi,
// github.com/wangyi-fudan/wyhash), with its first two constants.
const (
	Seed  = 0xa0761d6478bd642f // the state before the first word
	prime = 0xe7037ed1a0b428db
)

// Mix adds a word to the state of a hash.
func Mix(state, word uint64) uint64 {
	hi, lo := bits.Mul64(state^word, prime)
	return hi ^ lo
}

// Finish adds the length in bytes: "a" and "a\x00" have the same words.
func Finish(state uint64, length int) uint64 { return state ^ uint64(length) }

// Hash returns the hash of an id: [Seed], [Mix] for each word, [Finish]. A parser
// that has the words at hand anyway calls these itself.
func Hash[ID ~string | ~[]byte](id ID) uint64 {
	state, n := uint64(Seed), len(id)
	for ; len(id) >= 8; id = id[8:] {
		state = Mix(state, uint64(id[0])|uint64(id[1])<<8|uint64(id[2])<<16|uint64(id[3])<<24|
			uint64(id[4])<<32|uint64(id[5])<<40|uint64(id[6])<<48|uint64(id[7])<<56)
	}
	if len(id) > 0 {
		var word uint64
		for i := range len(id) {
			word |= uint64(id[i]) << (8 * i)
		}
		state = Mix(state, word)
	}
	return Finish(state, n)
}

// A Table finds the positions of ids in a list of hashes. It is never cleared: numbers count on over
// all lists, so a slot with one below the first of the current list is free. The zero Table is ready to
// use, for lists of up to four billion ids. It is not safe for concurrent use while it is filled.
type Table struct {
	all   []uint32 // as many slots as the longest list so far needed
	slots []uint32 // those in use, a power of two: number of an id
	shift uint     // the top bits of a hash choose the slot
	first uint32   // number of the first id of the current list, from 1
	next  uint32   // number of the first id of the next list
}

// sparse is how many slots there are for an id, at least. At most a quarter full, seven look-ups in eight
// end at the first slot, so that the processor guesses the branch right.
const sparse = 4

// A Pair is two positions in a list that hold the same id.
type Pair struct{ First, Again int }

// Fill makes hashes the list of the table. Positions whose id stood earlier in the list are left out and
// appended to again. same tells whether the ids at two positions with equal hashes are equal.
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

// Find returns the position of an id with the given hash in the list that the table was filled for. same
// tells whether the id at a position, which has that hash, is the one looked for.
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

// ByPlace puts the pairs of a list that is in another order than the file it comes from into the order of
// the file: First is where an id stood first in it, Again where it stood later, and the pairs are in the
// order of the latter. place is the place in the file of a position in the list.
func ByPlace(pairs []Pair, place func(i int) int) []Pair {
	lowest := make(map[int]int, len(pairs)) // by First
	for _, p := range pairs {
		low, known := lowest[p.First]
		if !known {
			low = p.First
		}
		if place(p.Again) < place(low) {
			low = p.Again
		}
		lowest[p.First] = low
	}
	byPlace := make([]Pair, len(pairs))
	for i, p := range pairs {
		byPlace[i] = Pair{lowest[p.First], p.Again}
		if p.Again == lowest[p.First] {
			byPlace[i].Again = p.First
		}
	}
	ordered.Stable(byPlace, func(a, b Pair) int { return cmp.Compare(place(a.Again), place(b.Again)) })
	return byPlace
}
