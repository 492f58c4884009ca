package metrics

import (
	"strconv"
	"strings"
)

// TrecOptions are those options of trec_eval that change what a measure is. The zero value changes nothing.
type TrecOptions struct {
	// Rel is option -l, the lowest grade that counts as relevant; 0 means 1. It reaches measures of relevance that do not
	// say rel= themselves, and none that values grades: nDCG keeps its gains, as in trec_eval, and Rndcg gets needs=.
	Rel int

	// JudgedOnly is option -J: unjudged documents are taken out of the ranking. A measure that has the parameter
	// judged= says so in its text. The others see the same ranking, so anyone who joins it has to take them out.
	JudgedOnly bool

	// Documents is option -N, the size of the collection, for Utility.
	Documents int

	// Complete is option -c, which counts queries that the run does not answer.
	Complete bool
}

// Adjust returns the measure that m is under the options.
func (o TrecOptions) Adjust(m Measure) (Measure, error) {
	if u, ok := m.(Utility); ok && u.Documents == 0 {
		u.Documents = o.Documents
		m = u
	}
	if r, ok := m.(RNDCG); ok && o.Rel > 1 && r.Needs == 0 {
		r.Needs = o.Rel
		m = r
	}
	var added parameters
	added.addIf(o.Rel > 1 && lacks(m, "rel") && !valuesGrades(m), "rel="+strconv.Itoa(o.Rel))
	added.addIf(o.JudgedOnly && lacks(m, "judged"), "judged=only")
	if len(added) == 0 {
		return m, nil
	}
	return Parse(withParameters(m.String(), added))
}

// lacks tells whether m has a parameter that its text does not give.
func lacks(m Measure, name string) bool {
	d, ok := builtin().DefinitionOf(m)
	if !ok {
		return false
	}
	if _, has := d.param(name); !has {
		return false
	}
	s, err := readSpec(m.String())
	if err != nil {
		return false
	}
	for _, p := range s.params {
		if p.key == name {
			return false
		}
	}
	return true
}

// withParameters adds parameters to a canonical text.
func withParameters(text string, added []string) string {
	list := strings.Join(added, ",")
	if i := strings.LastIndexByte(text, ')'); i >= 0 {
		return text[:i] + "," + list + text[i:]
	}
	name, cut, found := strings.Cut(text, "@")
	if found {
		cut = "@" + cut
	}
	return name + "(" + list + ")" + cut
}
