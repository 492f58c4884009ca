package bridge

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

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
	if table.Name = run.Name; len(table.Queries) != j.Len() {
		return nil, wrong("they are of %d queries, and the evaluation part has %d", len(table.Queries), j.Len())
	}
	for i := range table.Queries {
		if q, ok := j.Index([]byte(table.Queries[i].QueryID)); ok {
			table.Queries[i].Text = j.Query(q).Text // older stores have none
		}
	}
	table.Health = slices.Clone(table.Health)
	return scoring.Merge(j, table)
}

// StoredMeasures returns those of the measures that every stored run has scores of,
// with a note of the others.
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
	for _, row := range run.Rows {
		if _, ok := row.Scores[m.String()]; ok {
			return true
		}
	}
	return false
}
