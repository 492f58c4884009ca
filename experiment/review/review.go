// Package review says what a test set can still show: strata, pools, saturation,
// how far past systems are told apart, age, power, and looks spent.
//
// It uses past scores of evaluation queries alone. Anyone who renews a set by its held-out scores has looked at them.
package review

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/rankduel/rankduel/experiment/power"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
)

// From these scores on a query is at the ceiling, or on the floor, if all of so many past systems agree.
const (
	ceiling       = 0.99
	floor         = 0.01
	fewestSystems = 3
)

// assumedSD is how much differences usually spread where no two systems are known.
const assumedSD = 0.2

// A System is one past system with its rows.
type System struct {
	Name string
	Rows []result.Row
}

// Past is what past systems scored in one measure.
type Past struct {
	Measure string
	Systems []System
}

// Of reviews a set. What the description has of it, and the looks at it, are taken as they are given.
func Of(set *testsets.TestSet, d *result.TestSetDescription, past Past, looks *result.Looks, now time.Time) (*result.Review, error) {
	r := &result.Review{
		Schema: result.ReviewSchema, Set: d, Measure: past.Measure, AgeDays: age(set.Created, now),
		Systems: []string{}, Pair: []string{}, Strata: []result.ReviewedStratum{}, Queries: []result.ReviewedQuery{}, Unknown: []string{},
	}
	r.Looks, r.Configurations, r.LastLook, r.Ledger = looks.Here, looks.Configurations, looks.Last, looks.Ledger
	t := scoresOf(set, past)
	r.Systems = append(r.Systems, t.names...)
	r.Queries = append(r.Queries, t.queries()...)
	a, b, paired := t.middlePair()
	if paired {
		r.Pair = []string{t.names[a], t.names[b]}
	}
	names := append([]string{""}, set.Strata...)
	if len(set.Strata) == 1 {
		names = names[:1]
	}
	for _, name := range names {
		s := counts(set, name)
		if s.Queries == 0 {
			continue
		}
		t.judge(&s, r.Queries)
		if err := t.plan(&s, a, b, paired); err != nil {
			return nil, fmt.Errorf("power of stratum %q: %w", name, err)
		}
		r.Strata = append(r.Strata, s)
	}
	r.Unknown = append(r.Unknown, unknown(r)...)
	return r, nil
}

// age is in whole days; nil where the set says nothing, or comes from the future.
func age(created string, now time.Time) *int {
	made, err := time.Parse(time.DateOnly, created)
	if err != nil {
		if made, err = time.Parse(time.RFC3339, created); err != nil {
			return nil
		}
	}
	days := int(now.Sub(made).Hours() / 24)
	if days < 0 {
		return nil
	}
	return &days
}

// counts returns what the set itself says of a stratum, or of all queries.
func counts(set *testsets.TestSet, stratum string) result.ReviewedStratum {
	s := result.ReviewedStratum{Stratum: stratum}
	judged, relevant, n := 0, 0, 0
	for i := range set.Queries {
		q := &set.Queries[i]
		if stratum != "" && q.Type != stratum {
			continue
		}
		s.Queries++
		if q.Split == testsets.HeldOut {
			s.HeldOut++
		} else {
			s.Evaluation++
		}
		if q.Unjudged {
			s.Unjudged++
			continue
		}
		n++
		judged += len(q.Relevant)
		for _, j := range q.Relevant {
			if j.Grade > 0 {
				relevant++
			}
		}
	}
	if n > 0 {
		s.Judged, s.Relevant = float64(judged)/float64(n), float64(relevant)/float64(n)
	}
	return s
}

// unknown names what cannot be said, and what would tell.
func unknown(r *result.Review) []string {
	var list prose.Notes
	switch n := len(r.Systems); {
	case n == 0:
		list = append(list, "which queries are saturated, and which tell systems apart: no past systems were given; name run files, or --store")
	case n < fewestSystems:
		list = append(list, fmt.Sprintf("which queries are saturated: too few past systems, %d of at least %d", n, fewestSystems))
	}
	list.If(len(r.Pair) == 0, "how much differences spread on these queries: the power assumes %v, two past systems that differ would tell", assumedSD)
	list.If(r.AgeDays == nil, "how old the set is: its header has no `created`")
	list.If(r.Set.HeldOut == 0, "whether gains were learnt by heart: nothing is held out")
	return list
}

// plan says which difference the evaluation queries show, with the mathematics
// of rankduel power. All strata go by one pair, or by the same assumption.
func (t *table) plan(s *result.ReviewedStratum, a, b int, paired bool) error {
	var p *result.PowerPlan
	var err error
	if paired {
		if differences := t.differences(a, b, s.Stratum); len(differences) >= 2 {
			p, err = power.Of([]power.Sample{{Measure: t.measure, Differences: differences, Range: 1}}, power.Question{})
		}
	} else if n := t.units(s.Stratum); n >= 2 {
		p, err = power.Assumed(t.measure, assumedSD, n, 1, power.Question{})
	}
	if err != nil || p == nil {
		return err
	}
	row := p.Rows[0]
	s.Detectable = row.Detectable
	if paired {
		s.Std = &row.Std
	}
	return nil
}

// bySpread orders queries with the least telling first.
func bySpread(a, b result.ReviewedQuery) int {
	return cmp.Or(cmp.Compare(a.Spread, b.Spread), cmp.Compare(b.State, a.State), cmp.Compare(a.QueryID, b.QueryID))
}

// deviation returns the sample standard deviation; 0 of fewer than two, and of equal
// ones, whose mean may be off by a rounding.
func deviation(values []float64) float64 {
	if len(values) < 2 || slices.Min(values) == slices.Max(values) {
		return 0
	}
	mean := meanOf(values)
	sum := 0.0
	for _, v := range values {
		sum += float64((v - mean) * (v - mean))
	}
	return math.Sqrt(sum / float64(len(values)-1))
}

func meanOf(values []float64) float64 { return ordered.Sum(values) / float64(len(values)) }

func state(values []float64) string {
	switch {
	case len(values) < fewestSystems:
		return ""
	case slices.Min(values) >= ceiling:
		return "ceiling"
	case slices.Max(values) <= floor:
		return "floor"
	}
	return ""
}
