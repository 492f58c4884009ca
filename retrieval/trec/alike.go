package trec

import (
	"bytes"
	"math/bits"

	"github.com/rankduel/rankduel/internal/idtable"
)

// A template is what a line is expected to share with the one before it:
//
//	qid Q0 docid rank score tag
//	\_____/      \__/ \___/\___/
//	 head        next size  tail
//
// The rank is expected to be one more, and the score to be as long. Where that holds, as for most
// lines, the fields' lengths need not be found, and the processor can begin the next line meanwhile.
type template struct {
	head, tail affix
	rank       rankText
	size       int // of the score; 0: look for its end
	score      scoreShape
}

// longestExpected bounds the size of the score in a template, so that looking
// for the tail after it stays within the padding.
const longestExpected = 17

// expect makes the template of the line that was just read, from where it
// starts, its fields, and where the next line starts.
func (p *parser) expect(start int, doc, rank, score span, next int) {
	t := &p.like
	t.head = newAffix(p.text, start, int(doc.start))
	t.tail = newAffix(p.text, int(score.end), next)
	t.expectSize(int(score.end - score.start))
	var ok bool
	if t.rank, ok = readRankText(p.text, int(rank.start)); ok {
		t.rank.count()
	} else {
		t.rank = newRankText(0, ' ')
	}
}

func (t *template) expectSize(size int) {
	if t.size = size; size > longestExpected {
		t.size = 0
	}
}

// An affix is a fixed piece of a line.
type affix struct {
	size  int
	words [2]uint64 // the first 16 bytes, zeros after the end
	masks [2]uint64 // of the bytes that count
	rest  []byte    // what does not fit
}

// newAffix returns the affix b[start:end]; b goes on for 16 bytes or more.
func newAffix(b []byte, start, end int) affix {
	a := affix{size: end - start, rest: b[min(start+16, end):end]}
	a.masks = [2]uint64{first(min(8, a.size)), first(max(0, min(8, a.size-8)))}
	a.words = [2]uint64{load(b, start) & a.masks[0], load(b, start+8) & a.masks[1]}
	return a
}

// at tells whether the affix is in b from i on.
func (a *affix) at(b []byte, i int) bool {
	return (load(b, i)^a.words[0])&a.masks[0]|(load(b, i+8)^a.words[1])&a.masks[1] == 0 &&
		(a.size <= 16 || a.restAt(b, i))
}

func (a *affix) restAt(b []byte, i int) bool { return bytes.HasPrefix(b[i+16:], a.rest) }

// batch is how many lines are located before their ids and scores are read: few enough for the first-level cache.
const batch = 256

// alike reads lines as long as they are like the template in head and tail and have a rank of up to
// seven digits. It stops at the first line that is not, without a verdict on it. Three short loops
// (fields, hashes, scores) keep what they need in registers and are faster than a long one.
func (p *parser) alike() {
	for {
		from := p.Len()
		more := p.locate()
		to := from + len(p.fields)
		p.Hashes, p.Scores = p.Hashes[:to], p.Scores[:to]
		hashIDs(p.text, p.docs[from:to], p.Hashes[from:to])
		if read := p.like.readScores(p.text, p.fields, p.Scores[from:to]); read < len(p.fields) {
			p.pos = int(p.docs[from+read].start) - p.like.head.size
			to = from + read
			more = false
		}
		p.truncate(to)
		p.lines += to - from
		if !more {
			return
		}
	}
}

// locate finds the fields of the next lines, a batch at most. It returns false
// when it stopped at a line unlike the template.
func (p *parser) locate() (more bool) {
	from := p.Len()
	for cap(p.ranks) < from+batch {
		p.grow()
	}
	docs, ranks, fields := p.docs[:from+batch], p.ranks[:from+batch], p.fields[:batch]
	b, pos, size, t := p.text, p.pos, p.size, &p.like
	head, tail, rank := t.head, t.tail, t.rank
	n := from
	for n < len(docs) && pos < size {
		if (load(b, pos)^head.words[0])&head.masks[0]|(load(b, pos+8)^head.words[1])&head.masks[1] != 0 ||
			head.size > 16 && !head.restAt(b, pos) {
			break
		}
		doc := pos + head.size
		at := doc + fieldSize(b, doc)
		if at == doc || !blank(b[at]) {
			break
		}
		docs[n] = span{uint32(doc), uint32(at)}
		at++
		for blank(b[at]) {
			at++
		}
		if (load(b, at)^rank.word)&rank.mask != 0 {
			var ok bool
			if rank, ok = readRankText(b, at); !ok {
				break
			}
		}
		ranks[n] = rank.value
		at += rank.size
		for blank(b[at]) {
			at++
		}
		if rank.left--; rank.left >= 0 {
			rank.value++
			rank.word += rank.one
		} else {
			rank.carry()
		}
		end := at + t.size
		if (load(b, end)^tail.words[0])&tail.masks[0]|(load(b, end+8)^tail.words[1])&tail.masks[1] != 0 ||
			tail.size > 16 && !tail.restAt(b, end) || t.size == 0 {
			end = at + fieldSize(b, at)
			if end == at || !tail.at(b, end) {
				break
			}
			t.expectSize(end - at)
		}
		fields[n-from] = span{uint32(at), uint32(end)}
		n++
		pos = end + tail.size
	}
	t.rank = rank
	p.docs, p.ranks, p.fields = docs[:n], ranks[:n], fields[:n-from]
	p.pos = pos
	return n == len(docs)
}

// fieldSize returns the number of bytes from i to the next blank or line end.
func fieldSize(b []byte, i int) int {
	n := 0
	flag := controls(load(b, i))
	for flag == 0 {
		n += 8
		flag = controls(load(b, i+n))
	}
	return n + bits.TrailingZeros64(flag)>>3
}

// hashIDs returns idtable.Hash of each id.
func hashIDs(b []byte, ids []span, hashes []uint64) {
	hashes = hashes[:len(ids)]
	for k, id := range ids {
		i, size := int(id.start), int(id.end-id.start)
		hash := uint64(idtable.Seed)
		n := size
		for ; n >= 8; n -= 8 {
			hash = idtable.Mix(hash, load(b, i))
			i += 8
		}
		if n > 0 {
			hash = idtable.Mix(hash, load(b, i)&(1<<(8*uint(n)&63)-1))
		}
		hashes[k] = idtable.Finish(hash, size)
	}
}

// readScores reads the scores in fields and returns how many of them it could read before the first that is none.
func (t *template) readScores(b []byte, fields []span, scores []float64) int {
	scores = scores[:len(fields)]
	for k := 0; k < len(fields); {
		k += t.score.readAll(b, fields[k:], scores[k:])
		if k == len(fields) {
			break
		}
		text := fields[k].of(b)
		shape, ok := newScoreShape(text)
		if ok {
			t.score = shape
			if t.score.readAll(b, fields[k:k+1], scores[k:]) == 1 {
				k++
				continue
			}
		}
		score, err := ParseScore(text)
		if err != nil {
			return k
		}
		scores[k] = score
		k++
	}
	return len(fields)
}
