package stats

// GroupedDifferences forms the differences of groups of pairs, such as wordings
// of one need, which are one unit of inference: their scores go together, so
// that a hundred of them may say no more than twenty. groups[i] names the group
// of pair i; a pair without fellows has a name of its own.
//
// A group's difference is that of its mean scores. All that is done with the
// result is then by group: t has groups − 1 degrees of freedom, signs are
// flipped and rows resampled for whole groups, and N and Changed count groups.
// members lists the pairs of each group, groups in order of first appearance.
// In a simulation of 20 needs in 5 wordings without an effect t over the 100
// queries found one in .261 of the cases.
//
// Every group counts alike. [ClusteredMean] estimates the mean over pairs
// instead, where a group with more wordings counts for more; with groups of one
// size both are the same.
func GroupedDifferences[K comparable](a, b []float64, groups []K) (d Differences, members [][]int, err error) {
	if len(groups) != len(a) {
		return Differences{}, nil, &GroupsError{Pairs: len(a), Groups: len(groups)}
	}
	// The errors about scores have the indices of pairs, not of groups.
	if _, err := NewDifferences(a, b); err != nil {
		return Differences{}, nil, err
	}
	members = groupBy(groups)
	d, err = NewDifferences(groupMeans(a, members), groupMeans(b, members))
	return d, members, err
}

// groupMeans returns the mean score of each group.
func groupMeans(scores []float64, members [][]int) []float64 {
	out := make([]float64, len(members))
	var room []float64
	for g, pairs := range members {
		room = room[:0]
		for _, i := range pairs {
			room = append(room, scores[i])
		}
		out[g] = mean(room)
	}
	return out
}
