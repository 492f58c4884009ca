// Package bridge splits the change of a mean between two versions of a test set, from an old system on the old version
// to a new system on the new one, into labels that changed, queries that left and entered, and the system.
//
// It gets scores of both systems and scores nothing itself, and it does not say
// which system is better: that is a comparison on one version.
package bridge

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// A Crossing is what a bridge is made of: A scored on the old version, A and B on
// the new one, by the same measures under the same profile.
type Crossing struct {
	OldA, NewA, NewB *scoring.Table
	Level            float64 // of the intervals; 0 means .95
}

// ErrNotAlike says that scores of two versions cannot be set against each other.
var ErrNotAlike = errors.New("the versions are not scored alike")

// ErrNoBridge says that two versions have no query in common that A answers.
var ErrNoBridge = errors.New("no bridge between these versions")

// Of splits the change of every measure. With C the kept, R the retired and N the
// new queries, L1 and L2 the labels of both versions, and n1, n2 their sizes:
//
//	labels  = Σ_C [s(A,q,L2) − s(A,q,L1)] / n1
//	queries = mean over Q2 of s(A,·,L2) − mean over Q1 of s(A,·,L1′)
//	system  = mean over Q2 of s(B,q,L2) − s(A,q,L2)
//	total   = mean over Q2 of s(B,·,L2) − mean over Q1 of s(A,·,L1)
//
// where L1′ are the new labels on C and the old ones on R. The terms add up to the total exactly, and system is what
// comparing A with B on the new version gives. queries has two parts: what leaving and what entering did to the mean.
//
// Where A has no ranking of any new query the bridge goes through the kept ones:
//
//	entered = B: mean over Q2 − mean over C     system = mean over C of B − A
//	labels  = mean over C of A: L2 − L1         left   = A: mean over C − mean over Q1
//
// A query that was reworded counts as left and entered, as does one that has a score under one version's labels alone.
func Of(c Crossing) (*result.Bridge, error) {
	if err := c.alike(); err != nil {
		return nil, err
	}
	primary := compare.Primary(c.NewB.Profile, c.NewB.Measures)
	if primary == nil {
		primary = c.NewB.Measures[0]
	}
	b := &result.Bridge{
		Schema: result.BridgeSchema, Profile: c.NewB.Profile.Name, Old: c.OldA.TestSet, New: c.NewB.TestSet,
		A: c.OldA.Name, B: c.NewB.Name, Form: result.BridgeDirect, Primary: primary.String(), Warnings: []result.Finding{},
	}
	if c.chained() {
		b.Form = result.BridgeChained
	}
	for m, measure := range c.NewB.Measures {
		s := c.split(m, b.Form == result.BridgeChained)
		if len(s.kept) == 0 && b.Form == result.BridgeChained || len(s.old) == 0 || len(s.new) == 0 {
			return nil, fmt.Errorf("%w: %s has %d queries on %s, %d on %s and %d on both that both systems have scores of", ErrNoBridge, measure, len(s.old), c.OldA.TestSet.Suite(), len(s.new), c.NewB.TestSet.Suite(), len(s.kept))
		}
		one, err := s.measure(measure.String(), c.level())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", measure, err)
		}
		b.Measures = append(b.Measures, one)
	}
	return b, c.compared(b)
}

func (c Crossing) level() float64 { return cmp.Or(c.Level, 1-compare.DefaultAlpha) }

// alike refuses tables that mean different things.
func (c Crossing) alike() error {
	for _, t := range []*scoring.Table{c.OldA, c.NewA} {
		if t.Profile.Name != c.NewB.Profile.Name {
			return fmt.Errorf("%w: profile %s and %s", ErrNotAlike, t.Profile.Name, c.NewB.Profile.Name)
		}
		if !slices.Equal(metrics.Texts(t.Measures), metrics.Texts(c.NewB.Measures)) {
			return fmt.Errorf("%w: measures %v and %v", ErrNotAlike, metrics.Texts(t.Measures), metrics.Texts(c.NewB.Measures))
		}
	}
	return nil
}

// chained reports whether A answers none of the queries that entered, though some did.
func (c Crossing) chained() bool {
	old := textsOf(c.OldA)
	entered := false
	for i := range c.NewA.Len() {
		q := c.NewA.Query(i)
		if text, ok := old[q.QueryID]; ok && text == q.Text {
			continue
		}
		entered = true
		if q.Status != result.Missing {
			return false
		}
	}
	return entered
}

