package gate

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// A Side is what is known of one system: its scores query by query, or of a baseline that is only means, those.
type Side struct {
	System     result.System
	Profile    string             // empty: not known, means only
	TestSet    result.TestSetInfo // SHA256 empty: not known, means only
	Rows       []result.Row       // nil: means only, or not measured yet
	Means      map[string]float64 // by measure; of means only
	Latency    *result.Latency
	RecordedAt *time.Time // when the oldest of its rankings was recorded; nil: not known
	Health     []result.Finding
	Unmatched  []result.UnmatchedIDs // levels at which no id of the system is judged
	Ranges     map[string]float64    // by measure, how far two scores can differ, where a document says it
	Judged     map[string]bool       // measures of a log's judges, of which nothing is undefined by definition
}

// meansOnly says that means are known, and nothing of single queries.
func (s *Side) meansOnly() bool { return s.Rows == nil && s.Means != nil }

// fromEvaluation takes one run out of an evaluation document that lists its
// queries. name may be empty when there is one run only.
func fromEvaluation(e *result.Evaluation, name string) (Side, error) {
	i := slices.IndexFunc(e.Runs, func(r result.RunEvaluation) bool { return r.Name == name })
	switch {
	case name == "" && len(e.Runs) == 1:
		i = 0
	case i < 0:
		return Side{}, &SystemError{Name: name, Known: runNames(e.Runs)}
	}
	r := e.Runs[i]
	if len(r.PerQuery) == 0 {
		return Side{}, fmt.Errorf("the evaluation of %s lists no queries; write it with `rankduel eval --per-query -o FILE.json`", r.Name)
	}
	side := Side{
		System: result.System{Name: r.Name, SHA256: r.SHA256, Rankings: r.Rankings, Recorded: r.Recorded}, Profile: e.Profile, TestSet: e.TestSet,
		Latency: r.Latency, Health: r.Health, Unmatched: r.Unmatched, Rows: make([]result.Row, len(r.PerQuery)),
	}
	if r.Recorded != nil {
		side.RecordedAt = &r.Recorded.From
	}
	for q, row := range r.PerQuery {
		side.Rows[q] = result.Row{QueryID: row.QueryID, Stratum: row.Stratum, Group: row.Group, Status: row.Status, Error: row.Error, Scores: presentNames(row.Scores)}
	}
	return side, onlyOnce(side.Rows)
}

func runNames(runs []result.RunEvaluation) []string {
	return ordered.Each(runs, func(r result.RunEvaluation) string { return r.Name })
}

// fromComparison takes both sides out of a comparison document that lists its
// queries. candidate may be empty when there is one only.
func fromComparison(c *result.Comparison, candidate string) (current, baseline Side, err error) {
	i := slices.IndexFunc(c.Comparisons, func(p result.Pair) bool { return p.B.Name == candidate })
	switch {
	case candidate == "" && len(c.Comparisons) == 1:
		i = 0
	case i < 0:
		known := ordered.Each(c.Comparisons, func(p result.Pair) string { return p.B.Name })
		return current, baseline, &SystemError{Name: candidate, Known: known}
	}
	pair := c.Comparisons[i]
	if len(pair.PerQuery) == 0 {
		return current, baseline, errors.New("the comparison lists no queries; write it with --per-query -o FILE.json")
	}
	current = Side{System: pair.B, Profile: c.Profile, TestSet: c.TestSet, Health: pair.Health, Ranges: rangesOf(&pair)}
	baseline = Side{System: c.A, Profile: c.Profile, TestSet: c.TestSet, Ranges: current.Ranges}
	if pair.Latency != nil {
		current.Latency, baseline.Latency = pair.Latency.B, pair.Latency.A
	}
	for _, q := range pair.PerQuery {
		row := result.Row{QueryID: q.QueryID, Stratum: q.Stratum, Group: q.Group, Scores: presentNames(q.B)}
		current.Rows = append(current.Rows, row)
		row.Scores = presentNames(q.A)
		baseline.Rows = append(baseline.Rows, row)
	}
	return current, baseline, onlyOnce(current.Rows)
}

