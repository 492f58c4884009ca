package refresh

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/testsets"
)

var leavingColumns = []string{"query_id", "query_type", "split", "age_days", "ceiling", "floor", "spread", "reason", "decision"}

// leavingTable returns leaving.csv, in the order of the set.
func leavingTable(list []Leaver) ([]byte, error) {
	rows := make([][]string, len(list))
	for i, l := range list {
		age, spread, high, low := "", "", "", ""
		if l.AgeDays != nil {
			age = strconv.Itoa(*l.AgeDays)
		}
		if l.Spread != nil {
			spread = strconv.FormatFloat(*l.Spread, 'f', 4, 64)
		}
		if l.Runs > 0 {
			high, low = strconv.Itoa(l.Ceiling), strconv.Itoa(l.Floor)
		}
		rows[i] = []string{l.ID, l.Type, string(l.Split), age, high, low, spread, l.Reason, l.Decision}
	}
	return writeTable(leavingColumns, rows)
}

// leaving reads back who leaves, and why, by query id. Every query of the set has to be there once.
func (w *Workflow) leaving(set *testsets.TestSet) (map[string]string, error) {
	t, err := readTable(w.path(leavingFile), []string{"query_id", "decision"})
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for i := range set.Queries {
		known[set.Queries[i].ID] = true
	}
	leaves, seen := map[string]string{}, map[string]bool{}
	var errs prose.Faults
	for i, row := range t.rows {
		id, decision := row["query_id"], strings.ToLower(strings.TrimSpace(row["decision"]))
		switch {
		case !known[id]:
			errs = append(errs, fmt.Errorf("%s: %q is no query of %s", t.at(i), id, set.Label()))
		case seen[id]:
			errs = append(errs, fmt.Errorf("%s: query %q again", t.at(i), id))
		case decision == leave:
			leaves[id] = cmp.Or(row["reason"], "decided by a person")
		case decision != keep:
			errs = append(errs, fmt.Errorf("%s: query %q: decision %q, want %s or %s", t.at(i), id, row["decision"], leave, keep))
		}
		seen[id] = true
	}
	for i := range set.Queries {
		id := set.Queries[i].ID
		errs.If(!seen[id], "%s: query %q has no row any more", t.name, id)
	}
	errs.If(len(errs) == 0 && len(leaves) != w.Plan.Replace, "%s: %s to leave, and %d to be replaced; change the decisions", t.name, prose.Plural(len(leaves), "query"), w.Plan.Replace)
	return leaves, errs.Join()
}
