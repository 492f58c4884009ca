package scoring

import (
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/judgments"
)

// Merge puts tables over different queries of one set of judgments together, in
// the judgments' order: a run that was scored in parts, or one that a store gave
// back in another order, in which sums differ in the last digit. What is not
// about queries is the first part's; findings are those of all parts. A query
// that no part has, or two have, is an error.
func Merge(j *judgments.Judgments, parts ...*Table) (*Table, error) {
	type place struct{ part, q int }
	from := make(map[string]place, j.Len())
	for p, part := range parts {
		for q := range part.Queries {
			id := part.Queries[q].ID
			if _, twice := from[id]; twice {
				return nil, fmt.Errorf("%s: the query %q is in two parts of it", part.Name, id)
			}
			from[id] = place{p, q}
		}
	}
	first := parts[0]
	merged := newTable(first.Name, first.Profile, first.TestSet, first.Measures, j.Len())
	merged.Role, merged.SHA256, merged.Tag, merged.RunID, merged.Recordings = first.Role, first.SHA256, first.Tag, first.RunID, first.Recordings
	merged.common = first.common
	for _, part := range parts {
		if !slices.Equal(part.names, first.names) {
			return nil, fmt.Errorf("%s: its parts were not scored by the same measures", part.Name)
		}
		merged.Health = append(merged.Health, part.Health...)
		merged.beyond.queries += part.beyond.queries
		merged.beyond.failed += part.beyond.failed
		merged.beyond.empty += part.beyond.empty
	}
	if first.sizes != nil {
		merged.sizes = make([]size, j.Len())
	}
	for q := range j.Len() {
		at, ok := from[j.Query(q).ID]
		if !ok {
			return nil, fmt.Errorf("%s lacks the query %q; score it again", first.Name, j.Query(q).ID)
		}
		part := parts[at.part]
		merged.Queries[q], merged.judged[q] = part.Queries[at.q], part.judged[at.q]
		for m := range part.values {
			merged.values[m][q] = part.values[m][at.q]
		}
		if merged.sizes != nil {
			merged.sizes[q] = part.sizes[at.q]
		}
	}
	return merged, nil
}
