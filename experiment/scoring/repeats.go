package scoring

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats"
)

// Average makes one table of several runs of one system, which were scored alike: a
// score is the mean over the runs in which the query did not fail, and what the runs
// vary by is kept. No ranking belongs to it.
func Average(name string, runs []*Table) (*Table, error) {
	first := runs[0]
	t := newTable(name, first.Profile, first.TestSet, first.Measures, len(first.Queries))
	t.common, t.Health, t.Unmatched = first.common, first.Health, unmatchedInAll(runs)
	sums := sha256.New()
	for _, r := range runs {
		if !r.scoredLike(first) || !slices.EqualFunc(r.Queries, first.Queries, func(a, b result.Row) bool { return a.QueryID == b.QueryID }) {
			return nil, fmt.Errorf("%s: its runs %s and %s were not scored alike", name, first.Name, r.Name)
		}
		sums.Write([]byte(r.SHA256))
	}
	if first.SHA256 != "" {
		t.SHA256 = hex.EncodeToString(sums.Sum(nil))
	}
	t.runs = newRuns(len(t.Measures), len(t.Queries))
	for q := range t.Queries {
		row := first.Queries[q]
		var answered []*Table
		for _, r := range runs {
			if !r.LeftOut(q) {
				answered = append(answered, r)
				row.Status, row.Error = r.Queries[q].Status, r.Queries[q].Error
			}
		}
		row.LatencyMS, row.Relevant, row.Hits, row.Top, row.Retrieved, row.Ranking = nil, nil, nil, nil, 0, 0
		t.Queries[q] = row
		t.judged[q], _ = averageOf(answered, func(r *Table) float64 { return r.judged[q] })
		for m := range t.Measures {
			t.values[m][q], t.runs[m][q] = averageOf(answered, func(r *Table) float64 { return r.values[m][q] })
		}
		if ms, timed := averageOf(answered, func(r *Table) float64 { return result.OrNaN(r.Queries[q].LatencyMS) }); timed.N == len(runs) {
			t.Queries[q].LatencyMS = &ms
		}
	}
	return t, nil
}

// AddRun takes the score of one more run of measure m and query q; the score is the mean.
func (s *Table) AddRun(m, q int, score float64) {
	if s.runs == nil {
		s.runs = newRuns(len(s.Measures), len(s.Queries))
	}
	if math.IsNaN(score) {
		return
	}
	mean := 0.0
	if s.runs[m][q].N > 0 {
		mean = s.values[m][q]
	}
	s.runs[m][q].Add(&mean, score)
	s.values[m][q] = mean
}

// newRuns makes room for what is kept of repeated runs.
func newRuns(measures, queries int) [][]stats.Runs {
	runs := make([][]stats.Runs, measures)
	for m := range runs {
		runs[m] = make([]stats.Runs, queries)
	}
	return runs
}

// averageOf returns the mean of what is defined, NaN of nothing.
func averageOf(runs []*Table, of func(*Table) float64) (mean float64, r stats.Runs) {
	for _, t := range runs {
		if v := of(t); !math.IsNaN(v) {
			r.Add(&mean, v)
		}
	}
	if r.N == 0 {
		return math.NaN(), r
	}
	return mean, r
}

// Repeated reports whether the table is of several runs.
func (s *Table) Repeated() bool { return s.runs != nil }

// RunsOf returns what was kept of the runs of measure m and query q: one, unless the
// table is of several.
func (s *Table) RunsOf(m, q int) stats.Runs {
	if s.runs == nil {
		return stats.Runs{N: 1}
	}
	return s.runs[m][q]
}
