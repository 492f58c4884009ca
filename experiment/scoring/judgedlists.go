package scoring

import (
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
)

// A JudgedList is one query's ranking that has met its judgments elsewhere.
type JudgedList struct {
	QueryID string
	Stratum string
	Group   string // of wordings of one need
	Text    string
	Judged  metrics.Judged
}

// JudgedLists scores rankings that were joined with their judgments by someone else, such as the reader of a trace, who
// has neither a run nor qrels. Every measure sees the list as it is, whatever its level. The lists are not changed.
func JudgedLists(name string, lists []JudgedList, measures []metrics.Measure, profile metrics.Profile, set result.TestSetInfo) *Table {
	t := newTable(name, profile, set, measures, len(lists))
	s := scorer{zero: profile.Undefined == metrics.Zero, scores: t, noted: &noted{}}
	level := scoredLevel{level: metrics.DocumentLevel, measures: measures, groups: metrics.Groups(measures), judged: true}
	for m := range measures {
		level.at = append(level.at, m)
	}
	for q := range lists {
		l := &lists[q]
		t.setQuery(q, result.Row{QueryID: l.QueryID, Stratum: l.Stratum, Group: l.Group, Text: l.Text})
		s.score(&level, q, new(l.Judged))
	}
	t.Health = append(t.Health, s.noScoreFinding()...)
	return t
}
