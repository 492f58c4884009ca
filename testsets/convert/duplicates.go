package convert

import (
	"cmp"
	"fmt"
)

// settle leaves one judgment for each document of a query: equal ones once,
// contradictory ones by the rule that was given.
func (d *draft) settle() {
	read, equal, ruled := 0, 0, 0
	for _, q := range d.queries {
		type key struct {
			doc   string
			chunk bool
		}
		read += len(q.marks)
		at := make(map[key]int, len(q.marks))
		kept := q.marks[:0:0]
		for _, m := range q.marks {
			k := key{m.doc, m.chunk}
			i, again := at[k]
			switch {
			case !again:
				at[k] = len(kept)
				kept = append(kept, m)
			case kept[i].grade == m.grade:
				equal++
			case d.opts.Duplicates == "":
				d.contradiction(q, kept[i], m)
			default:
				ruled++
				if d.prefers(m, kept[i]) {
					kept[i] = m
				}
			}
		}
		q.marks = kept
	}
	d.count(Told, "repeated", equal, "judgment", fmt.Sprintf("with document and grade of an earlier one, counted once: %d of %d kept", read-equal-ruled, read))
	d.count(Changed, "contradictory", ruled, "judgment", "in contradiction to an earlier one: the "+d.opts.Duplicates+" grade counts, as asked for")
}

func (d *draft) prefers(m, kept mark) bool {
	switch d.opts.Duplicates {
	case highest:
		return m.grade > kept.grade
	case lowest:
		return m.grade < kept.grade
	default:
		return true
	}
}

func (d *draft) contradiction(q *query, a, b mark) {
	if a.judge != b.judge {
		return // see judges
	}
	d.fault(b.at, "query %q: document %q has grade %d here and %d at %v; correct one, or choose with --duplicates %s, %s or %s",
		cut(cmp.Or(q.ID, q.Text)), b.doc, b.grade, a.grade, a.at, highest, lowest, last)
}
