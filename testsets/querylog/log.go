package querylog

import (
	"strings"
	"unicode"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets/near"
)

// A Log is the searches of a file, counted by what was asked.
type Log struct {
	Searches int // how often anything was asked
	Rows     int // records that were read, events and empty ones included
	Events   int // records of clicks and the like, which are not searches
	Empty    int // records without a query, or with none of letters or digits
	Clients  bool

	name  string
	asked map[string]*askedQuery // by normal form
}

type askedQuery struct {
	frequency int
	texts     map[string]int
	clients   map[string]struct{}
	masked    []Kind
}

// add counts searches of one record. A text is masked before it is kept anywhere.
func (l *Log) add(text, client string, count int) {
	text, kinds := Mask(strings.Join(strings.Fields(text), " "))
	form := near.Normal(text)
	if !strings.ContainsFunc(form, isWord) {
		l.Empty++
		return
	}
	a := l.asked[form]
	if a == nil {
		a = &askedQuery{texts: map[string]int{}, clients: map[string]struct{}{}}
		l.asked[form] = a
	}
	a.frequency += count
	a.texts[text] += count
	a.masked = ordered.With(a.masked, kinds...)
	l.Searches += count
	if client != "" {
		a.clients[client] = struct{}{}
		l.Clients = true
	}
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// spelling returns how most wrote it, of equally many the first by bytes.
func (a *askedQuery) spelling() string {
	best := ""
	for text, n := range a.texts {
		if best == "" || n > a.texts[best] || n == a.texts[best] && text < best {
			best = text
		}
	}
	return best
}
