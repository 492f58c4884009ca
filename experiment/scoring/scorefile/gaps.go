package scorefile

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// What becomes of a sample that ended in an error, in all of its runs.
const (
	ErrorsLeftOut = "leave-out" // it is left out of all systems, and counts as not measured
	ErrorsZero    = "zero"      // it scores 0, and nothing where a lower score is better
	ErrorsRefused = "refuse"
)

// ErrorPolicies lists them.
func ErrorPolicies() []string { return []string{ErrorsLeftOut, ErrorsZero, ErrorsRefused} }

// alignErrors does what the policy says but leaving out, which a comparison does with all that failed.
func alignErrors(tables []*scoring.Table, policy string) error {
	failed := map[string]bool{}
	for _, t := range tables {
		ids := ordered.Each(ordered.Where(span(0, t.Len()), func(q int) bool { return t.Status(q) == result.Failed }), t.ID)
		maps.Copy(failed, ordered.Set(ids))
		if policy == ErrorsRefused && len(ids) > 0 {
			return fmt.Errorf("%s: %s ended in an error: %s; --on-error leave-out or zero says what becomes of them", t.Name, prose.Plural(len(ids), "sample"), prose.FirstFew(ids))
		}
	}
	if len(failed) == 0 && slices.Contains(ErrorPolicies()[1:], policy) && !slices.ContainsFunc(tables, func(t *scoring.Table) bool { return t.Kind != "" }) {
		return fmt.Errorf("--on-error %s has no use: %s is a table of scores, which does not say of any query that it ended in an error; leave it out, or see --missing", policy, tables[0].Name)
	}
	if policy != ErrorsZero || len(failed) == 0 {
		return nil
	}
	for _, t := range tables {
		for q := range t.Len() {
			if failed[t.ID(q)] {
				zero(t, q)
			}
		}
	}
	warnAll(tables, result.Warned(result.FindingFailed, fmt.Sprintf("%s ended in an error and score 0 there: %s",
		prose.Plural(len(failed), "sample"), prose.FirstFew(slices.Sorted(maps.Keys(failed))))))
	return nil
}

// zero scores a sample that ended in an error, here or in another system: of what is better
// when lower, such as its cost, neither has a score.
func zero(t *scoring.Table, q int) {
	here := t.Status(q) == result.Failed
	for _, m := range t.Measures {
		switch {
		case metrics.DirectionOf(m) != metrics.HigherIsBetter:
			t.Set(m, q, math.NaN())
		case here:
			t.Set(m, q, 0)
		}
	}
	if here {
		t.Edit(q).Status = result.Scored
	}
}

// alignScores treats an empty cell as the policy says of a missing query where another
// system has a score: else a system would look better for saying nothing of what is
// hard. What no system has a score of is undefined, and stays so; of a log's judges it is not measured.
func alignScores(tables []*scoring.Table, policy string) error {
	same := alike(tables)
	for _, m := range tables[0].Measures {
		if slices.ContainsFunc(tables, func(t *scoring.Table) bool { return metrics.Index(t.Measures, m) < 0 }) {
			continue // which is an error of its own
		}
		alike, judged := same && scoredAlike(tables, m), tables[0].Judges(metrics.Index(tables[0].Measures, m))
		if alike && !judged {
			continue
		}
		at := places(tables, func(t *scoring.Table, q int) bool {
			_, has := t.Score(metrics.Index(t.Measures, m), q)
			return has || t.Status(q) == result.Failed
		})
		all, lacking := uneven(tables, at)
		for _, t := range tables {
			if judged {
				t.LeaveOut(m.String(), t.Len()-len(all))
			}
		}
		if alike || len(lacking) == 0 {
			continue
		}
		policy := policy
		if f, is := m.(metrics.Foreign); is && judged && f.Better == metrics.LowerIsBetter && !f.Declared {
			policy = MissingPairs // what a log says of costs decides nothing
		}
		if policy != MissingZero && policy != MissingPairs {
			return unequalQueries(m.String(), tables, at, all, lacking)
		}
		if err := refuseReward(m); err != nil && policy == MissingZero {
			return err
		}
		for i, t := range tables {
			fill(t, m, at[i], lacking, policy)
		}
		does := map[string]string{MissingZero: "score 0 where they have none", MissingPairs: "are left out of it"}[policy]
		warnAll(tables, result.Warned(result.FindingMissing, fmt.Sprintf(
			"%d of %s have a score of %s in some systems only and %s: %s", len(lacking), prose.Plural(len(all), "query"), m, does, prose.FirstFew(lacking))))
	}
	return nil
}

// scoredAlike reports whether tables of the same queries have scores of the same of them.
func scoredAlike(tables []*scoring.Table, m metrics.Measure) bool {
	at := ordered.Each(tables, func(t *scoring.Table) int { return metrics.Index(t.Measures, m) })
	for q := range tables[0].Len() {
		for i, t := range tables {
			if math.IsNaN(t.Value(at[i], q)) != math.IsNaN(tables[0].Value(at[0], q)) {
				return false
			}
		}
	}
	return true
}

// fill makes scores that a table lacks 0, or takes out those that another one lacks.
func fill(t *scoring.Table, m metrics.Measure, has map[string]int, lacking []string, policy string) {
	places := ordered.Map(span(0, t.Len()), func(q int) (string, int) { return t.ID(q), q })
	for _, id := range lacking {
		if policy == MissingPairs {
			t.Set(m, places[id], math.NaN())
		} else if _, scored := has[id]; !scored {
			t.Set(m, places[id], 0)
		}
	}
	if policy == MissingPairs {
		t.LeaveOut(m.String(), len(lacking))
	}
}
