package compare

import "github.com/rankduel/rankduel/experiment/scoring"

// topGrade is the highest grade of any relevant document, 0 where they are not
// known. Above 1 it matters what a grade is worth.
func topGrade(t *scoring.Table) int {
	top := 0
	for q := range t.Queries {
		for _, d := range t.Queries[q].Relevant {
			top = max(top, d.Grade)
		}
	}
	return top
}
