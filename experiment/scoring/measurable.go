package scoring

import (
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// A ForeignIDsError says that ids and judgments have nothing in common: the
// judgments of another collection, or ids that are written otherwise.
type ForeignIDsError struct {
	Systems []string
	result.UnmatchedIDs
}

// Error names both kinds of ids.
func (e *ForeignIDsError) Error() string {
	has := "have"
	if len(e.Systems) == 1 {
		has = "has"
	}
	remedy := "give the judgments of this collection, or write the ids alike"
	if e.Unplaced > 0 {
		remedy = PlaceHits + ", or measure documents"
	}
	return fmt.Sprintf("%s: %s %s %s, the judgments have %s; %s", lacking(e.UnmatchedIDs), prose.Quoted(e.Systems), has, prose.Quoted(e.RunIDs), prose.Quoted(e.JudgedIDs), remedy)
}

// lacking says what ids and judgments have not in common.
func lacking(u result.UnmatchedIDs) string {
	if u.Unplaced > 0 {
		return "passages are judged, and no hit says what it covers"
	}
	return "no " + u.Level + " of any query is judged"
}

// A NothingFoundError says that systems answered with empty lists alone: an index
// that was never filled, or a declaration that finds no hits in the answers.
type NothingFoundError struct{ Systems []string }

// Error names the systems.
func (e *NothingFoundError) Error() string {
	return fmt.Sprintf("%s returned no hit for any query: look whether the index is filled, and whether the hits are where the declaration looks for them", prose.Quoted(e.Systems))
}

// Measurable sets the tables of several systems on the same judgments next to each other, and takes out what cannot be
// measured: where the ids of one match no judged id of a level, and those of another do, the scores of the first at
// that level are undefined in what is returned. So are those of a system that found nothing for any query next to one
// that did. When no system has a judged id at any level the error is a *ForeignIDsError, or a *NothingFoundError; when
// none has at one level only, they are warned. The tables given are not changed.
func Measurable(tables []*Table) ([]*Table, error) {
	sound, missed := 0, 0
	out := slices.Clone(tables)
	for _, level := range levelsOf(tables) {
		found := slices.ContainsFunc(tables, func(t *Table) bool { return t.has(level) && t.unmatched(level) == nil })
		if found {
			sound++
		}
		for i, t := range tables {
			u := t.unmatched(level)
			switch {
			case u == nil || len(u.RunIDs) == 0 && !t.silent(): // too few queries to tell
			case found:
				out[i] = out[i].without(*u)
			default:
				missed++
				if len(u.RunIDs) > 0 {
					out[i] = out[i].warned(*u)
				}
			}
		}
	}
	if sound == 0 && missed > 0 {
		return nil, foreign(tables, "")
	}
	return out, nil
}

// CheckLevel returns Measurable's error for one level that no system has an id of,
// though they may have some of another.
func CheckLevel(tables []*Table, level metrics.Level) error {
	name := levelName(level)
	for _, t := range tables {
		if u := t.unmatched(name); u == nil || len(u.RunIDs) == 0 && !t.silent() {
			return nil
		}
	}
	return foreign(tables, name)
}

// silent tells a system that returned no hit for any of the queries that it
// answered. A few may well have found nothing.
func (s *Table) silent() bool {
	answered := 0
	for q := range s.Len() {
		if s.Status(q) == result.Scored {
			answered++
		}
		if !math.IsNaN(s.judged[q]) {
			return false
		}
	}
	return answered >= fewQueries
}

func foreign(tables []*Table, level string) error {
	e := &ForeignIDsError{}
	for _, t := range tables {
		for _, u := range t.Unmatched {
			if len(u.RunIDs) == 0 || level != "" && u.Level != level {
				continue
			}
			if e.Systems = append(e.Systems, t.Name); e.Level == "" {
				e.UnmatchedIDs = u
			}
			break
		}
	}
	if len(e.Systems) > 0 {
		return e
	}
	silent := &NothingFoundError{}
	for _, t := range tables {
		silent.Systems = append(silent.Systems, t.Name)
	}
	return silent
}

// levelsOf names the levels of documents and chunks that are measured.
func levelsOf(tables []*Table) []string {
	var names []string
	for _, t := range tables {
		for _, m := range t.Measures {
			if level := metrics.LevelOf(m); level != metrics.AnswerLevel && !slices.Contains(names, levelName(level)) {
				names = append(names, levelName(level))
			}
		}
	}
	slices.Sort(names)
	return names
}

// has tells whether a measure of the table looks at that level.
func (s *Table) has(level string) bool {
	return slices.ContainsFunc(s.Measures, func(m metrics.Measure) bool { return levelName(metrics.LevelOf(m)) == level })
}

func (s *Table) unmatched(level string) *result.UnmatchedIDs {
	for i := range s.Unmatched {
		if s.Unmatched[i].Level == level {
			return &s.Unmatched[i]
		}
	}
	return nil
}

// warned returns the table with a word on a level at which no system has a judged id:
// there is nothing to set it against, and its zeros stay.
func (s *Table) warned(u result.UnmatchedIDs) *Table {
	f := result.Warned(result.FindingNoneJudged, fmt.Sprintf(
		"%s: returned were %s, the judgments have %s; every score at that level is 0 for want of a common id",
		lacking(u), prose.Quoted(u.RunIDs), prose.Quoted(u.JudgedIDs)))
	if slices.Contains(s.Health, f) {
		return s
	}
	t := *s
	t.Health = append(slices.Clone(s.Health), f)
	return &t
}

// NotMeasurable returns what Measurable took out of a table.
func (s *Table) NotMeasurable() []result.UnmatchedIDs { return s.blind }

// without returns the table with every score of a level undefined, and the fault.
func (s *Table) without(u result.UnmatchedIDs) *Table {
	if slices.ContainsFunc(s.blind, func(b result.UnmatchedIDs) bool { return b.Level == u.Level }) {
		return s
	}
	t := *s
	t.blind = append(slices.Clip(s.blind), u)
	t.values = slices.Clone(s.values)
	for m, measure := range s.Measures {
		if levelName(metrics.LevelOf(measure)) == u.Level {
			t.values[m] = slices.Repeat([]float64{math.NaN()}, s.Len())
		}
	}
	t.Health = slices.DeleteFunc(slices.Clone(s.Health), func(f result.Finding) bool {
		return f.Code == result.FindingNoneJudged || f.Code == result.FindingNoHits
	})
	if f := NotMeasurable(u); !slices.Contains(t.Health, f) { // nothing found is the same at every level
		t.Health = append(t.Health, f)
	}
	return &t
}

// NotMeasurable returns the fault of what Measurable took out, with both kinds of ids.
func NotMeasurable(u result.UnmatchedIDs) result.Finding {
	if len(u.RunIDs) == 0 {
		return result.Faulted(result.FindingNoHits, "no hits for any query: it found nothing, or its declaration finds nothing in the answers")
	}
	return result.Faulted(result.FindingNotMeasurable, fmt.Sprintf(
		"%s, although those of another system are: it returned %s, the judgments have %s; judge what it returns, or measure at another level",
		lacking(u), prose.Quoted(u.RunIDs), prose.Quoted(u.JudgedIDs)))
}

// OfComponent returns the same as a warning to those that fuse the component.
func OfComponent(name string, u result.UnmatchedIDs) result.Finding {
	f := NotMeasurable(u)
	return result.Warned(f.Code, "component "+name+": "+f.Text)
}
