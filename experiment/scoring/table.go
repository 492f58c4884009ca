package scoring

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// A Table holds one system's per-query scores: everything that comparing needs,
// and nothing of the rankings but where the relevant documents stood.
type Table struct {
	Name       string
	Role       result.Role
	SHA256     string // of the run file, empty for live runs
	Tag        string // that the run file gives itself
	RunID      string // of the stored run, empty when it was not stored
	Recordings string // of live components, which they were; empty for run files
	Profile    metrics.Profile
	TestSet    result.TestSetInfo
	Measures   []metrics.Measure
	Queries    []ScoredQuery
	Health     []result.Finding

	names []string // of the measures
	// common says that missing queries are left out and not scored 0.
	common bool
	// beyond are the queries of the run that are not judged, where the profile
	// counts them; sizes are nil unless the profile's totals need them.
	beyond beyond
	sizes  []size
	// values[m][q] is measure m of query q; NaN is undefined and never
	// leaves the package.
	values [][]float64
	// ranges is nil unless ties or bounds were asked for.
	ranges *ranges
	// judged[q] is the share of the first judgedDepth hits that are judged,
	// NaN when unknown; it shows whether the judgments favour one arm.
	judged []float64
}

// A ScoredQuery is what is known of one query besides its scores.
type ScoredQuery struct {
	ID        string
	Stratum   string
	Text      string
	Status    result.Status
	Error     string
	LatencyMS *float64                // nil when not measured
	RerankMS  *float64                // part of LatencyMS that is reranking; nil without a rerank
	Relevant  []result.RankedRelevant // where the relevant documents stood; nil when not kept
	RelString string                  // judgments of the first hits; empty when not kept
}

// judgedDepth is the depth at which the arms' judged shares are compared.
const JudgedDepth = 10

// newScores makes a table with every score undefined.
func newTable(name string, profile metrics.Profile, set result.TestSetInfo, measures []metrics.Measure, queries int) *Table {
	s := &Table{
		Name: name, Profile: profile, TestSet: set, Measures: measures, names: metrics.Texts(measures),
		Queries: make([]ScoredQuery, queries),
		values:  NewColumns(len(measures), queries),
		judged:  make([]float64, queries),
	}
	for q := range s.judged {
		s.judged[q] = math.NaN()
	}
	s.common = profile.OfRun
	return s
}

// LeftOut tells whether a query is in no mean.
func (s *Table) LeftOut(q int) bool {
	switch s.Queries[q].Status {
	case result.Failed:
		return !s.Profile.CountsFailed
	case result.Missing:
		return s.common
	}
	return false
}

// Value is measure m of query q by their positions, NaN where Score is not
// defined.
func (s *Table) Value(m, q int) float64 { return s.values[m][q] }

// JudgedShare is the share of the first JudgedDepth hits of query q that are
// judged, NaN when unknown.
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
	for i := range s.Queries {
		if s.Queries[i].Status == status {
			n++
		}
	}
	return n
}

// Row returns one query's scores by measure, nil where undefined.
func (s *Table) Row(q int) map[string]*float64 {
	row := make(map[string]*float64, len(s.names))
	for m, name := range s.names {
		row[name] = result.Number(s.values[m][q])
	}
	return row
}

// A scorer puts judged rankings into a table.
type scorer struct {
	levels  []scoredLevel // what the measures look at, each joined once a query
	answers *answerScorer // nil when no measure looks at answers
	zero    bool          // an undefined score counts as 0, as in the trec profile
	scores  *Table
	// chunks is set when a hit says which document it is a chunk of: then both
	// kinds of measures have what they look at.
	chunks *atomic.Bool
}

// A scoredLevel is the measures that look at documents, or at chunks.
type scoredLevel struct {
	level    metrics.Level
	items    *judgments.Items
	measures []metrics.Measure
	at       []int // the measures' rows in the table
	groups   []metrics.Group
	judged   bool // judged@k and the ranks of relevant items are taken here
}

// judgedShare is parsed when it is first needed: that fills the registry, which
// a command that scores nothing need not wait for.
var judgedShare = sync.OnceValue(func() metrics.Measure {
	m, err := metrics.Parse(fmt.Sprintf("Judged@%d", JudgedDepth))
	if err != nil {
		panic(err) // a constant of this package
	}
	return m
})

func newScorer(j *judgments.Judgments, measures []metrics.Measure, profile metrics.Profile, scores *Table) scorer {
	s := scorer{zero: profile.Undefined == metrics.Zero, answers: newAnswerScorer(j, measures), scores: scores, chunks: new(atomic.Bool)}
	for _, level := range []metrics.Level{metrics.DocumentLevel, metrics.ChunkLevel} {
		l := scoredLevel{level: level, items: j.At(level)}
		for m, measure := range measures {
			if metrics.LevelOf(measure) == level {
				l.measures, l.at = append(l.measures, measure), append(l.at, m)
			}
		}
		if len(l.measures) > 0 {
			l.groups = metrics.Groups(l.measures)
			s.levels = append(s.levels, l)
		}
	}
	if len(s.levels) == 0 { // all look at answers; where relevant documents stood is kept even so
		s.levels = []scoredLevel{{level: metrics.DocumentLevel, items: j.Documents}}
	}
	s.levels[0].judged = true
	return s
}

