package reports

import (
	"slices"
	"strings"

	"github.com/rankduel/rankduel/reports/document"
)

// spelledOut says in one line what the abbreviated names of measures mean, ""
// if none of them is abbreviated. People who read a pull request are not all
// at home in the field.
func spelledOut(measures []string) string {
	var parts []string
	for _, m := range measures {
		long := LongName(m)
		if long == "" {
			continue
		}
		part := document.Escape(m) + " is " + long
		if !slices.Contains(parts, part) {
			parts = append(parts, part)
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
	switch name {
	case "R":
		return "Recall" + cutoff
	case "P":
		return "Precision" + cutoff
	case "RR":
		return "the reciprocal rank" + cutoff + " (its mean is MRR)"
	case "AP":
		return "the average precision" + cutoff + " (its mean is MAP)"
	case "nDCG(gain=exp)":
		return "nDCG" + cutoff + " with gain 2^grade − 1"
	case "nDCG(gain=linear)":
		return "nDCG" + cutoff + " with the grade as gain"
	}
	return ""
}
