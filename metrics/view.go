package metrics

import "strconv"

// A View is how a measure looks at a judged ranking. Its zero value is the usual one: every grade from 1 is
// relevant, unjudged documents take up their ranks, and documents are what is ranked.
type View struct {
	// Rel is the lowest grade that counts as relevant; 0 means 1.
	Rel int

	// Condensed skips unjudged documents, so that the first judged document has rank 1 (judged=only). Sakai
	// (2007), "Alternatives to Bpref", SIGIR, doi:10.1145/1277741.1277756; trec_eval's option -J.
	Condensed bool

	// Level is what is ranked. It does not change the formula.
	Level Level
}

func (v View) view() View { return v }

// Cutoff returns 0: the whole ranking counts, or as much of it as the query says.
func (v View) Cutoff() int { return 0 }

// A Top is a view of the first K places; 0 is the whole ranking.
type Top struct {
	View
	K int
}

// Cutoff returns K.
func (t Top) Cutoff() int { return t.K }

// threshold returns the lowest relevant grade.
func (v View) threshold() int { return max(v.Rel, 1) }

// rank returns the rank of hit i of j as this view sees it.
func (v View) rank(j *Judged, i int) int {
	if v.Condensed {
		return i + 1
	}
	return j.Hits[i].Rank
}

// retrieved returns the length of the ranking as this view sees it.
func (v View) retrieved(j *Judged) int {
	if v.Condensed {
		return len(j.Hits)
	}
	return j.Retrieved
}

// relevant returns the number of relevant documents of the query.
func (v View) relevant(j *Judged) int { return j.Relevant(v.threshold()) }

// found counts the relevant documents among the first k, all of them if k is 0.
func (v View) found(j *Judged, k int) int {
	n, least := 0, v.threshold()
	for i := range j.Hits {
		if k > 0 && v.rank(j, i) > k {
			break
		}
		if j.Hits[i].Grade >= least {
			n++
		}
	}
	return n
}

// first returns the rank of the first relevant document, 0 if there is none.
func (v View) first(j *Judged) int {
	least := v.threshold()
	for i := range j.Hits {
		if j.Hits[i].Grade >= least {
			return v.rank(j, i)
		}
	}
	return 0
}

// worth returns what hit i of j gains. Grades below rel= gain nothing.
func (v View) worth(j *Judged, i int, gain Gain) float64 {
	switch g := j.Hits[i].Grade; {
	case g < v.Rel:
		return 0
	case j.Gains != nil:
		return gain.ofReal(j.Gains[i])
	default:
		return gain.Of(g)
	}
}

// gains tells whether any judged document of the query gains something where gains follow the grades.
func (v View) gains(j *Judged) bool {
	if j.IdealGains != nil {
		return j.IdealGains[0] >= float64(v.Rel)
	}
	return v.relevant(j) > 0
}

// text returns the canonical text of a measure with parameters of its own.
func (v View) text(name string, parameters ...string) string {
	return Top{View: v}.text(name, parameters...)
}

func (t Top) text(name string, parameters ...string) string {
	return canonical(name, append(parameters, t.parameters()...), t.K)
}

// parameters lists what differs from the zero value, in canonical form.
func (v View) parameters() parameters {
	var p parameters
	p.addIf(v.Rel > 1, "rel="+strconv.Itoa(v.Rel))
	p.addIf(v.Condensed, "judged=only")
	p.addIf(v.Level != DocumentLevel, "level="+string(v.Level))
	return p
}

// parameters are those that the text of a measure shows, as name=value.
type parameters []string

func (p *parameters) addIf(shown bool, text string) {
	if shown {
		*p = append(*p, text)
	}
}
