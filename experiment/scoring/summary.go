package scoring

import (
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// Summarize reduces the table to means, medians and spreads. With perQuery every row is reported too.
func (s *Table) Summarize(perQuery bool) result.RunEvaluation {
	e := result.RunEvaluation{
		Name: s.Name, Role: s.Role, SHA256: s.SHA256, Tag: s.Tag, Recordings: s.Recordings, Rankings: s.HashRankings(), Health: s.Health, Unmatched: s.Unmatched, Recorded: s.Recorded,
		Latency:       LatencyOf(s.Latencies()),
		RerankLatency: LatencyOf(s.RerankTimes()),
		FailedQueries: s.Count(result.Failed), MissingQueries: s.Count(result.Missing),
	}
	if e.Health == nil {
		e.Health = []result.Finding{}
	}
	all := make([]int, s.Len())
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
	if perQuery { // by id, in whichever order the judgments are
		for _, q := range s.inOrderOfIDs(all) {
			row := s.Query(q)
			row.Scores = s.Row(q)
			e.PerQuery = append(e.PerQuery, row.OfScores())
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

// strata groups the queries by stratum, in the order of first appearance; queries without one belong to none.
func (s *Table) strata() []stratum {
	var list []stratum
	at := map[string]int{}
	for q := range s.Len() {
		name := s.Stratum(q)
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

// overall returns trec_eval's number for all queries to the last digit: it adds up in the order of ids, which decides
// how the sum is rounded. It is nil for a mean of nothing. The scores are put together in room.
func (s *Table) overall(m int, aggregate metrics.Aggregate, byID []int, room []float64) *float64 {
	if total, ok := aggregate.Of(s.defined(m, byID, room)); ok {
		return &total
	}
	return nil
}

func (s *Table) counted(queries []int) []int {
	return slices.DeleteFunc(slices.Clone(queries), func(q int) bool {
		return s.LeftOut(q)
	})
}

// meanOfNone returns the mean of a measure over no query, as the profile has it.
func (s *Table) meanOfNone(m metrics.Measure) *float64 {
	if mean, defined := s.Profile.MeanOfNone(m); defined {
		return &mean
	}
	return nil
}

// defined puts the scores of measure m that are defined into room, which is long enough for one of each query.
func (s *Table) defined(m int, queries []int, room []float64) []float64 {
	column, n := s.values[m], 0
	room = room[:len(queries)]
	for _, q := range queries {
		v := column[q]
		room[n] = v
		if !math.IsNaN(v) {
			n++
		}
	}
	return room[:n]
}

// inOrderOfIDs puts positions of queries into the order of their ids.
func (s *Table) inOrderOfIDs(queries []int) []int {
	return picked(queries, ordered.ByText(len(queries), func(i int) string { return s.ID(queries[i]) }))
}

// Intervals returns bootstrap intervals of the means of the measures, by name, over
// the queries that the means are of. Wordings of one need are drawn together. There
// is none of a sum or a geometric mean, nor of fewer than two queries: nil.
func (s *Table) Intervals(b stats.Bootstrap) (map[string]*result.Interval, error) {
	intervals := make(map[string]*result.Interval, len(s.Measures))
	for m, measure := range s.Measures {
		values, clusters, grouped := s.sample(m)
		intervals[s.names[m]] = nil
		if len(values) < 2 || metrics.AggregateOf(measure) != metrics.Mean {
			continue
		}
		var r stats.BootstrapResult
		var err error
		if grouped {
			r, err = b.Clustered(values, clusters)
		} else {
			r, err = b.Interval(values)
		}
		if err != nil {
			return nil, fmt.Errorf("interval of %s: %w", s.names[m], err)
		}
		if r.Interval != nil {
			intervals[s.names[m]] = &result.Interval{Method: r.Method, Level: r.Interval.Level, Low: r.Interval.Low, High: r.Interval.High}
		}
	}
	return intervals, nil
}

// sample returns the scores of a measure that are in its mean, with the cluster of each query: its group, or itself.
func (s *Table) sample(m int) (values []float64, clusters []int, grouped bool) {
	numbers := map[string]int{}
	for q := range s.Len() {
		v := s.values[m][q]
		if math.IsNaN(v) || s.LeftOut(q) {
			continue
		}
		cluster := len(numbers)
		name := "group " + s.Group(q)
		if s.Group(q) == "" {
			name = "query " + s.ID(q)
		}
		if known, ok := numbers[name]; ok {
			cluster, grouped = known, true
		}
		numbers[name] = cluster
		values, clusters = append(values, v), append(clusters, cluster)
	}
	return values, clusters, grouped
}

// Latencies returns the per-query times by position, NaN where not measured or where the query failed: the time to an
// error says nothing about answers. Where another program scored, they are among its scores.
func (s *Table) Latencies() []float64 {
	for m, name := range s.names {
		if scale, is := timeUnits[name]; is {
			return ordered.Each(s.values[m], func(t float64) float64 { return float64(scale * t) })
		}
	}
	return s.times(func(q *result.Row) *float64 { return q.LatencyMS })
}

// IsTime tells whether a measure of this name is what Latencies returns.
func IsTime(name string) bool { return timeUnits[name] > 0 }

// timeUnits are the names of times among scores, with what makes milliseconds of them.
var timeUnits = map[string]float64{"latency_ms": 1, "time_s": 1000}

// RerankTimes returns the parts of latencies that went into reranking.
func (s *Table) RerankTimes() []float64 {
	return s.times(func(q *result.Row) *float64 { return q.RerankMS })
}

func (s *Table) times(of func(*result.Row) *float64) []float64 {
	times := make([]float64, s.Len())
	for q := range s.Len() {
		times[q] = math.NaN()
		if row := s.queries.known(q); row != nil && row.Status == result.Scored {
			times[q] = result.OrNaN(of(row))
		}
	}
	return times
}

// LatencyOf summarizes times in milliseconds, leaving NaN out; nil when none was measured.
func LatencyOf(times []float64) *result.Latency {
	known := slices.DeleteFunc(slices.Clone(times), math.IsNaN)
	sum, err := stats.Summarize(known)
	if err != nil {
		return nil // an error means no value
	}
	slices.Sort(known)
	return &result.Latency{
		N:      sum.N,
		MeanMS: sum.Mean,
		P50MS:  stats.Quantile7(known, .50),
		P95MS:  stats.Quantile7(known, .95),
		P99MS:  stats.Quantile7(known, .99),
		MaxMS:  known[len(known)-1],
	}
}
