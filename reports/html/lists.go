package html

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/rankduel/rankduel/experiment/result"
)

// A union is the documents of one query in the order in which the systems name
// them: the baseline's list first, so that its positions count up by one.
type union struct {
	at     map[string]int
	ids    []string
	grades []uint8
}

// ungraded is the grade of an unjudged document in the data.
const ungraded = 255

func (u *union) add(id string, grade int) int {
	if at, ok := u.at[id]; ok {
		return at
	}
	u.at[id] = len(u.ids)
	u.ids, u.grades = append(u.ids, id), append(u.grades, gradeByte(grade))
	return len(u.ids) - 1
}

// gradeByte returns a grade as the data have it.
func gradeByte(grade int) uint8 {
	if grade < 0 {
		return ungraded
	}
	return uint8(min(grade, ungraded-1))
}

// kept is what a page keeps of the ranked lists.
type kept struct {
	depth     int  // hits of each list
	snippets  bool // of documents near the top, and of relevant ones
	unchanged bool // lists of queries that score the same under every system
	scores    int  // hits of each list whose scores are kept
}

// writeLists appends the ranked lists of a query:
//
//	u32 size of what follows
//	u16 documents · u16 of them in a list · grades, a byte each, 255 unjudged
//	where the header has graded: a model's grades, the same
//	for each system: u16 hits · more, a byte: 1 where it retrieved further hits
//	· deltas, low bytes and then high bytes · ties, a byte each
//	· scores of the first hits, as many as the header says: float32, lowest bytes first, then the next
//	u16 places below a list · for each: u16 document, which another list has · u16 system · u32 rank
//	for each judged document in no list, each system: u32 rank, 0 for none
//	ids: u32 lengths · UTF-8
//	where the header has snippets: u32 lengths · UTF-8, title and text with a line break between
//
// A tie is 1 where the score is that of the hit before, exactly. A delta is a position less the one
// before it less 1, modulo 65536.
func (co *cohort) writeLists(b *bytes.Buffer, q int, k kept) {
	u := union{at: map[string]int{}}
	lists := make([][]int, len(co.systems))
	if k.unchanged || co.changed(q) {
		for s := range co.systems {
			lists[s] = u.list(co.systems[s].Queries[q].Hits, k.depth)
		}
	}
	listed := len(u.ids)
	ranks := co.beyond(&u, q, k.depth)
	var body bytes.Buffer
	put16(&body, len(u.ids))
	put16(&body, listed)
	body.Write(u.grades)
	if co.graded != nil {
		grades := co.graded(co.systems[0].Queries[q].QueryID)
		for _, id := range u.ids {
			grade, known := grades[id]
			if !known {
				grade = -1
			}
			body.WriteByte(gradeByte(grade))
		}
	}
	for s, list := range lists {
		query := &co.systems[s].Queries[q]
		writeDeltas(&body, list, query.Retrieved > len(list))
		writeScores(&body, query.Hits[:len(list)], k.scores)
	}
	writeBelow(&body, u.ids[:listed], lists, ranks)
	for at := listed; at < len(u.ids); at++ {
		for s := range co.systems {
			put32(&body, ranks[s][u.ids[at]])
		}
	}
	writeTexts(&body, u.ids)
	if k.snippets {
		writeTexts(&body, co.snippets(q, u, lists))
	}
	put32(b, body.Len())
	b.Write(body.Bytes())
}

func (u *union) list(hits []result.JudgedHit, depth int) []int {
	hits = hits[:min(depth, len(hits))]
	list := make([]int, 0, len(hits))
	for _, h := range hits {
		if len(u.ids) < math.MaxUint16 {
			list = append(list, u.add(h.DocID, h.Grade))
		}
	}
	return list
}

// beyond adds the judged documents that no list shows, and says where each stood in every system.
func (co *cohort) beyond(u *union, q, depth int) []map[string]int {
	ranks := make([]map[string]int, len(co.systems))
	for s := range co.systems {
		ranks[s] = map[string]int{}
		query := &co.systems[s].Queries[q]
		for i := depth; i < len(query.Hits); i++ {
			if h := query.Hits[i]; h.Grade >= 0 && len(u.ids) < math.MaxUint16 {
				u.add(h.DocID, h.Grade)
				ranks[s][h.DocID] = i + 1
			}
		}
		for _, d := range query.Relevant {
			if len(u.ids) < math.MaxUint16 {
				u.add(d.DocID, d.Grade)
			}
			ranks[s][d.DocID] = d.Rank
		}
	}
	return ranks
}

// writeBelow says where a document of one list stood below the end of another:
// without that it would look as if the other system had not found it.
func writeBelow(b *bytes.Buffer, ids []string, lists [][]int, ranks []map[string]int) {
	type place struct{ document, system, rank int }
	var below []place
	for s, list := range lists {
		for at, id := range ids {
			if rank := ranks[s][id]; rank > len(list) {
				below = append(below, place{at, s, rank})
			}
		}
	}
	below = below[:min(len(below), math.MaxUint16)]
	put16(b, len(below))
	for _, p := range below {
		put16(b, p.document)
		put16(b, p.system)
		put32(b, p.rank)
	}
}

// changed tells whether a query has not the same scores under every system.
func (co *cohort) changed(q int) bool {
	for s := 1; s < len(co.systems); s++ {
		for m := range co.measures {
			a, b := co.score(0, m, q), co.score(s, m, q)
			if a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
				return true
			}
		}
	}
	return false
}

// snippets returns those of the documents that a reader looks at: near the top of a list, or relevant.
func (co *cohort) snippets(q int, u union, lists [][]int) []string {
	texts := make([]string, len(u.ids))
	wanted := make([]bool, len(u.ids))
	for _, list := range lists {
		for _, at := range list[:min(len(list), max(10, co.cutoff))] {
			wanted[at] = true
		}
	}
	words := wordsOf(co.systems[0].Queries[q].Text)
	for at, id := range u.ids {
		if !wanted[at] && (u.grades[at] == 0 || u.grades[at] == ungraded) {
			continue
		}
		if text, known := co.text(id); known {
			texts[at] = snippet(text, words)
		}
	}
	return texts
}

func writeTexts(b *bytes.Buffer, texts []string) {
	for _, text := range texts {
		put32(b, len(text))
	}
	for _, text := range texts {
		b.WriteString(text)
	}
}

// writeDeltas puts low and high bytes apart: the high ones are nearly all alike.
func writeDeltas(b *bytes.Buffer, list []int, more bool) {
	put16(b, len(list))
	b.WriteByte(map[bool]byte{true: 1}[more])
	low, high := make([]byte, len(list)), make([]byte, len(list))
	before := -1
	for i, at := range list {
		delta := uint16(at - before - 1)
		low[i], high[i] = byte(delta), byte(delta>>8)
		before = at
	}
	b.Write(low)
	b.Write(high)
}

func put16(b *bytes.Buffer, v int) { b.Write(binary.LittleEndian.AppendUint16(nil, uint16(v))) }

func put32(b *bytes.Buffer, v int) { b.Write(binary.LittleEndian.AppendUint32(nil, uint32(v))) }
