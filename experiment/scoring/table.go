package scoring

import (
	"math"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
)

// A Table holds one system's per-query scores: everything that comparing needs,
// and nothing of the rankings but where the relevant documents stood.
type Table struct {
	Name       string
	Role       result.Role
	SHA256     string           // of the run file, empty for live runs
	Tag        string           // that the run file gives itself
	RunID      string           // of the stored run, empty when it was not stored
	Recordings string           // of live components, which they were; empty for run files
	Rankings   string           // of a stored run, what HashRankings returned; else empty
	Recorded   *result.Recorded // when these were recorded; nil for run files
	Profile    metrics.Profile
	TestSet    result.TestSetInfo
	Measures   []metrics.Measure
	Health     []result.Finding
	Unmatched  []result.UnmatchedIDs // levels at which no id of the system is judged

	// Kind is that of the log that the scores were read from. Same is what tables that are to be compared have in
	// common, by name, such as a task; Inputs are digests of what was asked, by query. Other tables have none of these.
	// Unread are measures that it has and the table has not, with the reason.
	Kind                 string
	Same, Inputs, Unread map[string]string

	// Silver are the scores of the same system by labels of a model, for all queries; nil without such
	// labels. The table itself then holds the queries that people labelled whole.
	Silver *Table

	// Top is the highest grade that a document can get, where unjudged documents were looked at; else 0.
	Top int

	queries queries
	names   []string              // of the measures
	blind   []result.UnmatchedIDs // what Measurable took out
	// common says that missing queries are left out and not scored 0.
	common bool
	// beyond are the queries of the run that are not judged, where the profile
	// counts them; sizes are nil unless the profile's totals need them.
	beyond Beyond
	sizes  []size
	// leftOut counts the queries that were left out because some system lacks them, under
	// "", or lacks their score, by measure.
	leftOut map[string]int
	// values[m][q] is measure m of query q; NaN is undefined and never leaves the package.
	values [][]float64
	// kept are the rankings of each query as measures of either level see them; nil unless they were asked for.
	kept []judgedRankings
	// ranges is nil unless ties or bounds were asked for.
	ranges *ranges
	// judged[q] is the share of the first JudgedDepth hits that are judged,
	// NaN when unknown; it shows whether the judgments favour one arm.
	judged []float64
	// runs[m][q] is what each of repeated runs of the system scored, NaN where it failed or
	// the measure is undefined; nil of one run.
	runs [][][]float64
}

// JudgedDepth is the depth at which the arms' judged shares are compared.
const JudgedDepth = 10

// newTable makes a table with every score undefined.
func newTable(name string, profile metrics.Profile, set result.TestSetInfo, measures []metrics.Measure, queries int) *Table {
	s := &Table{
		Name: name, Profile: profile, TestSet: set, Measures: measures, names: metrics.Texts(measures),
		queries: newQueries(queries),
		values:  NewColumns(len(measures), queries),
		judged:  make([]float64, queries),
	}
	for q := range s.judged {
		s.judged[q] = math.NaN()
	}
	s.common = profile.OfRun
	return s
}

// A JudgedRanking is the ranking of one query as measures see it, and which of its documents no one has judged.
type JudgedRanking struct {
	Judged   metrics.Judged
	Unjudged []UnjudgedHit // by rank, as deep as some measure looks
}

// An UnjudgedHit is a retrieved document without judgments for the query.
type UnjudgedHit struct {
	DocID string
	Rank  int
}

type judgedRankings struct{ documents, chunks *JudgedRanking }

// at returns the place of the ranking that measures of a level see.
func (r *judgedRankings) at(level metrics.Level) **JudgedRanking {
	if level == metrics.ChunkLevel {
		return &r.chunks
	}
	return &r.documents
}

// LeftOut tells whether a query is in no mean.
func (s *Table) LeftOut(q int) bool {
	switch s.Status(q) {
	case result.Failed:
		return !s.Profile.CountsFailed
	case result.Missing:
		return s.common
	}
	return false
}

// Judges reports whether measure m is a score of a log that no one here defines: where it is undefined, a judge said nothing.
func (s *Table) Judges(m int) bool {
	_, foreign := s.Measures[m].(metrics.Foreign)
	return foreign && s.Kind != ""
}

// Value returns measure m of query q by their positions, NaN where Score is not defined.
func (s *Table) Value(m, q int) float64 { return s.values[m][q] }

// JudgedShare returns the share of the first JudgedDepth hits of query q that are judged, NaN when unknown.
func (s *Table) JudgedShare(q int) float64 { return s.judged[q] }

// Score returns measure m of query q by their positions; it is not defined
// for a failed query or where the measure is undefined.
func (s *Table) Score(m, q int) (score float64, defined bool) {
	v := s.values[m][q]
	return v, !math.IsNaN(v)
}

// Count returns how many queries have the status.
func (s *Table) Count(status result.Status) int {
	n := 0
	for q := range s.Len() {
		if s.Status(q) == status {
			n++
		}
	}
	return n
}

// Row returns one query's scores by measure, nil where undefined.
func (s *Table) Row(q int) map[string]*float64 {
	row := make(map[string]*float64, len(s.names))
	values := make([]float64, len(s.names)) // one piece of memory for all
	for m, name := range s.names {
		row[name] = nil
		if v := s.values[m][q]; !math.IsNaN(v) && !math.IsInf(v, 0) {
			values[m] = v
			row[name] = &values[m]
		}
	}
	return row
}

// Ranking returns what measures of a level see of query q; nil unless it was kept.
func (s *Table) Ranking(q int, level metrics.Level) *JudgedRanking {
	if s.kept == nil {
		return nil
	}
	return *s.kept[q].at(level)
}

// A size is how many documents one query has: retrieved, relevant, and both.
type size struct{ retrieved, relevant, found int }

func sizeOf(j *metrics.Judged) size {
	s := size{retrieved: j.Retrieved, relevant: len(j.Ideal)}
	for _, h := range j.Hits {
		if h.Grade > 0 {
			s.found++
		}
	}
	return s
}

// NewColumns makes columns of NaN. Scoring a query writes to all of them at the same height. An odd number
// of cache lines from one to the next spreads those places over the whole cache; columns that each start a
// page of memory would share a few places of it, and every write would miss.
func NewColumns(columns, height int) [][]float64 {
	const line = 8 // numbers to a cache line
	stride := line * ((height+line-1)/line | 1)
	all := make([]float64, columns*stride)
	for i := range all {
		all[i] = math.NaN()
	}
	values := make([][]float64, columns)
	for m := range values {
		values[m] = all[m*stride:][:height:height]
	}
	return values
}
