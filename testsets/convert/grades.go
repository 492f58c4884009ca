package convert

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/testsets"
)

// grade makes grades of all labels, and lists those that it cannot.
func (d *draft) grade() {
	d.knownLabels()
	unknown := map[string]*unread{}
	for _, q := range d.queries {
		for i := range q.marks {
			m := &q.marks[i]
			g, ok := d.opts.Map.grade(m.label)
			if !ok {
				u := unknown[m.label]
				if u == nil {
					u = &unread{at: m.at}
					unknown[m.label] = u
				}
				u.n++
			}
			m.grade = g
		}
	}
	if len(unknown) > 0 {
		d.fault(unknown[first(unknown)].at, "%s", d.unreadLabels(unknown))
		return
	}
	if d.opts.Invert {
		d.invert()
	}
}

// unread is a label without a grade.
type unread struct {
	n  int
	at place
}

func first(unknown map[string]*unread) string {
	return slices.MinFunc(slices.Collect(maps.Keys(unknown)), func(a, b string) int {
		return cmp.Or(cmp.Compare(unknown[a].at.line, unknown[b].at.line), cmp.Compare(a, b))
	})
}

func (d *draft) unreadLabels(unknown map[string]*unread) string {
	labels := slices.Sorted(maps.Keys(unknown))
	numbers := true
	for _, l := range labels {
		_, ok := parseNumber(l)
		numbers = numbers && ok
	}
	if numbers {
		ordered.Stable(labels, func(a, b string) int {
			x, _ := parseNumber(a)
			y, _ := parseNumber(b)
			return cmp.Compare(x, y)
		})
	}
	const most = 12
	var list, example []string
	for _, l := range labels[:min(most, len(labels))] {
		list = append(list, fmt.Sprintf("%q (%d)", cut(l), unknown[l].n))
		example = append(example, cut(l)+"=GRADE")
	}
	if more := len(labels) - most; more > 0 {
		list = append(list, fmt.Sprintf("and %d more", more))
	}
	what := "no grade for these labels"
	switch {
	case len(d.opts.Map) > 0:
		what = "--map has no grade for these labels"
	case numbers:
		what = fmt.Sprintf("grades are whole numbers from -%d to %d, and these labels are none", largest, largest)
	}
	remedy := ""
	if numbers && len(d.opts.Map) == 0 {
		remedy = "; eval --qrels with --gains real takes fractions as gains"
	}
	return fmt.Sprintf("%s: %s; say what each is worth: --map '%s'%s", what, strings.Join(list, ", "), strings.Join(example, ","), remedy)
}

// largest bounds grades that no map declares: beyond are clicks, ids and years.
const largest = 1000

// grade returns what a label is worth. Without a map whole numbers are grades, in any spelling: 3, 3.0, 3,0.
func (m Map) grade(label string) (int, bool) {
	if g, ok := m[label]; ok {
		return g, true
	}
	trimmed := strings.TrimSpace(label)
	if g, ok := m[trimmed]; ok {
		return g, true
	}
	v, ok := parseNumber(trimmed)
	if !ok {
		return 0, false
	}
	for l, g := range m {
		if n, ok := parseNumber(l); ok && n == v {
			return g, true
		}
	}
	if len(m) > 0 || v != math.Trunc(v) || math.Abs(v) > largest {
		return 0, false
	}
	return int(v), true
}

// parseNumber reads decimals with a point or a comma.
func parseNumber(s string) (float64, bool) {
	if s == "" || strings.Trim(s, "0123456789.,+-") != "" || strings.Count(s, ",")+strings.Count(s, ".") > 1 {
		return 0, false
	}
	v, err := strconv.ParseFloat(strings.Replace(s, ",", ".", 1), 64)
	return v, err == nil
}

// invert makes grade 1 the best. What is 0 or less stays.
func (d *draft) invert() {
	top := 0
	d.eachMark(func(_ *query, m *mark) { top = max(top, m.grade) })
	d.eachMark(func(_ *query, m *mark) {
		if m.grade > 0 {
			m.grade = top + 1 - m.grade
		}
	})
	if top > 0 {
		d.notes = append(d.notes, Note{Changed, "inverted", top, fmt.Sprintf("grades are turned around: 1 became %d, the best, and %d became 1; 0 and less are as they were", top, top)})
	}
}

func (d *draft) eachMark(f func(*query, *mark)) {
	for _, q := range d.queries {
		for i := range q.marks {
			f(q, &q.marks[i])
		}
	}
}

// scale returns the declared one, or the one that the grades call for.
func (d *draft) scale() testsets.Scale {
	if d.opts.Scale != nil {
		return d.opts.Scale
	}
	var grades []int
	d.eachMark(func(_ *query, m *mark) { grades = append(grades, m.grade) })
	s := scaleOf(grades)
	for i := range s {
		if w, ok := d.words[s[i].Grade]; ok {
			s[i].Word = w
		}
	}
	return s
}

// fewLevels is up to where a scale has every grade between its ends.
const fewLevels = 10

// scaleOf returns the scale that an import declares where these grades occur.
func scaleOf(grades []int) testsets.Scale {
	low, high := 0, 1
	for _, g := range grades {
		low, high = min(low, g), max(high, g)
	}
	s := scaleTo(low, high)
	if high-low > fewLevels {
		s = slices.DeleteFunc(s, func(l testsets.Level) bool { return l.Grade != 0 && !slices.Contains(grades, l.Grade) })
	}
	return s
}

// scaleTo has all grades from low to high. That from 0 to 3 is the one that sets have unless they say otherwise.
func scaleTo(low, high int) testsets.Scale {
	if low == 0 && high == 3 {
		return testsets.DefaultScale()
	}
	var s testsets.Scale
	for g := low; g <= high; g++ {
		word := ""
		switch {
		case g < 0:
			word = "in the pool, not judged"
		case g == 0:
			word = "irrelevant"
		case g == 1 && high <= 2:
			word = "relevant"
		case g == 2 && high == 2:
			word = "highly relevant"
		case g == high:
			word = "most relevant"
		}
		s = append(s, testsets.Level{Grade: g, Word: word})
	}
	return s
}
