package scorefile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// What becomes of a query that some of the systems have no score of: no row, or an
// empty cell where others have a number.
const (
	MissingError = "error" // it is an error: the files may be of two test sets
	MissingZero  = "zero"  // the system answered nothing, and scores 0
	MissingPairs = "pairs" // it is left out of all systems
)

// MissingPolicies lists them.
func MissingPolicies() []string { return []string{MissingError, MissingZero, MissingPairs} }

// Alignment says how scores that were read become tables that can be compared.
type Alignment struct {
	Measures   []string                     // which of them, in this order; empty: all
	Directions map[string]metrics.Direction // of foreign measures by name; "" is that of all others
	Missing    string                       // "" means MissingError
	OnError    string                       // "" means ErrorsLeftOut
	UnitKnown  bool                         // the margin was declared, so that no caller has to be warned of the unit
}

// Align makes the tables of scores that were read comparable: it chooses the measures, gives foreign ones
// their direction, takes queries that not all systems have as the policy says, and warns where what the
// scores are has to be guessed.
func Align(tables []*scoring.Table, a Alignment) error {
	if err := SameTask(tables); err != nil {
		return err
	}
	for _, t := range tables {
		if err := choose(t, a.Measures); err != nil {
			return err
		}
	}
	leaveOutOwn(tables)
	if err := direct(tables, a.Directions); err != nil {
		return err
	}
	warnOfUnits(tables, a.UnitKnown)
	if err := alignStrata(tables); err != nil {
		return err
	}
	if err := alignErrors(tables, a.OnError); err != nil {
		return err
	}
	if err := alignQueries(tables, a.Missing); err != nil {
		return err
	}
	return alignScores(tables, a.Missing)
}

// leaveOutOwn leaves out measures of logs that not all systems have: those that are named are in all. Costs alone are not left.
func leaveOutOwn(tables []*scoring.Table) {
	lacked := func(m metrics.Measure) bool {
		return slices.ContainsFunc(tables, func(t *scoring.Table) bool { return t.Kind != "" && metrics.Index(t.Measures, m) < 0 })
	}
	own := map[string]bool{}
	for _, t := range tables {
		maps.Copy(own, ordered.Set(metrics.Texts(ordered.Where(t.Measures, lacked))))
		if !slices.ContainsFunc(t.Measures, func(m metrics.Measure) bool { return !lacked(m) && metrics.DirectionOf(m) != metrics.LowerIsBetter }) {
			return // which is an error of its own
		}
	}
	for _, t := range tables {
		leaveOut(t, "not all systems have it", slices.Sorted(maps.Keys(own)))
	}
}

// leaveOut takes measures out of a table, and says why.
func leaveOut(t *scoring.Table, why string, names []string) {
	if len(names) > 0 {
		t.Keep(ordered.Where(t.Measures, func(m metrics.Measure) bool { return !slices.Contains(names, m.String()) }))
		t.Health = append(t.Health, result.Noted(result.FindingLeftOut, "left out, since "+why+": "+prose.FirstFew(names)))
	}
}

// alignStrata tells all tables what one of them knows of strata.
func alignStrata(tables []*scoring.Table) error {
	known := map[string]string{} // by query
	from := map[string]string{}
	for _, t := range tables {
		for at := range t.Len() {
			q := t.Query(at)
			switch before := known[q.QueryID]; {
			case q.Stratum == "" || before == q.Stratum:
			case before != "":
				return fmt.Errorf("query %q is in stratum %q in %s and in %q in %s", q.QueryID, before, from[q.QueryID], q.Stratum, t.Name)
			default:
				known[q.QueryID], from[q.QueryID] = q.Stratum, t.Name
			}
		}
	}
	if len(known) == 0 {
		return nil
	}
	for _, t := range tables {
		for q := range t.Len() {
			t.Edit(q).Stratum = known[t.ID(q)]
		}
		countQueries(t)
	}
	return nil
}

func alignQueries(tables []*scoring.Table, policy string) error {
	if alike(tables) {
		return nil
	}
	at := places(tables, func(*scoring.Table, int) bool { return true })
	all, lacking := uneven(tables, at)
	switch {
	case len(lacking) == 0:
	case policy == MissingZero:
		return zeroMissing(tables, at, all)
	case policy == MissingPairs:
		return commonQueries(tables, at, all, lacking)
	default:
		return unequalQueries("", tables, at, all, lacking)
	}
	return nil
}

// alike reports whether all tables have the same queries at the same places.
func alike(tables []*scoring.Table) bool {
	return !slices.ContainsFunc(tables, func(t *scoring.Table) bool { return !t.SameQueries(tables[0]) })
}

