package trec

import (
	"bytes"
	"errors"
	"fmt"
	"math/bits"
	"strconv"

	"github.com/rankduel/rankduel/internal/idtable"
)

// A parser reads the queries of a block one after another into its Ranking.
type parser struct {
	Ranking
	ranker
	size  int // of the text, the rest is padding
	pos   int // in the text
	lines int // read so far in this block
	tag   span
	like  template
}

// A template is what a line has in common with the one before it: "qid Q0 " at
// its start and " tag\n" at its end. Comparing those as words is what makes a
// line cheap; a line that differs takes the exact path.
type template struct {
	head, tail         []byte
	headWords          [2]uint64 // the first 16 bytes, zeros after the end
	headMasks          [2]uint64
	tailWords          [2]uint64
	tailMasks          [2]uint64
	longHead, longTail []byte // what does not fit into the words
}

// start begins a new block.
func (p *parser) start(text []byte, size int) {
	p.text, p.size, p.pos, p.lines = text, size, 0, 0
}

// group reads the lines of the next query and leaves them in file order. It
// returns false at the end of the text. Errors are [*LineError] with the line
// counted from the start of the text.
func (p *parser) group() (bool, error) {
	p.truncate(0)
	p.Query = nil
	p.like.head = nil
	for p.pos < p.size {
		if p.like.head != nil {
			p.alike()
			if p.pos >= p.size {
				break
			}
		}
		more, err := p.line()
		if err != nil {
			return false, err
		}
		if !more {
			break
		}
	}
	return p.Query != nil, nil
}

// line reads one line exactly. It returns false, and does not move, when the
// line belongs to another query.
func (p *parser) line() (bool, error) {
	end, next := nextLine(p.text[:p.size], p.pos)
	var f [6]span
	n := splitFields(p.text, p.pos, end, f[:])
	if n == 0 || p.text[f[0].start] == '#' {
		p.lines++
		p.pos = next
		return true, nil
	}
	query := f[0].of(p.text)
	if p.Query != nil && !bytes.Equal(query, p.Query) {
		return false, nil
	}
	p.lines++
	if n < 6 {
		return false, lineAt(p.lines, fewFields(n))
	}
	rank, ok := parseRank(f[3].of(p.text))
	if !ok {
		rank = noRank
	}
	score, err := parseScore(f[4].of(p.text))
	if err != nil {
		return false, lineAt(p.lines, fmt.Errorf("score %q: %w", f[4].of(p.text), err))
	}
	if p.Query == nil {
		p.Query = query
		p.Offset = int64(p.pos)
		p.tag = f[5]
	}
	p.add(idtable.Hash(f[2].of(p.text)), score, f[2], rank)
	p.like.set(p.text[p.pos:f[2].start], p.text[f[4].end:next])
	p.pos = next
	return true, nil
}

func fewFields(n int) error {
	return fmt.Errorf(`%d of 6 fields; a run line is "qid Q0 docid rank score tag"`, n)
}

func parseRank(text []byte) (int32, bool) {
	rank, err := strconv.ParseInt(string(text), 10, 32)
	return int32(rank), err == nil && rank != noRank
}

var errNoRank = errors.New("order rank needs an integer in the rank column; use another order")

func (t *template) set(head, tail []byte) {
	t.head, t.tail = head, tail
	t.headWords, t.headMasks, t.longHead = words(head)
	t.tailWords, t.tailMasks, t.longTail = words(tail)
}

// words are the first 16 bytes of b, masks where there are any, and the rest.
func words(b []byte) (words, masks [2]uint64, rest []byte) {
	for i, c := range b[:min(16, len(b))] {
		words[i/8] |= uint64(c) << (i % 8 * 8)
		masks[i/8] |= 0xff << (i % 8 * 8)
	}
	return words, masks, b[min(16, len(b)):]
}

// alike reads lines as long as they are like the template: the same query,
// single blanks between fields, a rank of one to eight digits, a plain score,
// the same tag. It stops at the first line that is not, without a verdict on
// it.
func (p *parser) alike() {
	b, pos, t := p.text, p.pos, p.like
	head, tail := len(t.head), len(t.tail)
	for pos < p.size {
		if (load(b, pos)^t.headWords[0])&t.headMasks[0]|(load(b, pos+8)^t.headWords[1])&t.headMasks[1] != 0 ||
			len(t.longHead) > 0 && !bytes.HasPrefix(b[pos+16:], t.longHead) {
			break
		}
		doc := pos + head
		at, hash := doc, uint64(idtable.Seed)
		w := load(b, at)
		flag := controls(w)
		for flag == 0 {
			hash = idtable.Mix(hash, w)
			at += 8
			w = load(b, at)
			flag = controls(w)
		}
		n := bits.TrailingZeros64(flag) >> 3
		if n > 0 {
			hash = idtable.Mix(hash, w&first(n))
			at += n
		}
		if at == doc || !blank(b[at]) {
			break
		}
		docEnd := at
		at++
		w = load(b, at)
		n = bits.TrailingZeros64(controls(w)) >> 3
		d := (w ^ zeros) << (64 - 8*uint(n))
		if n == 0 || n == 8 || !digits(d) || !blank(b[at+n]) {
			break
		}
		rank := int32(number(d))
		at += n + 1
		negative := b[at] == '-'
		if negative {
			at++
		}
		start := at
		for {
			flag = controls(load(b, at))
			if flag != 0 {
				break
			}
			at += 8
		}
		at += bits.TrailingZeros64(flag) >> 3
		score, ok := plainScore(b, start, at)
		if !ok {
			break
		}
		if negative {
			score = 0 - score
		}
		if (load(b, at)^t.tailWords[0])&t.tailMasks[0]|(load(b, at+8)^t.tailWords[1])&t.tailMasks[1] != 0 ||
			len(t.longTail) > 0 && !bytes.HasPrefix(b[at+16:], t.longTail) {
			break
		}
		p.add(idtable.Finish(hash, docEnd-doc), score, span{uint32(doc), uint32(docEnd)}, rank)
		pos = at + tail
		p.lines++
	}
	p.pos = pos
}
