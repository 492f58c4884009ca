// Package idtable finds ids in a list by hash, fast enough to be done once for
// every line of a large run file.
//
// It has two parts: a 64-bit hash of an id's bytes, and a table from hash to
// position in the list. The ids themselves stay where they are; when two
// hashes are equal, the table asks the owner of the list whether the bytes are
// too, so that a collision costs time but is never wrong.
//
// The hash is made for speed on short ids, is not seeded, and may change
// between versions: it must never be stored.
package idtable

import "math/bits"

// The hash takes the id in words of eight bytes, little-endian, the last one
// filled up with zeros. Each word is mixed in by the 128-bit product folded to
// 64 bits that wyhash made known (Wang Yi, github.com/wangyi-fudan/wyhash),
// with its first two constants.
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
func Finish(state uint64, length int) uint64 {
	return state ^ uint64(length)
}

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
