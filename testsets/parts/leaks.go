package parts

import (
	"github.com/rankduel/rankduel/testsets"
	"github.com/rankduel/rankduel/testsets/near"
)

// A Leak is a pair of queries, one in each part, of which the held-out one is half known already.
type Leak struct {
	Evaluation, HeldOut int // places in the set
	Kind                near.Kind
	Similarity          float64
}

// Grouped is the kind of a leak between two queries of one group, which expect the same documents.
const Grouped near.Kind = "group"

// Leaks finds the pairs whose texts are near from that similarity on, or who belong to one group. Of a group, and of
// copies, each query is paired with the first in the other part alone. A set that is not split has none.
func Leaks(set *testsets.TestSet, least float64) []Leak {
	if !split(set) {
		return nil
	}
	var out []Leak
	add := func(a, b int, kind near.Kind, similarity float64) {
		switch x, y := set.Queries[a].Split, set.Queries[b].Split; {
		case x == testsets.Evaluation && y == testsets.HeldOut:
			out = append(out, Leak{a, b, kind, similarity})
		case x == testsets.HeldOut && y == testsets.Evaluation:
			out = append(out, Leak{b, a, kind, similarity})
		}
	}
	groups := map[string]map[testsets.Split]int{}
	for i := range set.Queries {
		q := &set.Queries[i]
		if q.Unit() == "" {
			continue
		}
		first := groups[q.Unit()]
		if first == nil {
			first = map[testsets.Split]int{}
			groups[q.Unit()] = first
		}
		for _, at := range first {
			add(at, i, Grouped, 0)
		}
		if _, known := first[q.Split]; !known {
			first[q.Split] = i
		}
	}
	for _, p := range nearPairs(set, least) {
		if unit := set.Queries[p.A].Unit(); unit == "" || unit != set.Queries[p.B].Unit() {
			add(p.A, p.B, p.Kind, p.Similarity)
		}
	}
	return out
}

func split(set *testsets.TestSet) bool {
	for i := range set.Queries {
		if set.Queries[i].Split == testsets.HeldOut {
			return true
		}
	}
	return false
}
