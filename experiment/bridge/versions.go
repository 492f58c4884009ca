package bridge

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/testsets"
)

// Check refuses two versions whose scores mean different things, and returns what a reader of the bridge has to know.
func Check(old, next *testsets.TestSet, profileGiven bool) ([]result.Finding, error) {
	var errs prose.Faults
	errs.If(old.Profile != next.Profile && !profileGiven, "%w: %s names profile %q, %s %q; choose one (--profile)", ErrNotAlike, old.Label(), old.Profile, next.Label(), next.Profile)
	errs.If(old.Scale.Max() != next.Scale.Max() || len(old.Scale) != len(next.Scale), "%w: grades of %s are %s, of %s %s, and gains follow from grades", ErrNotAlike, old.Label(), old.Scale, next.Label(), next.Scale)
	var notes []result.Finding
	if old.Scale.String() != next.Scale.String() {
		notes = append(notes, result.Warned("scale_reworded", fmt.Sprintf("the grades are called otherwise: %s, and %s", old.Scale, next.Scale)))
	}
	if p := next.Parent; p == nil || p.SHA256 != old.SHA256() {
		notes = append(notes, result.Warned("not_parent", fmt.Sprintf("%s does not name %s as the version it was made from, or names another content", next.Label(), old.Label())))
	}
	return append(notes, poolNotes(old, next)...), errs.Join()
}

// shallow is the share of the old pool below which a new one lifts the mean by itself.
const shallow = 0.7

// poolNotes compares how many documents of new queries were judged with how many of the old version's.
func poolNotes(old, next *testsets.TestSet) []result.Finding {
	known := map[string]bool{}
	judged, asked := 0, 0
	for i := range old.Queries {
		known[old.Queries[i].ID] = true
		if !old.Queries[i].Unjudged {
			asked, judged = asked+1, judged+len(old.Queries[i].Relevant)
		}
	}
	entered, documents, grouped := 0, 0, false
	for i := range next.Queries {
		q := &next.Queries[i]
		grouped = grouped || q.Unit() != ""
		if !known[q.ID] && !q.Unjudged {
			entered++
			documents += len(q.Relevant)
		}
	}
	var notes []result.Finding
	if entered > 0 && asked > 0 {
		before, after := float64(judged)/float64(asked), float64(documents)/float64(entered)
		if after < shallow*before {
			notes = append(notes, result.Warned("shallow_pool", fmt.Sprintf("%.1f documents are judged a new query, %.1f an old one: a shallower pool alone raises the mean, and is counted under queries", after, before)))
		}
	}
	if grouped {
		notes = append(notes, result.Noted("groups", "every query counts by itself here; `compare` counts a group of wordings once unless --ungrouped is given"))
	}
	return notes
}

// ErrOtherScores is about a stored run whose scores are not those that a bridge
// needs: of another part or profile, or without one of its measures.
var ErrOtherScores = errors.New("the stored scores are others")

// Stored makes the table of a version out of a run that was stored with scores of
// it, by these measures: what a run file would be scored to.
func Stored(run result.StoredRun, j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile) (*scoring.Table, error) {
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("run %s: %w: %s", run.ID, ErrOtherScores, fmt.Sprintf(format, args...))
	}
	switch {
	case run.TestSet.SHA256 != j.Info.SHA256:
		return nil, wrong("they are of %s with sha256 %.8s, and this is %s with %.8s", run.TestSet.Suite(), run.TestSet.SHA256, j.Info.Suite(), j.Info.SHA256)
	case run.Profile != profile.Name:
		return nil, wrong("profile %s, and here it is %s (--profile)", run.Profile, profile.Name)
	}
	table, err := scoring.Restore(run, measures...)
	if err != nil {
		return nil, err
	}
	for _, m := range measures {
		if metrics.Index(table.Measures, m) < 0 {
			return nil, wrong("%s is not among its measures, which are %v; name some of them (--measure), or give its run file", m, metrics.Texts(table.Measures))
		}
	}
	table.Keep(measures)
	if table.Name = run.Name; table.Len() != j.Len() {
		return nil, wrong("they are of %d queries, and the evaluation part has %d", table.Len(), j.Len())
	}
	for i := range table.Len() {
		if q, ok := j.Index([]byte(table.ID(i))); ok {
			table.Edit(i).Text = j.Query(q).Text // older stores have none
		}
	}
	table.Health = slices.Clone(table.Health)
	return scoring.Merge(j, table)
}

// StoredMeasures returns those of the measures that every stored run has scores of, with a note of the others.
func StoredMeasures(measures []metrics.Measure, runs []result.StoredRun) (in []metrics.Measure, notes []result.Finding, err error) {
	var out []string
	for _, m := range measures {
		if slices.ContainsFunc(runs, func(r result.StoredRun) bool { return !has(r, m) }) {
			out = append(out, m.String())
		} else {
			in = append(in, m)
		}
	}
	switch {
	case len(in) == 0:
		return nil, nil, fmt.Errorf("%w: none of %s is among the measures of every stored run; name one that is (--measure)", ErrOtherScores, strings.Join(out, ", "))
	case len(out) > 0:
		notes = append(notes, result.Noted("not_stored", fmt.Sprintf("not every stored run has %s, left out", strings.Join(out, ", "))))
	}
	return in, notes, nil
}

func has(run result.StoredRun, m metrics.Measure) bool {
	name := m.String()
	return slices.ContainsFunc(run.Rows, func(row result.Row) bool { _, ok := row.Scores[name]; return ok })
}
