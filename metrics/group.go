package metrics

import (
	"cmp"
	"slices"
	"strings"
)

// A Group is measures of one list that differ in nothing but their cutoff, or a single one: P@5, P@10 and
// P@15 are scored in one walk down the hits. With trec_eval's nine cutoffs that costs little more than one.
type Group struct {
	Places []int // of the measures, in the list that was grouped

	one     Measure      // of a single measure
	several cutoffFamily // of several
	cutoffs []int        // ascending, in the order of Places
}

// A cutoffFamily scores a measure at many cutoffs.
type cutoffFamily interface {
	Measure

	// scoreAt puts the score at each of the ascending cutoffs into scores, to the last bit what Score gives, and
	// returns how many are defined: a measure that is undefined at a cutoff is so at all that follow, with score 0.
	scoreAt(j *Judged, cutoffs []int, scores []float64) (defined int)
}

// Groups puts measures together that can be scored together. Every measure is in one group.
func Groups(measures []Measure) []Group {
	var groups []Group
	family := map[string]int{} // by text without cutoff: the group
	for i, m := range measures {
		f, ok := m.(cutoffFamily)
		if !ok || m.Cutoff() < 1 {
			groups = append(groups, Group{Places: []int{i}, one: m})
			continue
		}
		name, _, _ := strings.Cut(m.String(), "@")
		if at, known := family[name]; known {
			g := &groups[at]
			g.several, g.Places = f, append(g.Places, i)
			continue
		}
		family[name] = len(groups)
		groups = append(groups, Group{Places: []int{i}, one: m})
	}
	for i := range groups {
		g := &groups[i]
		slices.SortStableFunc(g.Places, func(a, b int) int { return cmp.Compare(measures[a].Cutoff(), measures[b].Cutoff()) })
		for _, place := range g.Places {
			g.cutoffs = append(g.cutoffs, measures[place].Cutoff())
		}
	}
	return groups
}

// Score puts the score of each measure into scores, in the order of Places: what Measure.Score gives. The
// first of them, so many as it returns, are defined. It does not allocate unless a measure does.
func (g *Group) Score(j *Judged, scores []float64) (defined int) {
	if g.several != nil {
		return g.several.scoreAt(j, g.cutoffs, scores)
	}
	score, ok := g.one.Score(j)
	scores[0] = score
	if !ok {
		return 0
	}
	return 1
}
