package reports

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports/document"
)

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

// spelledOut says in one line what the abbreviated names of measures mean, ""
// if none of them is abbreviated. People who read a pull request are not all
// at home in the field.
func spelledOut(measures []string) string {
	var parts []string
	for _, m := range once(measures) {
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