// places returns where each table has the queries for which a condition holds.
func places(tables []*scoring.Table, has func(t *scoring.Table, q int) bool) []map[string]int {
	return ordered.Each(tables, func(t *scoring.Table) map[string]int {
		held := ordered.Where(span(0, t.Len()), func(q int) bool { return has(t, q) })
		return ordered.Map(held, func(q int) (string, int) { return t.ID(q), q })
	})
}

// uneven returns the queries that some table has there, in the order of the tables, and
// those of them that not all have.
func uneven(tables []*scoring.Table, at []map[string]int) (all []result.Row, lacking []string) {
	have := map[string]int{}
	for i, t := range tables {
		for q := range t.Len() {
			query := t.Query(q)
			if _, has := at[i][query.QueryID]; !has {
				continue
			}
			if have[query.QueryID]++; have[query.QueryID] == 1 {
				all = append(all, query)
			}
		}
	}
	return all, ordered.Each(ordered.Where(all, func(q result.Row) bool { return have[q.QueryID] < len(tables) }), idOf)
}

// unequalQueries says which system lacks which queries, or their scores of a measure.
func unequalQueries(measure string, tables []*scoring.Table, at []map[string]int, all []result.Row, lacking []string) error {
	var parts []string
	for i, t := range tables {
		if missing := absent(at[i], all); len(missing) > 0 {
			parts = append(parts, fmt.Sprintf("%s lacks %s", t.Name, prose.FirstFew(ordered.Each(missing, idOf))))
		}
	}
	if len(parts) > 3 {
		parts = append(parts[:3], fmt.Sprintf("and %d more systems lack some", len(parts)-3))
	}
	if measure != "" {
		measure = "scores of " + measure + ": "
	}
	return fmt.Errorf("%s%d of %s are not in all systems: %s; --missing zero scores them 0 where they are missing (trec_eval without -c leaves out what found nothing), --missing pairs leaves them out everywhere",
		measure, len(lacking), prose.Plural(len(all), "query"), strings.Join(parts, "; "))
}

// absent lists the queries that a table does not have.
func absent(at map[string]int, all []result.Row) []result.Row {
	return ordered.Where(all, func(q result.Row) bool { _, has := at[q.QueryID]; return !has })
}

func idOf(q result.Row) string { return q.QueryID }

// zeroMissing adds the queries that a system lacks, with score 0.
func zeroMissing(tables []*scoring.Table, at []map[string]int, all []result.Row) error {
	for _, m := range tables[0].Measures {
		if err := refuseReward(m); err != nil {
			return err
		}
	}
	for i, t := range tables {
		missing := absent(at[i], all)
		if len(missing) == 0 {
			continue
		}
		t.AddMissing(ordered.Each(missing, func(q result.Row) result.Row { return result.Row{QueryID: q.QueryID, Stratum: q.Stratum} }))
		countQueries(t)
		t.Health = append(t.Health, result.Warned(result.FindingMissing, fmt.Sprintf(
			"%d of %s are missing and score 0: %s", len(missing), prose.Plural(len(all), "query"), prose.FirstFew(ordered.Each(missing, idOf)))))
	}
	return nil
}

// refuseReward refuses to score 0 what is missing where that would be a good score.
func refuseReward(m metrics.Measure) error {
	if metrics.DirectionOf(m) != metrics.LowerIsBetter {
		return nil
	}
	return fmt.Errorf("--missing zero: of %s a lower score is better, so that 0 would reward what is missing; use --missing pairs", m)
}

// commonQueries keeps the queries that every system has.
func commonQueries(tables []*scoring.Table, at []map[string]int, all []result.Row, lacking []string) error {
	if len(lacking) == len(all) {
		return fmt.Errorf("no query is in all systems: %s has %s, for example, and %s has %s",
			tables[0].Name, prose.FirstFew(IDs(tables[0])), tables[1].Name, prose.FirstFew(IDs(tables[1])))
	}
	left := ordered.Set(lacking)
	for i, t := range tables {
		var kept []int
		for _, q := range all {
			if !left[q.QueryID] {
				kept = append(kept, at[i][q.QueryID])
			}
		}
		t.KeepQueries(kept)
		t.LeaveOut("", len(lacking))
		countQueries(t)
	}
	warnAll(tables, result.Warned(result.FindingMissing, fmt.Sprintf(
		"%d of %s are not in all systems and left out: %s", len(lacking), prose.Plural(len(all), "query"), prose.FirstFew(lacking))))
	return nil
}

// IDs returns those of the queries of a table.
func IDs(s *scoring.Table) []string { return ordered.Each(span(0, s.Len()), s.ID) }
