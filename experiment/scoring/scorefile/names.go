package scorefile

import (
	"strings"

	"github.com/rankduel/rankduel/internal/idtable"
)

// names give texts places in the order in which they come: a map of a million ids takes four times the
// memory, and the collector as much time again to look through it.
type names struct {
	texts []string
	room  strings.Builder // that the newest texts are parts of: thousands share one allocation
	index idtable.Index
}

// place returns the place of a text, a new one at the end.
func (n *names) place(text string) int {
	at, known := n.index.Find(idtable.Hash(text), func(i int) bool { return n.texts[i] == text })
	if !known {
		at = len(n.texts)
		n.texts = append(n.texts, n.keep(text))
		n.index.Add(func(i int) uint64 { return idtable.Hash(n.texts[i]) })
	}
	return at
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
