package trec

import (
	"strings"

	"github.com/rankduel/rankduel/internal/idtable"
)

// An idList numbers ids, which are one piece of memory and found by their hashes.
type idList struct {
	text strings.Builder
	ends []uint32
	// byHash holds the number of an id at its hash, or where another id has that, at the next that is free.
	byHash map[uint64]int32
}

func (l *idList) at(i int) string {
	from := uint32(0)
	if i > 0 {
		from = l.ends[i-1]
	}
	return l.text.String()[from:l.ends[i]]
}

// find returns the number of an id.
func (l *idList) find(id []byte) (i int, ok bool) {
	i, _ = l.look(idtable.Hash(id), func(known string) bool { return known == string(id) })
	return max(i, 0), i >= 0
}

// number returns the number of an id, which is a new one if it is not known.
func (l *idList) number(id string) int {
	i, hash := l.look(idtable.Hash(id), func(known string) bool { return known == id })
	if i < 0 {
		i = len(l.ends)
		l.text.WriteString(id)
		l.ends = append(l.ends, uint32(l.text.Len()))
		l.byHash[hash] = int32(i)
	}
	return i
}

// look returns the number of the id that is the one, or -1 and the hash that it gets.
func (l *idList) look(hash uint64, isIt func(known string) bool) (i int, free uint64) {
	for ; ; hash++ {
		i, taken := l.byHash[hash]
		if !taken {
			return -1, hash
		}
		if isIt(l.at(int(i))) {
			return int(i), hash
		}
	}
}
