package judgments

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// Passages are the judged parts of documents of one query. Hits are matched with them by what they cover.
type Passages struct {
	share float64
	list  []passage // the best grade first, then by document and place
}

type passage struct {
	testsets.Passage
	at       Stretch // of the document; of the quote where its place is not known
	quote    string  // as Words has it
	judgment int     // which of the query's it is
}

// newPassages takes those of a query, nil where it has none. They are judgments in this order.
func newPassages(list []testsets.Passage, share testsets.Share) *Passages {
	if len(list) == 0 {
		return nil
	}
	p := &Passages{share: float64(cmp.Or(share, testsets.DefaultPassageShare))}
	for i, x := range list {
		of := passage{Passage: x, at: Stretch{x.Doc, x.Start, x.End}, quote: testsets.Words(x.Quote), judgment: i}
		if x.End == 0 {
			of.at = Stretch{x.String(), 0, utf8.RuneCountInString(of.quote)}
		}
		p.list = append(p.list, of)
	}
	ordered.Stable(p.list, func(a, b passage) int {
		return cmp.Or(b.Grade-a.Grade, strings.Compare(a.at.Text, b.at.Text), a.at.From-b.at.From, a.at.To-b.at.To)
	})
	return p
}

// A Found is what a ranking has of the passages of a query.
type Found struct {
	Matches []trec.Match // by ascending rank: no hit and no passage twice
	Looked  int          // hits that were held against a passage
	Blind   []string     // ids of hits that could not be, for want of a place and of a text
}

// Find goes down a ranking. A hit takes, of the passages that it covers far enough and that no hit
// before it took, the one with the best grade. Another one that it covers is left to later hits.
func (p *Passages) Find(hits []retrieval.Hit) (f Found) {
	taken := make([]bool, len(p.list))
	for i, h := range hits {
		pieces, looked, blind := p.pieces(h)
		if looked {
			f.Looked++
		}
		if blind {
			f.Blind = append(f.Blind, h.ID)
		}
		for n, x := range p.list {
			if !taken[n] && len(pieces) > 0 && x.at.Reached(p.share, pieces) {
				taken[n] = true
				f.Matches = append(f.Matches, trec.Match{Rank: cmp.Or(h.Rank, i+1), Grade: x.Grade, Gain: float64(x.Grade), Judgment: x.judgment})
				break
			}
		}
	}
	return f
}

// pieces returns what a hit covers of texts that passages are in, whether any could be looked for
// in it, and whether one could not.
func (p *Passages) pieces(h retrieval.Hit) (pieces []Stretch, looked, blind bool) {
	doc, placed := cmp.Or(h.Document, h.ID), h.End > h.Start
	if placed {
		pieces = append(pieces, Stretch{doc, h.Start, h.End})
	}
	text := ""
	for _, x := range p.list {
		switch {
		case x.Doc != doc && h.Document != "":
		case placed && x.End > 0:
			looked = true
		case x.quote != "" && h.Text != "":
			looked, text = true, cmp.Or(text, testsets.Words(h.Text))
			pieces = append(pieces, x.quoted(text)...)
		default:
			blind = true
		}
	}
	return pieces, looked, blind
}

// leastQuoted is how many bytes of a quote have to stand at the border of a text: fewer may be chance.
const leastQuoted = 16

// quoted returns the part of the passage that a text has: its quote, or as much of it as the
// text is, begins with or ends in.
func (x *passage) quoted(text string) []Stretch {
	from, to := 0, len(x.quote)
	if !strings.Contains(text, x.quote) {
		if from = strings.Index(x.quote, text); from >= 0 {
			to = from + len(text)
		} else if from, to = border(x.quote, text); to-from < leastQuoted {
			return nil
		}
	}
	place := func(at int) int {
		if at == len(x.quote) {
			return x.at.To
		}
		return min(x.at.To, x.at.From+utf8.RuneCountInString(x.quote[:at]))
	}
	return []Stretch{{x.at.Text, place(from), place(to)}}
}

// border returns the longer of two parts of a quote: its end that a text begins with, and its beginning
// that the text ends in.
func border(quote, text string) (from, to int) {
	for n := min(len(quote), len(text)); n > 0; n-- {
		if strings.HasPrefix(text, quote[len(quote)-n:]) {
			return len(quote) - n, len(quote)
		}
		if strings.HasSuffix(text, quote[:n]) {
			return 0, n
		}
	}
	return 0, 0
}
