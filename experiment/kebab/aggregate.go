package kebab

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/prose"
)

// Aggregate sums a run up: kebab's ten keys, how its rows and the golden list fit
// together, and how that differs from what the store had. note is what was kept
// of the aggregate that is stored, nil when nothing was.
func (g *Golden) Aggregate(run Run, note *result.KebabNote) (*result.KebabAggregation, error) {
	s, err := g.score(run, ranksOnly)
	if err != nil {
		return nil, err
	}
	a := &result.KebabAggregation{
		Schema: result.KebabAggregateSchema, Profile: g.Profile.Name, RunID: run.ID, Golden: g.info(),
		Aggregate: s.document(), Strict: s.Strict, Rows: s.Counts, Figures: figures(s.Aggregate),
	}
	a.Before = g.before(s, note)
	a.Remarks = g.remarks(s, a.Before)
	return a, nil
}

// before sets the aggregate that is stored next to the one that was computed; nil
// when there is none, or none that can be read.
func (g *Golden) before(s *side, note *result.KebabNote) *result.KebabBefore {
	if !s.Run.Aggregated() {
		return nil
	}
	stored, err := scoring.ParseKebabAggregate(s.Run.Aggregate)
	if err != nil {
		return nil
	}
	b := &result.KebabBefore{Aggregate: s.Run.Aggregate, Changed: changes(stored, s.Aggregate)}
	if note != nil && sameJSON(note.Aggregate, s.Run.Aggregate) {
		b.Golden, b.GoldenSHA256 = note.Golden, note.GoldenSHA256
	}
	return b
}

// remarks returns what anyone who reads the numbers should know.
func (g *Golden) remarks(s *side, before *result.KebabBefore) []string {
	c, list := s.Counts, []string{}
	add := func(n int, format string, args ...any) {
		if n > 0 {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	if c.Queries == 0 {
		list = append(list, "the run has no rows: every figure is that of nothing")
	} else if c.NoEntry == c.Queries {
		list = append(list, "no query of the run has an entry in the golden list: is it the list of this run?")
	} else {
		add(c.NoEntry, "%s of the run without an entry in the golden list: in the totals alone", prose.Plural(c.NoEntry, "query"))
	}
	add(c.NoRow, "%s of the golden list without a row in the run: counted nowhere", prose.Plural(c.NoRow, "entry"))
	add(c.NoChunks, "%s without expected chunks: skipped by hit@k, MRR and precision", prose.Plural(c.NoChunks, "query"))
	add(c.Repeated, "%s came again in one query: its first place counts", prose.Plural(c.Repeated, "chunk"))
	if s.Run.Aggregated() && before == nil {
		list = append(list, "what was stored before is not an aggregate of kebab")
	}
	return append(list, g.history(before)...)
}

// history says how an aggregate relates to the one before.
func (g *Golden) history(before *result.KebabBefore) []string {
	if before == nil {
		return nil
	}
	known, sha := before.GoldenSHA256 != "", g.info().SHA256
	switch {
	case len(before.Changed) == 0 && known && before.GoldenSHA256 != sha:
		return []string{fmt.Sprintf("the golden list is another one than that of the stored aggregate (sha256 %.12s, now %.12s), and no figure differs", before.GoldenSHA256, sha)}
	case len(before.Changed) == 0:
		return nil
	case !known:
		return []string{differing(before.Changed) + " from the stored aggregate, whose golden list was not recorded"}
	case before.GoldenSHA256 != sha:
		return []string{fmt.Sprintf("%s from the stored aggregate: it was computed with another golden list (sha256 %.12s, now %.12s)", differing(before.Changed), before.GoldenSHA256, sha)}
	}
	return []string{differing(before.Changed) + " from the stored aggregate, though the golden list is the same: the rows or the profile changed"}
}

// sameJSON compares two documents without their blanks.
func sameJSON(a, b []byte) bool {
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

// differing returns that so many figures differ.
func differing(changed []result.KebabChange) string {
	if len(changed) == 1 {
		return "1 figure differs"
	}
	return fmt.Sprintf("%d figures differ", len(changed))
}
