package history

import "github.com/rankduel/rankduel/testsets"

// A tally counts changes by stratum, in the order in which the newer version declares them.
type tally struct {
	order []string
	by    map[string]*StratumDiff
}

func newTally(from, to *testsets.TestSet) *tally {
	t := &tally{by: map[string]*StratumDiff{}}
	for _, set := range []*testsets.TestSet{to, from} {
		for _, name := range set.Strata {
			t.of(name)
		}
	}
	for i := range from.Queries {
		t.of(from.Queries[i].Type).Old++
	}
	return t
}

func (t *tally) of(stratum string) *StratumDiff {
	s := t.by[stratum]
	if s == nil {
		s = &StratumDiff{Stratum: stratum}
		t.by[stratum] = s
		t.order = append(t.order, stratum)
	}
	return s
}

func (t *tally) add(q *testsets.Query) {
	s := t.of(q.Type)
	s.New++
	s.Added++
}

func (t *tally) keep(q *testsets.Query, reworded, regraded bool) {
	s := t.of(q.Type)
	s.New++
	s.Kept++
	if reworded {
		s.Reworded++
	}
	if regraded {
		s.Regraded++
	}
}

// list leaves out strata that neither version has queries of.
func (t *tally) list() []StratumDiff {
	out := []StratumDiff{}
	for _, name := range t.order {
		if s := t.by[name]; s.Old+s.New > 0 {
			out = append(out, *s)
		}
	}
	return out
}

// poolsOf returns the judged documents a query; those without judgments yet are left out.
func poolsOf(from, to *testsets.TestSet, kept map[string]bool) PoolDifference {
	mean := func(set *testsets.TestSet, wanted bool) *float64 {
		n, sum := 0, 0
		for i := range set.Queries {
			if q := &set.Queries[i]; kept[q.ID] == wanted && !q.Unjudged {
				n++
				sum += len(q.Relevant)
			}
		}
		if n == 0 {
			return nil
		}
		m := float64(sum) / float64(n)
		return &m
	}
	return PoolDifference{Gone: mean(from, false), Kept: mean(to, true), Added: mean(to, false)}
}
