package scorefile

import (
	"hash/maphash"
	"strings"
)

// names give texts places in the order in which they come: a map of a million ids takes four times the
// memory, and the collector as much time again to look through it.
type names struct {
	texts []string
	room  strings.Builder // that the newest texts are parts of: thousands share one allocation
	seed  maphash.Seed
	slots []uint64 // by the upper half of a hash: that half, and a place from 1; half of them empty at least
}

// place returns the place of a text, a new one at the end.
func (n *names) place(text string) int {
	if 2*len(n.texts) >= len(n.slots) {
		n.grow()
	}
	hash := maphash.String(n.seed, text) >> 32
	at := n.slot(hash, func(place int) bool { return n.texts[place] == text })
	if n.slots[at] == 0 {
		n.texts = append(n.texts, n.keep(text))
		n.slots[at] = hash<<32 | uint64(len(n.texts))
	}
	return int(uint32(n.slots[at])) - 1
}

// slot returns where the place of a text is, or will be.
func (n *names) slot(hash uint64, is func(place int) bool) int {
	at := int(hash) & (len(n.slots) - 1)
	for n.slots[at] != 0 && (n.slots[at]>>32 != hash || !is(int(uint32(n.slots[at]))-1)) {
		at = (at + 1) & (len(n.slots) - 1)
	}
	return at
}

func (n *names) grow() {
	before := n.slots
	if before == nil {
		n.seed = maphash.MakeSeed()
	}
	n.slots = make([]uint64, max(16, 2*len(before)))
	for _, s := range before {
		if s != 0 {
			n.slots[n.slot(s>>32, func(int) bool { return false })] = s
		}
	}
}

// keep copies a text out of its line.
func (n *names) keep(text string) string {
	if n.room.Len()+len(text) > n.room.Cap() {
		n.room = strings.Builder{}
		n.room.Grow(max(1<<16, len(text)))
	}
	from := n.room.Len()
	n.room.WriteString(text)
	return n.room.String()[from:]
}
