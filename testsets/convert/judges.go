package convert

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/delimited"
	"github.com/rankduel/rankduel/internal/prose"
)

// judges picks the judge who counts. Several who never contradict each other
// all count; those who do are never averaged.
func (d *draft) judges() {
	names, labels := d.judgeNames()
	if len(names) < 2 && d.opts.Judge == "" {
		return
	}
	if d.opts.Judge != "" {
		d.onlyJudge(names)
		return
	}
	contradicted := 0
	for _, q := range d.queries {
		grades := map[string]int{}
		for _, m := range q.marks {
			if g, again := grades[m.doc]; again && g != m.grade {
				contradicted++
			}
			grades[m.doc] = m.grade
		}
	}
	switch {
	case contradicted == 0:
		d.count(Told, "judges", len(names), "judge", "of "+prose.Plural(labels, "label")+", never in contradiction; all count")
	case d.opts.Duplicates == "":
		d.faults = append(d.faults, fmt.Errorf("%s contradict each other in %s: %s; labels are never averaged: "+
			"take one with --judge NAME, write a label file of each for testset agreement with --label-files DIR, or declare a rule with --duplicates %s or %s",
			prose.Plural(len(names), "judge"), prose.Plural(contradicted, "label"), prose.Quoted(names), highest, lowest))
	default:
		d.count(Changed, "judges", len(names), "judge", "of the labels; in "+prose.Plural(contradicted, "contradiction")+" the "+d.opts.Duplicates+" counts, as asked for")
	}
}

func (d *draft) judgeNames() (names []string, labels int) {
	d.eachMark(func(_ *query, m *mark) {
		labels++
		if m.judge != "" && !slices.Contains(names, m.judge) {
			names = append(names, m.judge)
		}
	})
	slices.Sort(names)
	return names, labels
}

func (d *draft) onlyJudge(names []string) {
	switch {
	case len(names) == 0:
		d.faults = append(d.faults, fmt.Errorf("--judge %q: the labels do not say who gave them", d.opts.Judge))
		return
	case !slices.Contains(names, d.opts.Judge):
		d.faults = append(d.faults, fmt.Errorf("--judge %q: the judges are %s", d.opts.Judge, prose.Quoted(names)))
		return
	}
	others := 0
	for _, q := range d.queries {
		q.marks = slices.DeleteFunc(q.marks, func(m mark) bool {
			if m.judge != d.opts.Judge {
				others++
			}
			return m.judge != d.opts.Judge
		})
	}
	d.count(Dropped, "other_judges", others, "label", "of other judges than "+d.opts.Judge+", as asked for; --label-files DIR writes all of them")
}

// labelFiles returns the labels of each judge as CSV, as testset agreement reads them: query_id, doc_id, grade.
func (d *draft) labelFiles() ([]File, error) {
	names, _ := d.judgeNames()
	var files []File
	for _, name := range names {
		var t delimited.Table
		t.Rows = append(t.Rows, []string{"query_id", "doc_id", "grade"})
		for _, q := range d.queries {
			for _, m := range q.marks {
				if m.judge == name {
					t.Rows = append(t.Rows, []string{q.ID, m.doc, strconv.Itoa(m.grade)})
				}
			}
		}
		data, err := t.Bytes()
		if err != nil {
			return nil, err
		}
		files = append(files, File{labelName(name, files), data})
	}
	return files, nil
}

// labelName returns a file name of a judge that no other has.
func labelName(judge string, taken []File) string {
	stem := strings.Trim(strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '-', r == '.', r == '@':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '_'
	}, judge), "._")
	stem = cmp.Or(stem, "judge")
	name := stem + ".csv"
	for n := 2; slices.ContainsFunc(taken, func(f File) bool { return f.Path == name }); n++ {
		name = fmt.Sprintf("%s_%d.csv", stem, n)
	}
	return name
}

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
