package scoring

import (
	"fmt"
	"math"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

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

// sample returns the scores of a measure that are in its mean, with the cluster of each
// query: its group, or itself.
func (s *Table) sample(m int) (values []float64, clusters []int, grouped bool) {
	numbers := map[string]int{}
	for q := range s.Queries {
		v := s.values[m][q]
		if math.IsNaN(v) || s.LeftOut(q) {
			continue
		}
		cluster := len(numbers)
		name := "group " + s.Queries[q].Group
		if s.Queries[q].Group == "" {
			name = "query " + s.Queries[q].QueryID
		}
		if known, ok := numbers[name]; ok {
			cluster, grouped = known, true
		}
		numbers[name] = cluster
		values, clusters = append(values, v), append(clusters, cluster)
	}
	return values, clusters, grouped
}
