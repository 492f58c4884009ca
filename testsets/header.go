package testsets

import (
	"cmp"
	"slices"
	"strconv"

	"gopkg.in/yaml.v3"
)

// readMapping reads a mapping of the header; nil for what is none.
func readMapping[T any](r *reader, n *yaml.Node, keys *mapping[T]) *T {
	into := new(T)
	if !keys.read(r, n, into) {
		return nil
	}
	return into
}

// seed reads a seed: any number of 64 bits.
func (r *reader) seed(n *yaml.Node) uint64 {
	s, ok := r.text(n)
	if !ok {
		return 0
	}
	v, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		r.fault(r.open(n), CodeValue, "write a whole number from 0 on", "%s %q is not a seed", r.key, s)
	}
	return v
}

// ratio reads a share between 0 and 1, both excluded.
func (r *reader) ratio(n *yaml.Node) float64 {
	s, ok := r.text(n)
	if !ok {
		return 0
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || !isRatio(v) {
		r.fault(r.open(n), CodeValue, "write a share between 0 and 1, such as 0.2", "%s %q is not a share", r.key, s)
		return 0
	}
	return v
}

// isRatio reports a share between 0 and 1; NaN is none.
func isRatio(v float64) bool { return v > 0 && v < 1 }

func (r *reader) formatMark(n *yaml.Node) Format {
	s, ok := r.filled(n)
	switch {
	case !ok, s == "native":
	case s == string(Golden):
		r.format = Golden
	default:
		r.fault(r.open(n), CodeValue, "write golden, or remove it", "unknown format %q", s)
	}
	return r.format
}

// scale reads a mapping from grades to words. Its grades are in ascending order
// afterwards, whatever the order in the file.
func (r *reader) scale(n *yaml.Node) Scale {
	n = r.open(n)
	if n.Kind != yaml.MappingNode {
		r.fault(n, CodeScale, "write it as {0: irrelevant, 1: relevant}", "scale is %s, not a mapping from grades to words", kindOf(n))
		return nil
	}
	var s Scale
	for i := 0; i+1 < len(n.Content); i += 2 {
		if l, ok := r.level(n.Content[i], n.Content[i+1]); ok && s.Has(l.Grade) {
			r.fault(n.Content[i], CodeScale, "keep one", "grade %d again", l.Grade)
		} else if ok {
			s = append(s, l)
		}
	}
	if len(n.Content) == 0 {
		r.fault(n, CodeScale, "list the grades, or remove scale for the default", "the scale is empty")
	}
	slices.SortFunc(s, func(a, b Level) int { return cmp.Compare(a.Grade, b.Grade) })
	return s
}

// level reads one grade. In JSON the grade is a string, as all keys are.
func (r *reader) level(grade, word *yaml.Node) (Level, bool) {
	g, err := strconv.Atoi(grade.Value)
	if grade.Kind != yaml.ScalarNode || err != nil || strconv.Itoa(g) != grade.Value {
		r.fault(grade, CodeScale, "write a whole number", "%q is not a grade", grade.Value)
		return Level{}, false
	}
	w, ok := r.text(word)
	return Level{g, w}, ok
}
