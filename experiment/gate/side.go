package gate

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
)

// A Side is what is known of one system: its scores query by query, or of a
// baseline that is only means, those.
type Side struct {
	System     result.System
	Profile    string             // empty: not known, means only
	TestSet    result.TestSetInfo // SHA256 empty: not known, means only
	Rows       []result.StoredRow // nil: means only
	Means      map[string]float64 // by measure; of means only
	Latency    *result.Latency
	RecordedAt *time.Time // when the oldest of its rankings was recorded; nil: not known
	Health     []result.Finding
}

// meansOnly says that nothing is known of single queries.
func (s *Side) meansOnly() bool { return s.Rows == nil }

// FromEvaluation takes one run out of an evaluation document that lists its
// queries. name may be empty when there is one run only.
func FromEvaluation(e *result.Evaluation, name string) (Side, error) {
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
		System: result.System{Name: r.Name, SHA256: r.SHA256}, Profile: e.Profile, TestSet: e.TestSet,
		Latency: r.Latency, Health: r.Health, Rows: make([]result.StoredRow, len(r.PerQuery)),
	}
	if r.Recorded != nil {
		side.RecordedAt = &r.Recorded.From
	}
	for q, row := range r.PerQuery {
		side.Rows[q] = result.StoredRow{QueryID: row.QueryID, Stratum: row.Stratum, Status: row.Status, Error: row.Error, Scores: row.Scores}
	}
	return side, nil
}

func runNames(runs []result.RunEvaluation) []string {
	var names []string
	for _, r := range runs {
		names = append(names, r.Name)
	}
	return names
}

// FromComparison takes both sides out of a comparison document that lists its
// queries. candidate may be empty when there is one only.
func FromComparison(c *result.Comparison, candidate string) (current, baseline Side, err error) {
	i := slices.IndexFunc(c.Comparisons, func(p result.Pair) bool { return p.B.Name == candidate })
	switch {
	case candidate == "" && len(c.Comparisons) == 1:
		i = 0
	case i < 0:
		var known []string
		for _, p := range c.Comparisons {
			known = append(known, p.B.Name)
		}
		return current, baseline, &SystemError{Name: candidate, Known: known}
	}
	pair := c.Comparisons[i]
	if len(pair.PerQuery) == 0 {
		return current, baseline, errors.New("the comparison lists no queries; write it with --per-query -o FILE.json")
	}
	current = Side{System: pair.B, Profile: c.Profile, TestSet: c.TestSet, Health: pair.Health}
	baseline = Side{System: c.A, Profile: c.Profile, TestSet: c.TestSet}
	if pair.Latency != nil {
		current.Latency, baseline.Latency = pair.Latency.B, pair.Latency.A
	}
	for _, q := range pair.PerQuery {
		row := result.StoredRow{QueryID: q.QueryID, Stratum: q.Stratum, Scores: q.B}
		current.Rows = append(current.Rows, row)
		row.Scores = q.A
		baseline.Rows = append(baseline.Rows, row)
	}
	return current, baseline, nil
}

// FromMeans is a baseline of which only means are known, named as in the
// profile: {"recall@10": 0.82}. Only point rules can be held against it.
func FromMeans(name string, means map[string]float64, profile metrics.Profile) (Side, error) {
	side := Side{System: result.System{Name: name}, Means: map[string]float64{}}
	var errs []error
	for _, text := range slices.Sorted(maps.Keys(means)) {
		m, err := profile.Parse(text)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
			continue
		}
		if _, twice := side.Means[m.String()]; twice {
			errs = append(errs, fmt.Errorf("%s: %s stands twice, under two names", name, m))
		}
		side.Means[m.String()] = means[text]
	}
	return side, errors.Join(errs...)
}

// A SystemError says that a document has several systems, and none of the name
// that was asked for.
type SystemError struct {
	Name  string
	Known []string
}

func (e *SystemError) Error() string {
	if e.Name == "" {
		return fmt.Sprintf("there are several systems, name one of them: %q", e.Known)
	}
	return fmt.Sprintf("there is no system %q, only %q", e.Name, e.Known)
}
