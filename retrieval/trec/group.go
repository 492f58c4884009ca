package trec

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"github.com/rankduel/rankduel/internal/idtable"
	"github.com/rankduel/rankduel/internal/textfaults"
)

// A parser reads the queries of a block one after another into its Ranking.
type parser struct {
	Ranking
	opts   RunOptions
	ranker Ranker
	size   int // of the text, the rest is padding
	pos    int // in the text
	lines  int // read so far in this block
	tag    span
	like   template // valid if it has a head

	fields []span // the scores of a batch of lines

	repeats Repeats // in this block, by its lines
}

func (p *parser) start(text []byte, size int) {
	p.text, p.size, p.pos, p.lines = text, size, 0, 0
	p.repeats = Repeats{}
}

// group reads the lines of the next query and leaves them in file order. It returns false at the end of the
// text. Errors are [*LineError] with the line counted from the start of the text.
func (p *parser) group() (bool, error) {
	p.truncate(0)
	p.Query = nil
	p.like.head.size = 0
	for p.pos < p.size {
		if p.like.head.size > 0 {
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

// line reads one line exactly. It returns false, and does not move, when the line belongs to another query.
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
		return false, lineAt(p.lines, fmt.Errorf(`%d of 6 fields; a run line is "qid Q0 docid rank score tag"`, n))
	}
	if bytes.IndexByte(p.text[f[5].start:end], '\r') >= 0 {
		return false, lineAt(p.lines, textfaults.ErrReturn)
	}
	rank, err := parseRank(f[3].of(p.text))
	if err != nil {
		return false, lineAt(p.lines, fmt.Errorf("rank %q: %w", f[3].of(p.text), err))
	}
	score, err := ParseScore(f[4].of(p.text))
	if err != nil {
		return false, lineAt(p.lines, fmt.Errorf("score %q: %w", f[4].of(p.text), err))
	}
	if p.Query == nil {
		p.Query = query
		p.Offset = int64(p.pos)
		p.tag = f[5]
	}
	p.add(idtable.Hash(f[2].of(p.text)), score, f[2], rank)
	p.expect(p.pos, f[2], f[3], f[4], next)
	p.pos = next
	return true, nil
}

// parseRank reads the fourth field, or finds out that it is not a rank: NoRank
// stands for a whole number that does not fit.
func parseRank(text []byte) (int32, error) {
	digits := text
	if digits[0] == '-' || digits[0] == '+' {
		digits = digits[1:]
	}
	if len(digits) == 0 || bytes.ContainsFunc(digits, func(r rune) bool { return r < '0' || r > '9' }) {
		return 0, errNotRank
	}
	rank, err := strconv.ParseInt(string(text), 10, 32)
	if err != nil {
		return NoRank, nil
	}
	return int32(rank), nil
}

var (
	errNotRank = errors.New("not a whole number, as where an id holds a blank, which shifts the fields after it; " +
		"replace the blank in the id, or number the hits 1, 2, 3")
	errNoRank = errors.New("order rank needs ranks that fit into 32 bits; use another order")
)