// presentNames returns scores by what their measures are called now: an earlier
// version of this program may have written the document.
func presentNames(written map[string]*float64) map[string]*float64 {
	scores := make(map[string]*float64, len(written))
	for measure, score := range written {
		if m, err := metrics.Parse(measure); err == nil {
			measure = m.String()
		}
		scores[measure] = score
	}
	return scores
}

// rangesOf returns the ranges that a comparison was declared to have: those larger than every difference seen.
func rangesOf(pair *result.Pair) map[string]float64 {
	ranges := map[string]float64{}
	for _, m := range pair.Measures {
		if m.Tail == nil {
			continue
		}
		largest := 0.0
		for _, q := range pair.PerQuery {
			if d := q.Difference[m.Measure]; d != nil {
				largest = max(largest, math.Abs(*d))
			}
		}
		if m.Tail.Range > largest {
			ranges[m.Measure] = m.Tail.Range
		}
	}
	return ranges
}

// fromMeans returns a baseline of which only means are known, named as in the
// profile: {"recall@10": 0.82}. Only point rules can be held against it.
func fromMeans(name string, means map[string]float64, profile metrics.Profile) (Side, error) {
	side := Side{System: result.System{Name: name}, Means: map[string]float64{}}
	var errs prose.Faults
	for _, text := range slices.Sorted(maps.Keys(means)) {
		m, err := profile.Parse(text)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
			continue
		}
		width, known := metrics.WidthOf(m)
		errs.If(known && !(means[text] >= 0 && means[text] <= width), "%s: %s of %v, which is from 0 to %v; is it in percent?", name, m, means[text], width)
		_, twice := side.Means[m.String()]
		errs.If(twice, "%s: %s is there twice, under two names", name, m)
		side.Means[m.String()] = means[text]
	}
	errs.If(len(means) == 0, "%s holds no mean; means are like {\"R@10\": 0.82}", name)
	return side, errs.Join()
}

// unmatched says why a level of a side was not measured: none of its ids is judged; nil when it was.
func (s *Side) unmatched(level metrics.Level) *result.UnmatchedIDs {
	name := map[metrics.Level]string{metrics.DocumentLevel: "document", metrics.ChunkLevel: "chunk"}[level]
	for i := range s.Unmatched {
		if s.Unmatched[i].Level == name {
			return &s.Unmatched[i]
		}
	}
	return nil
}

// NotMeasured returns the reason why nothing of a side was measured, nil where something was.
func (s *Side) NotMeasured() error {
	if len(s.Unmatched) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %s", s.System.Name, unmatchedText(s.Unmatched[0]))
}

func unmatchedText(u result.UnmatchedIDs) string {
	if len(u.RunIDs) == 0 {
		return "it returned nothing for any query"
	}
	return fmt.Sprintf("no %s that it returned is judged: it has %s, the judgments have %s", u.Level, prose.Quoted(u.RunIDs), prose.Quoted(u.JudgedIDs))
}

// A SystemError says that a document has several systems, and none of the name that was asked for.
type SystemError struct {
	Name  string
	Known []string
}

func (e *SystemError) Error() string {
	if e.Name == "" {
		return fmt.Sprintf("there are %d systems, name one of them: %s", len(e.Known), prose.FirstFew(e.Known))
	}
	if near := prose.Nearest(e.Name, e.Known); len(near) > 0 {
		return fmt.Sprintf("there is no system %q; did you mean %s?", e.Name, prose.Quoted(near))
	}
	return fmt.Sprintf("there is no system %q, only %s", e.Name, prose.FirstFew(e.Known))
}

// Conventions returns the profile that a document names. Scores of other programs have none: any name is a measure.
func Conventions(name string) (metrics.Profile, error) {
	if name == ScoresProfile {
		return metrics.ForeignProfile(name), nil
	}
	return metrics.ProfileByName(name)
}

// ScoresProfile is the name that scores of other programs have in place of a profile.
const ScoresProfile = "scores"

func measureOf(text string, profile metrics.Profile) (metrics.Measure, error) {
	m, err := profile.Parse(text)
	if err != nil && profile.Name == ScoresProfile {
		return metrics.Foreign{Name: text}, nil
	}
	return m, err
}
