package trec

import (
	"strings"

	"github.com/rankduel/rankduel/internal/idtable"
)

// An idList numbers ids, which are one piece of memory and found by their hashes.
type idList struct {
	text  strings.Builder
	ends  []uint32
	index idtable.Index
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
	return l.index.Find(idtable.Hash(id), func(i int) bool { return l.at(i) == string(id) })
}

// number returns the number of an id, which is a new one if it is not known.
func (l *idList) number(id string) int {
	i, ok := l.index.Find(idtable.Hash(id), func(i int) bool { return l.at(i) == id })
	if !ok {
		i = len(l.ends)
		l.text.WriteString(id)
		l.ends = append(l.ends, uint32(l.text.Len()))
		l.index.Add(func(i int) uint64 { return idtable.Hash(l.at(i)) })
	}
	return i
}
