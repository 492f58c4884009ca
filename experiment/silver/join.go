// Package silver joins labels that people gave to some queries with labels that a model gave to all of them: which
// queries people labelled whole, in which order single documents come and what their labels show, and how far both
// agree. What follows of whole queries is computed by experiment/compare; how good a judge is, by experiment/judge.
package silver

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// Labels are both kinds of judgments, and two systems scored by each.
type Labels struct {
	Human, Model     *judgments.Judgments
	ByHuman, ByModel []*scoring.Table    // the same systems in the same order, with their first hits
	Others           []*scoring.Table    // by people's labels, and not compared: left with the same queries
	Asked            *result.JudgeOrigin // for the model's labels; nil: not known
	Sample           *Sample             // the order in which queries were to be labelled; nil: none was drawn
}

// A query is what both kinds of labels say of one that people labelled.
type query struct {
	id           string
	human, model map[string]int // grades by document
	tops         [][]string     // documents that each system ranked first
}

// An UnlabelledError says that people labelled no query whole, so that nothing is
// measured, and what the model's labels alone show.
type UnlabelledError struct{ Why, Alone string }

// Error says both.
func (e *UnlabelledError) Error() string { return e.Why + "; " + e.Alone }

// Join leaves in the tables by people's labels the queries that people labelled whole, and gives each its
// twin by the model's labels (scoring.Table.Silver). A query is labelled whole when people labelled the
// first hits of every system, as deep as the primary measure looks (10 without a cutoff), and every
// document that the model labelled; a group of wordings, when each of them is. With a sample, what comes
// after the first gap in its order counts as not labelled. What is returned is of each candidate.
func (l *Labels) Join(primary metrics.Measure) ([]*result.SilverLabels, error) {
	level, depth := metrics.LevelOf(primary), cmp.Or(primary.Cutoff(), scoring.JudgedDepth)
	err := l.Check(level)
	if err != nil {
		return nil, err
	}
	queries := l.queries(level, depth)
	info := &result.SilverLabels{Name: l.Model.Info.Name, SHA256: l.Model.Info.SHA256, Asked: l.Asked, Sampling: result.Sampling{State: result.SamplingUnknown}}
	whole, lacks := map[string]bool{}, map[string]string{}
	for _, q := range queries {
		docs := q.unlabelled()
		whole[q.id] = len(docs) == 0
		if len(docs) > 0 {
			lacks[q.id] = fmt.Sprintf("query %q lacks labels of %s, such as %q", q.id, prose.Plural(len(docs), "document"), docs[0])
			info.Gap = cmp.Or(info.Gap, lacks[q.id])
		}
	}
	l.dropParts(whole, lacks)
	for _, q := range queries {
		if whole[q.id] {
			info.Complete++
		} else {
			info.Incomplete++
			info.Gap = cmp.Or(info.Gap, lacks[q.id])
		}
	}
	if info.Complete == 0 {
		return nil, &UnlabelledError{Alone: l.alone(primary), Why: fmt.Sprintf("%s labels no query whole: a query counts when its labels cover the first %d hits of each system and every document that %s labels",
			l.Human.Info.Name, depth, l.Model.Info.Name)}
	}
	if l.Sample != nil {
		if whole = l.Sample.prefix(whole); len(whole) == 0 {
			first := l.Sample.Order[0]
			return nil, &UnlabelledError{Alone: l.alone(primary), Why: fmt.Sprintf("the first query of the sample's order, %s, is not labelled whole by people, so that none counts; label in that order (%s)",
				first, cmp.Or(lacks[first], "it has no labels"))}
		}
		if info.Beyond = info.Complete - len(whole); info.Beyond+info.Incomplete > 0 {
			next := l.Sample.Order[len(whole)]
			info.Gap = cmp.Or(lacks[next], fmt.Sprintf("query %q has no labels of people", next))
		}
		info.Planned = l.Sample.Planned
		info.Sampling = result.Sampling{State: result.SamplingVerified, Seed: &l.Sample.Seed, ByStratum: len(l.Sample.Strata) > 0}
	}
	for _, table := range slices.Concat(l.ByHuman, l.Others) {
		table.KeepIDs(whole)
	}
	extra := func(f result.Finding) bool { return f.Code == result.FindingExtra }
	for t, table := range l.ByHuman {
		table.Silver = l.ByModel[t]
		table.Health = slices.DeleteFunc(table.Health, extra) // those that neither labelled are ignored
		if at := slices.IndexFunc(table.Silver.Health, extra); at >= 0 {
			table.Health = append(table.Health, table.Silver.Health[at])
		}
		if info.Sampling.ByStratum {
			l.Sample.name(table)
			l.Sample.name(table.Silver)
		}
	}
	for q := range l.ByHuman[0].Len() {
		info.Counted = append(info.Counted, l.ByHuman[0].ID(q))
	}
	if info.Tau, err = l.tau(primary); err != nil {
		return nil, err
	}
	out := make([]*result.SilverLabels, len(l.ByHuman)-1)
	for c := range out {
		of := *info
		if err := compareGrades(&of, queries, c+1); err != nil {
			return nil, err
		}
		out[c] = &of
	}
	return out, nil
}

