package stats

import (
	"maps"
	"slices"
)

// A Role is what a test is for. All tests of one role are one family, so that
// what is printed next to the decision never changes it.
type Role string

// The roles. Which tests there are is declared before the run and not chosen by
// what came out.
const (
	// Primary: the primary measure, over all candidates of the experiment.
	Primary Role = "primary"
	// Secondary: every other measure, over all candidates.
	Secondary Role = "secondary"
	// Exploratory: strata. They decide nothing; look at [CompareStrata] first.
	Exploratory Role = "exploratory"
)

// A Hypothesis is one test of an experiment.
type Hypothesis struct {
	Role Role
	P    *float64 // nil where the test could not be made: it stays in its family as p = 1
}

// An AdjustedP is what the correction makes of one hypothesis.
type AdjustedP struct {
	P      *float64 // nil where the hypothesis has none
	Family Role
	Size   int // tests in the family
}

// Families lists the indices of each role's hypotheses; a role without any is
// not there. For a correction that needs more than p values, such as [MaxT].
func Families(hypotheses []Hypothesis) map[Role][]int {
	out := make(map[Role][]int)
	for i, h := range hypotheses {
		out[h.Role] = append(out[h.Role], i)
	}
	return out
}

// AdjustRoles corrects the p values of each role's family, in the order given:
// primary and secondary by c, and the exploratory ones by the false discovery
// rate of Benjamini and Hochberg, to be read at [ExploratoryRate]; with c = None
// nothing is corrected.
func AdjustRoles(hypotheses []Hypothesis, c Correction) ([]AdjustedP, error) {
	out := make([]AdjustedP, len(hypotheses))
	families := Families(hypotheses)
	for _, role := range slices.Sorted(maps.Keys(families)) {
		members := families[role]
		ps := make([]float64, len(members))
		for at, i := range members {
			ps[at] = 1
			if p := hypotheses[i].P; p != nil {
				ps[at] = *p
			}
		}
		correction := c
		if role == Exploratory && c != None {
			correction = BH
		}
		adjusted, err := Adjust(ps, correction)
		if err != nil {
			return nil, err
		}
		for at, i := range members {
			out[i] = AdjustedP{Family: role, Size: len(members)}
			if hypotheses[i].P != nil {
				out[i].P = &adjusted[at]
			}
		}
	}
	return out, nil
}

// ExploratoryRate is the false discovery rate at which adjusted p values of
// exploratory tests are meant to be read.
const ExploratoryRate = 0.10
