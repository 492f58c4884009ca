package kebab

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/retrieval/runfile"
	"github.com/rankduel/rankduel/testsets"
)

// A Golden is a golden list, ready to score runs with.
type Golden struct {
	Set       *testsets.TestSet
	Profile   metrics.Profile
	judgments *judgments.Judgments
	measures  []metrics.Measure
	entries   map[string]*testsets.Query
}

// NewGolden prepares a golden list for a profile of kebab. paths are those of the documents that have
// chunks, for the strict rule of citations; nil when no one knows them.
func NewGolden(set *testsets.TestSet, profile metrics.Profile, paths []string) (*Golden, error) {
	if profile.Layout != metrics.NestedLayout {
		return nil, fmt.Errorf("profile %s has none of kebab's conventions; use kebab, or kebab-code for those of its shipped code", profile.Name)
	}
	j, err := judgments.Of(set, judgments.PartAll)
	if err != nil {
		return nil, err
	}
	if set.Counts().HeldOut == 0 { // no part of it is to be kept from a gate
		j.Info.Part = ""
	}
	g := &Golden{Set: set, Profile: profile, judgments: j, measures: slices.Clone(profile.Measures), entries: map[string]*testsets.Query{}}
	if paths != nil {
		j.Paths = judgments.NewPaths(paths)
		g.measures = append(g.measures, metrics.CitationCoverage{Strict: true})
	}
	for i := range set.Queries {
		g.entries[set.Queries[i].ID] = &set.Queries[i]
	}
	return g, nil
}

func (g *Golden) info() result.TestSetInfo { return g.judgments.Info }

// A side is a run that has been scored.
type side struct {
	Run       Run
	Table     *scoring.Table
	Aggregate scoring.KebabAggregate
	Strict    *float64 // the strict share of citations; nil when undefined or not known
	Counts    result.KebabCounts

	seen map[string]found
}

// score reads the rows of a run once and scores them. An empty run has zeros.
func (g *Golden) score(run Run, p part) (*side, error) {
	s := &side{Run: run, seen: map[string]found{}}
	scan := func(each func(runfile.Result) error) (runfile.Stats, error) {
		stats, err := run.scan(p, func(r runfile.Result) error {
			g.notice(s, r)
			return each(r)
		})
		s.Counts.Repeated = stats.Duplicates
		return stats, err
	}
	var err error
	s.Table, err = scoring.ScanResults(scan, g.judgments, g.measures, g.Profile, scoring.Options{Name: run.ID})
	if err != nil {
		return nil, err
	}
	summary := s.Table.Summarize(false)
	if s.Aggregate, err = scoring.ParseKebabAggregate(summary.Aggregate); err != nil {
		return nil, err
	}
	for _, m := range summary.Measures {
		if m.Of == (metrics.CitationCoverage{Strict: true}) && m.Overall != nil {
			s.Strict = new(g.Profile.Round(*m.Overall))
		}
	}
	for id := range g.entries {
		if _, ok := s.seen[id]; !ok {
			s.Counts.NoRow++
		}
	}
	return s, nil
}

// notice counts a row and remembers where what was expected stood.
func (g *Golden) notice(s *side, r runfile.Result) {
	c := &s.Counts
	c.Queries++
	if r.Error != "" {
		c.Failed++
	}
	if len(r.Hits) == 0 {
		c.Empty++
	}
	if r.Answer != nil {
		c.Answered++
	}
	entry := g.entries[r.QueryID]
	switch {
	case entry == nil:
		c.NoEntry++
	case len(entry.ExpectedChunks) == 0:
		c.NoChunks++
	}
	s.seen[r.QueryID] = look(entry, r.Hits)
}

// document returns the aggregate as kebab stores it: one line of its ten keys.
func (s *side) document() json.RawMessage {
	text, err := json.Marshal(s.Aggregate)
	if err != nil {
		panic(err) // finite numbers, all of them
	}
	return text
}
