package convert

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
)

// matchIDs brings judgments that name queries otherwise than the queries name themselves to them: 1 for
// 001, or the first for the first. The formats put what only judgments name into queries without a text.
func (d *draft) matchIDs() {
	var lone, whole []*query
	for _, q := range d.queries {
		if q.Text == "" && q.ID != "" {
			lone = append(lone, q)
		} else {
			whole = append(whole, q)
		}
	}
	if len(lone) == 0 || len(whole) == 0 {
		if d.opts.QueryIDs == position && len(whole) > 0 {
			d.byPosition(whole)
		}
		return
	}
	switch d.opts.QueryIDs {
	case number:
		d.byNumber(lone, whole)
	case position:
		d.byPosition(whole)
	default:
		d.suggest(lone, whole)
	}
}

// suggest says which other rule would find the queries.
func (d *draft) suggest(lone, whole []*query) {
	numbers := ordered.Set(ordered.Each(whole, func(q *query) string { return bare(q.ID) }))
	byNumber, byPosition := 0, 0
	for _, q := range lone {
		if numbers[bare(q.ID)] {
			byNumber++
		}
		if n, err := strconv.Atoi(q.ID); err == nil && n >= 1 && n <= len(whole) {
			byPosition++
		}
	}
	for _, s := range []struct {
		n    int
		rule string
		why  string
	}{
		{byNumber, number, "they do when leading zeros do not count"},
		{byPosition, position, "they may be positions, 1 for the first query, as in Cranfield"},
	} {
		if s.n == len(lone) && d.opts.WithoutText == "" {
			d.faults = append(d.faults, fmt.Errorf("judgments name %s that no query has, such as %q; %s: --query-ids %s",
				prose.Plural(len(lone), "id"), lone[0].ID, s.why, s.rule))
			return
		}
	}
}

// bare returns an id without the leading zeros of its numbers: CACM-0046 and CACM-46 are one.
func bare(id string) string {
	var b strings.Builder
	inNumber := false
	for i := range len(id) {
		c := id[i]
		digit := c >= '0' && c <= '9'
		if digit && c == '0' && !inNumber && i+1 < len(id) && id[i+1] >= '0' && id[i+1] <= '9' {
			continue
		}
		inNumber = digit
		b.WriteByte(c)
	}
	return b.String()
}

func (d *draft) byNumber(lone, whole []*query) {
	index := map[string][]*query{}
	for _, q := range whole {
		index[bare(q.ID)] = append(index[bare(q.ID)], q)
	}
	moved := map[*query]bool{}
	for _, q := range lone {
		if to := index[bare(q.ID)]; len(to) == 1 {
			to[0].marks = append(to[0].marks, q.marks...)
			moved[q] = true
		}
	}
	d.without(moved)
	d.count(Changed, "query_ids", len(moved), "query", "of the judgments found by number, without leading zeros, as asked for")
}

// byPosition takes all ids of judgments as positions, also those that happen to be ids.
func (d *draft) byPosition(whole []*query) {
	marks := map[string][]mark{}
	moved := map[*query]bool{}
	for _, q := range d.queries {
		marks[q.ID] = q.marks
		q.marks = nil
		if q.Text == "" {
			moved[q] = true
		}
	}
	n := 0
	for i, q := range whole {
		id := strconv.Itoa(i + 1)
		if m, ok := marks[id]; ok {
			q.marks = m
			delete(marks, id)
			n++
		}
	}
	for _, id := range slices.Sorted(maps.Keys(marks)) {
		if len(marks[id]) > 0 {
			d.faults = append(d.faults, fmt.Errorf("judgments name the query %q, and there are %d; --query-ids position wants numbers from 1", id, len(whole)))
		}
	}
	d.without(moved)
	d.count(Changed, "query_ids", n, "query", "of the judgments found by position, as asked for")
}

func (d *draft) without(moved map[*query]bool) {
	kept := d.queries[:0:0]
	for _, q := range d.queries {
		if moved[q] {
			delete(d.ids, q.ID)
			continue
		}
		kept = append(kept, q)
	}
	d.queries = kept
}

// matchDocuments looks judged documents up in the collection, where there is one.
func (d *draft) matchDocuments() {
	if d.documents == nil {
		if d.opts.DocIDs != "" {
			d.faults = append(d.faults, errors.New("--doc-ids is about the ids of a collection; name it with --corpus"))
		}
		return
	}
	index := map[string][]string{}
	for id := range d.documents {
		index[bare(id)] = append(index[bare(id)], id)
	}
	lost, padded := map[string]bool{}, map[string]bool{}
	d.eachMark(func(_ *query, m *mark) {
		if m.chunk || d.documents[m.doc] {
			return
		}
		to := index[bare(m.doc)]
		switch {
		case len(to) != 1:
			lost[m.doc] = true
		case d.opts.DocIDs == number:
			padded[m.doc] = true
			m.doc = to[0]
		default:
			padded[m.doc] = true
		}
	})
	if d.opts.DocIDs == number {
		d.count(Changed, "doc_ids", len(padded), "document", "judged under an id with other leading zeros, now under the collection's, as asked for")
	} else {
		d.count(Told, "doc_ids", len(padded), "judged document", "not found in the collection for leading zeros alone, such as "+example(padded)+": --doc-ids number takes the collection's ids")
	}
	d.count(Told, "stale", len(lost), "judged document", "not in the collection, such as "+example(lost)+": no ranking of it can find them")
}

func example(ids map[string]bool) string {
	least := ""
	for id := range ids {
		if least == "" || id < least {
			least = id
		}
	}
	return strconv.Quote(least)
}
