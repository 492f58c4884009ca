package html

import (
	"bytes"
	"encoding/binary"
	"math"
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
	g := uint8(ungraded)
	if grade >= 0 {
		g = uint8(min(grade, ungraded-1))
	}
	u.at[id] = len(u.ids)
	u.ids, u.grades = append(u.ids, id), append(u.grades, g)
	return len(u.ids) - 1
}

// writeLists appends the ranked lists of a query:
//
//	u32 size of what follows
//	u16 documents · u16 of them in a list · grades, a byte each, 255 unjudged
//	for each system: u16 hits · deltas, low bytes and then high bytes
//	for each relevant document in no list, each system: u32 rank, 0 for none
//	ids: u32 lengths · UTF-8
//
// A delta is a position less the one before it less 1, modulo 65536.
func (co *cohort) writeLists(b *bytes.Buffer, q, depth int) {
	u := union{at: map[string]int{}}
	var lists [][]int
	for s := range co.systems {
		hits := co.systems[s].Queries[q].Hits
		list := make([]int, 0, min(depth, len(hits)))
		for _, h := range hits[:min(depth, len(hits))] {
			if len(u.ids) < math.MaxUint16 {
				list = append(list, u.add(h.DocID, h.Grade))
			}
		}
		lists = append(lists, list)
	}
	listed := len(u.ids)
	for s := range co.systems {
		for _, d := range co.systems[s].Queries[q].Relevant {
			if len(u.ids) < math.MaxUint16 {
				u.add(d.DocID, d.Grade)
			}
		}
	}
	var body bytes.Buffer
	put16(&body, len(u.ids))
	put16(&body, listed)
	body.Write(u.grades)
	for _, list := range lists {
		writeDeltas(&body, list)
	}
	co.writeRanks(&body, q, u, listed)
	for _, id := range u.ids {
		put32(&body, len(id))
	}
	for _, id := range u.ids {
		body.WriteString(id)
	}
	put32(b, body.Len())
	b.Write(body.Bytes())
}

// writeDeltas puts low and high bytes apart: the high ones are nearly all alike.
func writeDeltas(b *bytes.Buffer, list []int) {
	put16(b, len(list))
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

// writeRanks says where relevant documents stood that the lists do not show.
func (co *cohort) writeRanks(b *bytes.Buffer, q int, u union, listed int) {
	ranks := make([]int, (len(u.ids)-listed)*len(co.systems))
	for s := range co.systems {
		for _, d := range co.systems[s].Queries[q].Relevant {
			if at, ok := u.at[d.DocID]; ok && at >= listed {
				ranks[(at-listed)*len(co.systems)+s] = d.Rank
			}
		}
	}
	for _, rank := range ranks {
		put32(b, rank)
	}
}

func put16(b *bytes.Buffer, v int) {
	b.Write(binary.LittleEndian.AppendUint16(nil, uint16(v)))
}

func put32(b *bytes.Buffer, v int) {
	b.Write(binary.LittleEndian.AppendUint32(nil, uint32(v)))
}
