package trec

import "math/bits"

// A rankText is the text of the next rank and the blank after it, so that counting goes on without reading
// numbers. Where that has to be fast, count is written out.
type rankText struct {
	value int32
	size  int    // in bytes, with the blank
	word  uint64 // the text
	mask  uint64 // of its bytes
	one   uint64 // 1 in the place of the last digit
	left  int    // how often one can be added before a carry
}

// maxRankText is the first rank that does not fit.
const maxRankText = 10_000_000

// newRankText returns the text of a rank of at most seven digits and a blank.
func newRankText(value int32, blank byte) rankText {
	r := rankText{value: value, size: 1, word: uint64(blank), left: 9 - int(value%10)}
	for v := value; v > 0 || r.size == 1; v /= 10 {
		r.word = r.word<<8 | uint64('0'+v%10)
		r.size++
	}
	r.mask = first(r.size)
	r.one = 1 << (8 * uint(r.size-2))
	return r
}

// readRankText reads the rank that b starts with at i, at most seven digits and a blank. It keeps leading zeros.
func readRankText(b []byte, i int) (rankText, bool) {
	w := load(b, i)
	n := bits.TrailingZeros64(controls(w)) >> 3
	d := (w ^ zeros) << (64 - 8*uint(n))
	if n == 0 || n == 8 || !digits(d) || !blank(b[i+n]) {
		return rankText{}, false
	}
	return rankText{
		value: int32(number(d)), size: n + 1,
		word: w & first(n+1), mask: first(n + 1), one: 1 << (8 * uint(n-1)),
		left: int('9' - b[i+n-1]),
	}, true
}

func (r *rankText) count() {
	if r.left--; r.left < 0 {
		r.carry()
		return
	}
	r.value++
	r.word += r.one
}

// carry counts on by one from a rank that ends with a 9.
func (r *rankText) carry() {
	for at := 8 * (r.size - 2); at >= 0; at -= 8 {
		if r.word>>at&0xff != '9' {
			r.word += 1 << at
			r.value++
			r.left = 9
			return
		}
		r.word -= 9 << at
	}
	*r = newRankText((r.value+1)%maxRankText, byte(r.word>>(8*uint(r.size-1))))
}
