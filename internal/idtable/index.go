package idtable

// An Index numbers ids as they come, from 0. It takes 8 to 16 bytes an id: ids and their hashes are the owner's.
// Any number of goroutines may look things up while none adds.
type Index struct {
	slots []uint32 // number of an id, from 1, half of them free; a power of two
	ids   int
}

// Find returns the number of an id with that hash. same tells whether a number is of the one that is looked for.
func (x *Index) Find(hash uint64, same func(i int) bool) (i int, ok bool) {
	if x.ids == 0 {
		return 0, false
	}
	number := x.slots[x.slot(hash, same)]
	return max(int(number)-1, 0), number > 0
}

// Add gives the next number to an id that is new. hash returns those of all, for when slots become few.
func (x *Index) Add(hash func(i int) uint64) {
	from := x.ids
	if x.ids++; 2*x.ids > len(x.slots) {
		x.slots, from = make([]uint32, max(16, 2*len(x.slots))), 0
	}
	for i := from; i < x.ids; i++ {
		x.slots[x.slot(hash(i), func(int) bool { return false })] = uint32(i) + 1
	}
}

// slot returns the one of an id, or the free one that it gets.
func (x *Index) slot(hash uint64, same func(i int) bool) uint64 {
	at, mask := hash>>32, uint64(len(x.slots)-1)
	for at &= mask; x.slots[at] > 0 && !same(int(x.slots[at])-1); {
		at = (at + 1) & mask
	}
	return at
}
