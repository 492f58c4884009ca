package scoring

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/plainjson"
	"github.com/rankduel/rankduel/metrics"
)

// inOwnNames sums the system up in the names and the layout of its profile, nil
// if that has none. Measures that the profile has no name for are left out.
func (s *Table) inOwnNames(summaries []result.MeasureSummary) json.RawMessage {
	p := s.Profile
	var o plainjson.Object
	switch p.Layout {
	case metrics.NoLayout:
		return nil
	case metrics.NestedLayout:
		o = s.nested(summaries)
	case metrics.TasksLayout:
		o = s.tasks(summaries)
	default:
		eachNamed(p, summaries, func(key string, m metrics.Measure, sum result.MeasureSummary) {
			if p.Layout == metrics.SpreadLayout {
				o.Add(key, spread(p, sum))
				return
			}
			o.Add(key, figure(rounded(p, sum.Overall), metrics.AggregateOf(m) != metrics.Sum))
		})
	}
	data, err := json.Marshal(o)
	if err != nil {
		panic(err) // names, counts and figures can be written
	}
	return data
}

// eachNamed goes through the measures that the profile has a name for.
func eachNamed(p metrics.Profile, summaries []result.MeasureSummary, visit func(key string, m metrics.Measure, sum result.MeasureSummary)) {
	for _, sum := range summaries {
		if key, ok := p.Named(sum.Of); ok {
			visit(key, sum.Of, sum)
		}
	}
}

// nested returns kebab's AggregateMetrics: a number for each name, or one for each k, and how many queries the run has
// and how many of them failed. Queries that are not judged count in these, and in the share of empty results.
func (s *Table) nested(summaries []result.MeasureSummary) plainjson.Object {
	var o plainjson.Object
	maps := map[string]int{} // where the entries of a name stand
	total := s.beyond.Queries
	for q := range s.Len() {
		if !s.LeftOut(q) {
			total++
		}
	}
	eachNamed(s.Profile, summaries, func(key string, m metrics.Measure, sum result.MeasureSummary) {
		value := sum.Overall
		if m == (metrics.EmptyResultRate{}) && s.beyond.Queries > 0 {
			empty := float64(s.beyond.Empty)
			if sum.Mean != nil {
				empty += float64(*sum.Mean * float64(sum.N))
			}
			value = new(empty / float64(total))
		}
		number := figure(rounded(s.Profile, value), true)
		name, k, inMap := strings.Cut(key, ".")
		if !inMap {
			o.Add(name, number)
			return
		}
		at, ok := maps[name]
		if !ok {
			at = len(o)
			maps[name] = at
			o.Add(name, &plainjson.Object{})
		}
		o[at][1].(*plainjson.Object).Add(k, number)
	})
	o.Add("total_queries", total)
	o.Add("failed_queries", s.Count(result.Failed)+s.beyond.Failed)
	return o
}

// spread returns what medkg says of a measure. Its standard deviation of one value is 0.
func spread(p metrics.Profile, sum result.MeasureSummary) plainjson.Object {
	return plainjson.Object{
		{"mean", figure(rounded(p, sum.Mean), true)},
		{"median", figure(rounded(p, sum.Median), true)},
		{"std", figure(rounded(p, deviation(sum)), true)},
	}
}

// deviation returns the standard deviation, 0 of one value as the originals have it.
func deviation(sum result.MeasureSummary) *float64 {
	if sum.Std == nil && sum.N == 1 {
		return new(float64)
	}
	return sum.Std
}

// tasks returns CodeScaleBench's file_level_aggregates: a spread for each name@k over the tasks that have a
// ground truth, and their mean sizes; {"n_tasks": 0} without such a task.
func (s *Table) tasks(summaries []result.MeasureSummary) plainjson.Object {
	p := s.Profile
	var o plainjson.Object
	scored := 0
	eachNamed(p, summaries, func(key string, _ metrics.Measure, sum result.MeasureSummary) {
		scored = max(scored, sum.N)
		o.Add(strings.Replace(key, ".", "@", 1), plainjson.Object{
			{"mean", figure(rounded(p, sum.Mean), true)},
			{"std", figure(rounded(p, deviation(sum)), true)},
			{"median", figure(rounded(p, sum.Median), true)},
			{"n", sum.N},
		})
	})
	if scored == 0 {
		return plainjson.Object{{"n_tasks", 0}}
	}
	if totals := s.taskTotals(); totals != nil {
		o.Add("_totals", totals)
	}
	return o
}

// taskTotals returns the mean sizes of the tasks with a ground truth, to one decimal, and without it where
// they are whole: Python's mean of integers then is one. Nil where the sizes are not known.
func (s *Table) taskTotals() plainjson.Object {
	var n int
	var sum size
	for q, t := range s.sizes {
		if t.relevant > 0 && !s.LeftOut(q) {
			n++
			sum.retrieved, sum.relevant, sum.found = sum.retrieved+t.retrieved, sum.relevant+t.relevant, sum.found+t.found
		}
	}
	if n == 0 {
		return nil
	}
	tenths := s.Profile
	tenths.Decimals = 1
	mean := func(total int) json.RawMessage {
		return figure(new(tenths.Round(float64(total)/float64(n))), total%n != 0)
	}
	return plainjson.Object{
		{"n_tasks", n},
		{"mean_retrieved", mean(sum.retrieved)},
		{"mean_ground_truth", mean(sum.relevant)},
		{"mean_overlap", mean(sum.found)},
	}
}

// figure writes a number as the originals do: with a point, 0.0 and not 0,
// unless it is a count; null for nil and for what JSON has no word for.
func figure(v *float64, point bool) json.RawMessage {
	if v == nil || math.IsNaN(*v) || math.IsInf(*v, 0) {
		return json.RawMessage("null")
	}
	text := strconv.FormatFloat(*v, 'g', -1, 64)
	if point && !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return json.RawMessage(text)
}