// dropParts takes out of what is labelled whole the wordings of groups of which another wording is not.
func (l *Labels) dropParts(whole map[string]bool, lacks map[string]string) {
	open := map[string]string{} // by group, the first query that is not labelled whole
	all := l.ByModel[0]
	for i := range all.Len() {
		if q := all.Query(i); q.Group != "" && !whole[q.QueryID] {
			open[q.Group] = cmp.Or(open[q.Group], q.QueryID)
		}
	}
	for i := range all.Len() {
		if q := all.Query(i); whole[q.QueryID] && open[q.Group] != "" {
			whole[q.QueryID] = false
			lacks[q.QueryID] = fmt.Sprintf("query %q of the group %q is not labelled whole, and a group counts as one", open[q.Group], q.Group)
		}
	}
}

// alone returns in words what the model's labels alone show of the first candidate.
func (l *Labels) alone(primary metrics.Measure) string {
	a, b := l.ByModel[0], l.ByModel[1]
	at, sum, n := rows(b), 0.0, 0
	for q := range a.Len() {
		i, ok := at[a.ID(q)]
		if !ok {
			continue
		}
		x, y := a.Value(metrics.Index(a.Measures, primary), q), b.Value(metrics.Index(b.Measures, primary), i)
		if d := y - x; !math.IsNaN(d) {
			sum, n = sum+d, n+1
		}
	}
	if n == 0 {
		return "the model's labels alone show nothing"
	}
	return fmt.Sprintf("the model's labels alone, not corrected and no evidence: %s - %s = %+.4f on %s over %s", b.Name, a.Name, sum/float64(n), primary, prose.Plural(n, "query"))
}

// Check refuses labels, and a sample, that do not go together.
func (l *Labels) Check(level metrics.Level) error {
	if l.Human.Info.SHA256 == l.Model.Info.SHA256 {
		return fmt.Errorf("%s and %s are one file; give people's labels and the model's", l.Human.Info.Name, l.Model.Info.Name)
	}
	if top := l.Human.ScaleTop(); top > 0 && l.Model.Top() > top {
		return fmt.Errorf("%s: grade %d is above %d, the highest of the scale of %s", l.Model.Info.Name, l.Model.Top(), top, l.Human.Info.Name)
	}
	var missing []string
	for _, q := range l.queries(level, 0) {
		if len(q.model) == 0 {
			missing = append(missing, q.id)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("%s has no labels of the queries %s, which people labelled; the model has to label them too, in the same way as the others",
			l.Model.Info.Name, prose.FirstFew(missing))
	}
	if l.Sample == nil {
		return nil
	}
	return l.Sample.check(l.Model)
}

// queries lists those with labels of people.
func (l *Labels) queries(level metrics.Level, depth int) (out []query) {
	places := ordered.Each(l.ByHuman, rows)
	for i := range l.Human.Len() {
		q := query{id: l.Human.Query(i).ID}
		if q.human = l.Human.GradesOf(q.id, level); len(q.human) == 0 {
			continue
		}
		q.model = l.Model.GradesOf(q.id, level)
		for t, table := range l.ByHuman {
			var top []string
			if at, scored := places[t][q.id]; scored {
				for _, hit := range table.Query(at).Hits[:min(depth, len(table.Query(at).Hits))] {
					top = append(top, hit.DocID)
				}
			}
			q.tops = append(q.tops, top)
		}
		out = append(out, q)
	}
	return out
}

// unlabelled lists the documents that count and that people did not label.
func (q *query) unlabelled() (docs []string) {
	counts := slices.Collect(maps.Keys(q.model))
	for _, doc := range append(counts, slices.Concat(q.tops...)...) {
		if _, ok := q.human[doc]; !ok {
			docs = append(docs, doc)
		}
	}
	slices.Sort(docs)
	return slices.Compact(docs)
}