// score fills the row of query q.
func (s *scorer) score(l *scoredLevel, q int, judged *metrics.Judged) {
	s.scoreAll(l, []Joined{{query: q, Judged: *judged}})
}

// scoreAll fills the rows of queries. Different queries may be scored at once.
func (s *scorer) scoreAll(l *scoredLevel, queries []Joined) {
	room := make([]float64, len(l.measures))
	for i := range l.groups {
		g := &l.groups[i]
		for k := range queries {
			defined := g.Score(&queries[k].Judged, room)
			for n, place := range g.Places {
				v := room[n]
				if n >= defined && !s.zero {
					v = math.NaN()
				}
				if s.scores.Profile.RoundsQueries {
					v = s.scores.Profile.Round(v)
				}
				s.scores.values[l.at[place]][queries[k].query] = v
			}
		}
	}
	if !l.judged {
		return
	}
	for k := range queries {
		judged := &queries[k].Judged
		if s.scores.sizes != nil {
			s.scores.sizes[queries[k].query] = sizeOf(judged)
		}
		if judged.Retrieved == 0 {
			continue
		}
		if v, ok := judgedShare().Score(judged); ok {
			s.scores.judged[queries[k].query] = v
		}
	}
}

// Summarize reduces the table to means, medians and spreads. With perQuery
// every row is reported too.
func (s *Table) Summarize(perQuery bool) result.RunEvaluation {
	e := result.RunEvaluation{
		Name: s.Name, Role: s.Role, SHA256: s.SHA256, Tag: s.Tag, Recordings: s.Recordings, Health: s.Health,
		Latency:       LatencyOf(s.Latencies()),
		RerankLatency: LatencyOf(s.RerankTimes()),
		FailedQueries: s.Count(result.Failed), MissingQueries: s.Count(result.Missing),
	}
	if e.Health == nil {
		e.Health = []result.Finding{}
	}
	all := make([]int, len(s.Queries))
	for q := range all {
		all[q] = q
	}
	e.Measures = s.summaries(all)
	e.Aggregate = s.inOwnNames(e.Measures)
	if strata := s.strata(); len(strata) > 0 {
		e.Strata = make(map[string][]result.MeasureSummary, len(strata))
		for _, st := range strata {
			e.Strata[st.name] = s.summaries(st.queries)
		}
	}
	if perQuery {
		for q, query := range s.Queries {
			e.PerQuery = append(e.PerQuery, result.QueryScores{
				QueryID: query.ID, Stratum: query.Stratum, Status: query.Status, Error: query.Error, Scores: s.Row(q),
				RelString: query.RelString,
			})
		}
	}
	return e
}

func (s *Table) summaries(queries []int) []result.MeasureSummary {
	out := make([]result.MeasureSummary, len(s.Measures))
	counted := s.counted(queries)
	byID := s.inOrderOfIDs(counted)
	room := make([]float64, len(counted)) // for one column at a time
	for m, measure := range s.Measures {
		aggregate := metrics.AggregateOf(measure)
		overall := s.overall(m, aggregate, byID, room)
		values := s.defined(m, counted, room)
		out[m] = result.MeasureSummary{Measure: s.names[m], Of: measure, N: len(values), Undefined: len(counted) - len(values), Overall: overall}
		if sum, err := stats.SummarizeInPlace(values); err == nil { // an error means no value
			out[m].Mean, out[m].Median, out[m].Std = &sum.Mean, &sum.Median, sum.SD
		}
		if len(values) == 0 && overall == nil {
			out[m].Mean = s.meanOfNone(measure)
			out[m].Overall = out[m].Mean
		}
		if aggregate == metrics.GeometricMean {
			out[m].Mean = overall // the only mean that the measure is about
		} else if s.ranges != nil {
			out[m].Ties, out[m].Bounds = s.tieSummary(m, queries), s.boundsSummary(m, queries)
		}
	}
	return out
}

// A stratum is the positions of its queries.
type stratum struct {
	name    string
	queries []int
}

// strata groups the queries by stratum, in the order of first appearance;
// queries without one belong to none.
func (s *Table) strata() []stratum {
	var list []stratum
	at := map[string]int{}
	for q := range s.Queries {
		name := s.Queries[q].Stratum
		if name == "" {
			continue
		}
		i, ok := at[name]
		if !ok {
			i = len(list)
			at[name] = i
			list = append(list, stratum{name: name})
		}
		list[i].queries = append(list[i].queries, q)
	}
	return list
}