func textsOf(t *scoring.Table) map[string]string {
	out := make(map[string]string, t.Len())
	for i := range t.Len() {
		out[t.ID(i)] = t.Query(i).Text
	}
	return out
}

// A query is what both systems scored on it; what a version does not have of it is not looked at.
type query struct {
	id           string
	oldA         float64 // A under the old labels
	newA, newB   float64 // under the new ones
	inOld, inNew bool
}

// A sides is one measure's queries: those of the old version, of the new one, and
// of both; retired and entered are the rest of each.
type sides struct {
	chained           bool
	old, new          []query
	kept, left, enter []query
}

// split finds where every query belongs, in the order of ids.
func (c Crossing) split(m int, chained bool) sides {
	all := map[string]*query{}
	at := func(id string) *query {
		if all[id] == nil {
			all[id] = &query{id: id}
		}
		return all[id]
	}
	texts := textsOf(c.OldA)
	for i := range c.OldA.Len() {
		if v, ok := c.OldA.Score(m, i); ok && !c.OldA.LeftOut(i) {
			q := at(c.OldA.ID(i))
			q.oldA, q.inOld = v, true
		}
	}
	newA := map[string]float64{}
	for i := range c.NewA.Len() {
		if v, ok := c.NewA.Score(m, i); ok && !c.NewA.LeftOut(i) {
			newA[c.NewA.ID(i)] = v
		}
	}
	for i := range c.NewB.Len() {
		id := c.NewB.ID(i)
		v, ok := c.NewB.Score(m, i)
		a, both := newA[id]
		old, known := texts[id]
		same := known && old == c.NewB.Query(i).Text
		unasked := chained && !same // A has no ranking of it, and need not have one
		if !ok || c.NewB.LeftOut(i) || !both && !unasked {
			continue
		}
		if known && !same {
			id += "\x00" // another query under the same id
		}
		q := at(id)
		q.newA, q.newB, q.inNew = a, v, true
	}
	return sorted(all, chained)
}

func sorted(all map[string]*query, chained bool) sides {
	s := sides{chained: chained}
	for _, id := range slices.Sorted(maps.Keys(all)) {
		q := *all[id]
		if q.inOld {
			s.old = append(s.old, q)
		}
		if q.inNew {
			s.new = append(s.new, q)
		}
		switch {
		case q.inOld && q.inNew:
			s.kept = append(s.kept, q)
		case q.inOld:
			s.left = append(s.left, q)
		default:
			s.enter = append(s.enter, q)
		}
	}
	return s
}

// Gather makes one table of a system's run files, each of which answers some of the queries: an old recording and what
// was asked since. A query in two files is an error; one in none has the score of an empty ranking, as in a single
// file, and is warned of: that it is in one of them alone is what they are for.
func Gather(j *judgments.Judgments, parts []*scoring.Table) (*scoring.Table, error) {
	if len(parts) == 1 {
		return parts[0], nil
	}
	answered := map[string]bool{}
	for _, p := range parts {
		for i := range p.Len() {
			if p.Status(i) != result.Missing {
				answered[p.ID(i)] = true
			}
		}
	}
	var missing []string
	for i := range parts[0].Len() {
		if id := parts[0].ID(i); !answered[id] {
			missing = append(missing, id)
		}
	}
	for n, p := range parts {
		warnOfMissing(p, nil, "")
		if n == 0 {
			warnOfMissing(p, missing, fmt.Sprintf("%d judged queries are in none of the %d run files", j.Len(), len(parts)))
		}
		var keep []int
		for i := range p.Len() {
			if missing := p.Status(i) == result.Missing; !missing || n == 0 && !answered[p.ID(i)] {
				keep = append(keep, i)
			}
		}
		p.KeepQueries(keep)
	}
	return scoring.Merge(j, parts...)
}

// warnOfMissing replaces what a table says of queries that it has no ranking of.
func warnOfMissing(t *scoring.Table, missing []string, of string) {
	t.Health = slices.DeleteFunc(slices.Clone(t.Health), func(f result.Finding) bool { return f.Code == result.FindingMissing })
	if len(missing) > 0 {
		t.Health = append(t.Health, result.Warned(result.FindingMissing, fmt.Sprintf("%d of %s and score 0: %s", len(missing), of, prose.FirstFew(missing))))
	}
}
