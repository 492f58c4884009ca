package trec

import "encoding/binary"

// The fast path looks at eight bytes at a time: a word is eight bytes of the file, the first of them lowest. The bit
// tricks are those of Sean Anderson's "Bit Twiddling Hacks" (graphics.stanford.edu/~seander/bithacks.html).
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
	zeros = '0' * ones
)

// padding is how many bytes may be read, and have to exist, after a block.
const padding = 64

// load returns the word at i. Slicing to an exact capacity leaves one bounds check; b[i:] costs 12 % of the whole scan.
func load(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i : i+8 : i+8]) }

// controls flags the bytes below 0x21, that is blank, tab and line end among others, by their high bits.
// The lowest flag is exact, the ones above it may be false.
func controls(w uint64) uint64 { return (w - 0x21*ones) &^ w & highs }

// first keeps the n lowest bytes, for n from 0 to 8.
func first(n int) uint64 { return 1<<(8*uint(n)) - 1 }

// digits tells whether every byte is 0 to 9, for a word of digits less '0'.
func digits(d uint64) bool { return (d|(d+6*ones))&(0xf0*ones) == 0 }

// number returns the value of eight digits (less '0'), the most significant first: pairs, then fours, then all eight.
func number(d uint64) uint64 {
	d = d*10 + d>>8
	return ((d&0x000000ff000000ff)*(100+1_000_000<<32) + (d>>16&0x000000ff000000ff)*(1+10_000<<32)) >> 32
}
