package judgments

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/retrieval/trec"
	"github.com/rankduel/rankduel/testsets"
)

// Passages are the judged parts of documents of one query. Hits are matched with them by what they cover.
type Passages struct {
	share float64
	list  []passage // the best grade first, then by document and place
	sum   []Stretch // of the relevant ones
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
		if p.list = append(p.list, of); x.Grade > 0 {
			p.sum = append(p.sum, of.at)
		}
	}
	p.sum = disjoint(p.sum)
	ordered.Stable(p.list, func(a, b passage) int {
		return cmp.Or(b.Grade-a.Grade, strings.Compare(a.at.Text, b.at.Text), a.at.From-b.at.From, a.at.To-b.at.To)
	})
	return p
}

// A Found is what a ranking has of the passages of a query.
type Found struct {
	Matches []trec.Match // by ascending rank: no hit and no passage twice
	Looked  bool         // a hit was held against a passage
	Text    *metrics.Text
	Blind   []string // ids of hits that could not be, for want of a place and of a text
}

// Find goes down a ranking. A hit takes, of the passages that it covers far enough and that no hit
// before it took, the one with the best grade. Another one that it covers is left to later hits.
func (p *Passages) Find(hits []retrieval.Hit) (f Found) {
	taken := make([]bool, len(p.list))
	f.Text = &metrics.Text{Relevant: p.relevant(p.sum)}
	var seen []Stretch
	had := 0
	for i, h := range hits {
		pieces, looked, blind := p.pieces(h)
		f.Looked = f.Looked || looked
		if blind {
			f.Blind = append(f.Blind, h.ID)
		}
		text := textOf(h, cmp.Or(h.Rank, i+1))
		if len(pieces) > 0 {
			seen = append(seen, pieces...)
			text.New = p.relevant(seen) - had
			had += text.New
			n := slices.IndexFunc(p.list, func(x passage) bool { return !taken[x.judgment] && x.at.Reached(p.share, pieces) })
			if n >= 0 {
				x := p.list[n]
				taken[x.judgment] = true
				f.Matches = append(f.Matches, trec.Match{Rank: text.Rank, Grade: x.Grade, Gain: float64(x.Grade), Judgment: x.judgment})
			}
		}
		f.Text.Hits = append(f.Text.Hits, text)
	}
	return f
}

// relevant returns how many characters of relevant passages are in some pieces.
func (p *Passages) relevant(pieces []Stretch) (n int) {
	for _, s := range p.sum {
		n += s.within(pieces)
	}
	return n
}

// textOf says how long the text of a hit is. Where the hit does not say, four characters are a token.
func textOf(h retrieval.Hit, rank int) metrics.TextHit {
	chars := int(max(0, h.End-h.Start))
	if chars == 0 {
		chars = utf8.RuneCountInString(h.Text)
	}
	return metrics.TextHit{Rank: rank, Chars: chars, Tokens: cmp.Or(int(h.Tokens), (chars+3)/4)}
}

// pieces returns what a hit covers of texts that passages are in, whether any could be looked for
// in it, and whether one could not.
func (p *Passages) pieces(h retrieval.Hit) (pieces []Stretch, looked, blind bool) {
	doc, placed, here, text := cmp.Or(h.Document, h.ID), h.End > h.Start, false, ""
	known := h.Document != "" || slices.ContainsFunc(p.list, func(x passage) bool { return x.Doc == doc })
	for _, x := range p.list {
		switch {
		case x.Doc != doc && known:
		case placed && x.End > 0 && x.Doc == doc:
			looked, here = true, true
		case x.quote != "" && h.Text != "":
			looked, text = true, cmp.Or(text, testsets.Words(h.Text))
			pieces = append(pieces, x.quoted(text)...)
		default:
			blind = true
		}
	}
	if here {
		pieces = append(pieces, Stretch{doc, int(h.Start), int(h.End)})
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
