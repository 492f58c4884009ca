package kebab

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
)

// Options say how two runs are compared.
type Options struct {
	// Strict refuses runs of different chunkers.
	Strict bool
	// Chunks are those that the store has now, by id: where expected chunks stand. Nil when it is not known.
	Chunks map[string]result.KebabChunk
}

// ErrChunkers is in the error of Compare when it is strict and the runs were not made with one chunker.
var ErrChunkers = errors.New("chunker_version mismatch")

// Compare sets run b against run a: kebab's CompareReport, and the tables of
// both with the measures that can be compared, for tests and a verdict.
func (g *Golden) Compare(a, b Run, o Options) (*result.KebabComparison, []*scoring.Table, error) {
	match, err := versions(a, b)
	if err != nil {
		return nil, nil, err
	}
	read := ranksOnly
	if !match.Comparable() {
		if o.Strict {
			return nil, nil, fmt.Errorf("%w: %s has %s, %s has %s; leave --strict-chunker-version out to match by documents", ErrChunkers, a.ID, named(match.ChunkerA), b.ID, named(match.ChunkerB))
		}
		read = withLines
	}
	sideA, err := g.score(a, read)
	if err != nil {
		return nil, nil, err
	}
	sideB, err := g.score(b, read)
	if err != nil {
		return nil, nil, err
	}
	m := g.matcher(&match, sideA, sideB, o.Chunks)
	c := &result.KebabComparison{
		Schema: result.KebabComparisonSchema, Profile: g.Profile.Name, Golden: g.info(), Matched: match,
		Settings: differences(a.Config, b.Config), RowsA: sideA.Counts, RowsB: sideB.Counts, RunA: a.ID, RunB: b.ID,
		Deltas: g.deltas(sideA.Aggregate, sideB.Aggregate, match.Comparable()), Verdicts: verdicts(sideA, sideB, m),
	}
	if c.Report, err = report(c, sideA, sideB); err != nil {
		return nil, nil, err
	}
	c.Remarks = slices.Concat(g.sideRemarks(sideA), g.sideRemarks(sideB))
	if match.ChunkerA == nil && match.ChunkerB == nil {
		c.Remarks = append(c.Remarks, "neither run says which chunker made its chunks: one is assumed, as kebab does; had it changed, hit@k, MRR and precision would not be comparable")
	}
	return c, g.comparable(match, sideA, sideB), nil
}

// comparable returns the tables without what means nothing after a re-chunk.
func (g *Golden) comparable(match result.KebabMatch, sides ...*side) []*scoring.Table {
	kept := g.measures
	if !match.Comparable() {
		kept = slices.DeleteFunc(slices.Clone(kept), func(m metrics.Measure) bool { return metrics.LevelOf(m) == metrics.ChunkLevel })
	}
	var tables []*scoring.Table
	for _, s := range sides {
		s.Table.Keep(kept)
		tables = append(tables, s.Table)
	}
	return tables
}

// Primary returns the measure that the verdict is about after the chunker changed, or where no query
// expects chunks: the deepest recall of documents. Nil leaves it to the profile.
func Primary(c *result.KebabComparison, measures []metrics.Measure) metrics.Measure {
	labeled := func(n result.KebabCounts) bool { return n.Queries > n.NoEntry+n.NoChunks }
	if c.Matched.Comparable() && labeled(c.RowsA) && labeled(c.RowsB) {
		return nil
	}
	var deepest metrics.Measure
	for _, m := range measures {
		if _, ok := m.(metrics.Recall); ok && (deepest == nil || m.Cutoff() > deepest.Cutoff()) {
			deepest = m
		}
	}
	return deepest
}

// versions says whether one chunker made both runs, as kebab takes it: two that no one names are one.
func versions(a, b Run) (m result.KebabMatch, err error) {
	va, err := a.version()
	if err != nil {
		return m, err
	}
	vb, err := b.version()
	if err != nil {
		return m, err
	}
	m.ChunkerA, m.ChunkerB = given(va), given(vb)
	if m.Mode = result.KebabExact; va != vb {
		m.Mode, m.Why = result.KebabDocs, fmt.Sprintf("chunker %s and %s: chunk ids of one mean nothing in the other", named(m.ChunkerA), named(m.ChunkerB))
	}
	return m, nil
}

func given(version string) *string {
	if version == "" {
		return nil
	}
	return &version
}

func named(version *string) string {
	if version == nil {
		return "none"
	}
	return fmt.Sprintf("%q", *version)
}

// verdicts returns those of all queries that either run has, by id.
func verdicts(a, b *side, m matcher) []result.KebabVerdict {
	ids := slices.AppendSeq(slices.Collect(maps.Keys(a.seen)), maps.Keys(b.seen))
	slices.Sort(ids)
	list := []result.KebabVerdict{}
	for _, id := range slices.Compact(ids) {
		list = append(list, verdict(id, m.rank(id, a.seen[id]), m.rank(id, b.seen[id])))
	}
	return list
}

// verdict compares two ranks, 0 for a miss.
func verdict(id string, a, b int) result.KebabVerdict {
	v := result.KebabVerdict{QueryID: id, Kind: "draw", A: rankOrNil(a), B: rankOrNil(b)}
	switch {
	case a == b:
		return v
	case a == 0:
		v.Kind = "win"
		return v
	case b == 0:
		v.Kind = "regression"
		v.Note = given("hit→miss")
		return v
	case b < a:
		v.Kind = "win"
	default:
		v.Kind = "loss"
	}
	v.Note = given(fmt.Sprintf("rank %d→%d", a, b))
	return v
}

func rankOrNil(rank int) *int {
	if rank == 0 {
		return nil
	}
	return &rank
}

// differences returns the settings in which two configurations differ, those that change rankings or answers.
func differences(a, b []byte) []result.KebabDifference {
	of := map[string][2]string{}
	for _, s := range settings(a) {
		of[s.Name] = [2]string{s.Value, ""}
	}
	for _, s := range settings(b) {
		of[s.Name] = [2]string{of[s.Name][0], s.Value}
	}
	list := []result.KebabDifference{}
	for _, name := range deciding {
		if v, ok := of[name]; ok && v[0] != v[1] {
			list = append(list, result.KebabDifference{Name: name, A: v[0], B: v[1]})
		}
	}
	return list
}

// sideRemarks returns what is to be known of one run, with its stored aggregate.
func (g *Golden) sideRemarks(s *side) []string {
	return ordered.Each(remarks(s, before(s)), func(r string) string { return s.Run.ID + ": " + r })
}
