package reports

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports/document"
)

// shortMeasures says how the measures of a short table are named: without their
// gain where all have the same, which the line below the table then tells.
type shortMeasures struct {
	gain     string   // exp, linear, or the declared gains; "" when names are whole
	families []string // names of the measures that it belongs to: nDCG, DCG
}

func newShortMeasures(measures []string) shortMeasures {
	var s shortMeasures
	var seen []string
	for _, m := range measures {
		short, gain := withoutGain(m)
		if gain != "" {
			if s.gain != "" && s.gain != gain || slices.Contains(seen, short) {
				return shortMeasures{}
			}
			family, _, _ := strings.Cut(m, "(")
			s.families = ordered.With(s.families, family)
			s.gain = gain
		}
		seen = append(seen, short)
	}
	return s
}

func (s shortMeasures) of(measure string) string {
	if s.gain == "" {
		return measure
	}
	short, _ := withoutGain(measure)
	return short
}

// within makes a sentence fit to print, with the short names of the measures.
func (s shortMeasures) within(sentence string, measures []string) string {
	for _, m := range measures {
		sentence = strings.ReplaceAll(sentence, m, s.of(m))
	}
	return document.Printable(sentence)
}

// legend tells the gain, and where grades above 1 make it matter, the other one; "" when names are whole.
func (s shortMeasures) legend(topGrade int) string {
	if s.gain == "" {
		return ""
	}
	gain := s.gain
	switch {
	case gain == "exp" && topGrade > 1:
		gain = "2^grade − 1 (trec_eval: gain=linear)"
	case gain == "exp":
		gain = "2^grade − 1"
	case gain == "linear" && topGrade > 1:
		gain = "the grade (gain=exp: 2^grade − 1)"
	case gain == "linear":
		gain = "the grade, as in trec_eval"
	}
	return strings.Join(s.families, " and ") + ": gain is " + gain
}

// withoutGain takes the gain out of the canonical text of a measure.
func withoutGain(measure string) (short, gain string) {
	before, rest, found := strings.Cut(measure, "gain=")
	if !found {
		return measure, ""
	}
	end := strings.IndexAny(rest, ",)")
	if strings.HasPrefix(rest, "{") {
		end = strings.IndexByte(rest, '}') + 1
	}
	if end <= 0 {
		return measure, ""
	}
	gain, rest = rest[:end], rest[end:]
	if after, more := strings.CutPrefix(rest, ","); more {
		rest = after
	} else {
		before = strings.TrimSuffix(before, ",")
	}
	return strings.Replace(before+rest, "()", "", 1), gain
}

func measuresOf(p result.Pair) []string {
	return ordered.Each(p.Measures, func(m result.MeasureComparison) string { return m.Measure })
}

// Relevance says from which grade on a document is relevant to the measures, "" where
// grades do not differ above 0 or no measure counts what is relevant.
func Relevance(measures []string, topGrade int) string {
	from := map[int][]string{}
	for _, name := range measures {
		if m, err := metrics.Parse(name); err == nil && topGrade > 1 && metrics.RelevantFrom(m) > 0 {
			from[metrics.RelevantFrom(m)] = append(from[metrics.RelevantFrom(m)], name)
		}
	}
	var parts []string
	for _, grade := range slices.Sorted(maps.Keys(from)) {
		what := "relevant"
		if len(parts) > 0 {
			what = strings.Join(from[grade], ", ")
		}
		parts = append(parts, fmt.Sprintf("%s: grade %d and above", what, grade))
	}
	return strings.Join(parts, "; ")
}

// spelledOut says in one line what the abbreviated names of measures mean, "" if none of them is
// abbreviated. People who read a pull request are not all at home in the field.
func spelledOut(measures []string) string {
	var parts []string
	for _, m := range ordered.With(nil, measures...) {
		if long := LongName(m); long != "" {
			parts = append(parts, document.Escape(m)+" is "+long)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "measures: " + strings.Join(parts, ", ")
}

// LongName spells out the measures that are commonly known by two names. A
// measure with other parameters than the gain keeps its short name only.
func LongName(measure string) string {
	name, cutoff := measure, ""
	if at := strings.LastIndexByte(measure, '@'); at >= 0 {
		name, cutoff = measure[:at], measure[at:]
	}
	long := map[string]string{
		"R": "Recall%s", "P": "Precision%s", "RR": "the reciprocal rank%s (its mean is MRR)", "AP": "the average precision%s (its mean is MAP)",
		"nDCG(gain=exp)": "nDCG%s with gain 2^grade − 1", "nDCG(gain=linear)": "nDCG%s with the grade as gain",
	}[name]
	return strings.Replace(long, "%s", cutoff, 1)
}
