package querylog

import (
	"cmp"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// A Query is what was asked in equal words.
type Query struct {
	Text      string // the spelling that most used, masked
	Normal    string
	Frequency int // searches
	Clients   int // 0 in a log without clients
	Band      Band
	Masked    []Kind
}

// A Band is a third of the traffic.
type Band string

// The bands: the most frequent queries that make up a third of all searches, the next, and the rest.
const (
	Head  Band = "head"
	Torso Band = "torso"
	Tail  Band = "tail"
)

// Counted returns the queries of the log, the most frequent first, then by text.
func (l *Log) Counted() []Query {
	list := make([]Query, 0, len(l.asked))
	for form, a := range l.asked {
		list = append(list, Query{Text: a.spelling(), Normal: form, Frequency: a.frequency, Clients: len(a.clients), Masked: a.masked})
	}
	ordered.Stable(list, func(a, b Query) int {
		return cmp.Or(cmp.Compare(b.Frequency, a.Frequency), strings.Compare(a.Normal, b.Normal))
	})
	before := 0
	for i := range list {
		switch { // where the query begins
		case 3*before < l.Searches:
			list[i].Band = Head
		case 3*before < 2*l.Searches:
			list[i].Band = Torso
		default:
			list[i].Band = Tail
		}
		before += list[i].Frequency
	}
	return list
}

// Share returns the share of all searches that the n most frequent queries make up, in [0, 1].
func Share(counted []Query, n int) float64 {
	first, all := 0, 0
	for i, q := range counted {
		all += q.Frequency
		if i < n {
			first = all
		}
	}
	return float64(first) / float64(max(all, 1))
}
