package prom

import (
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// An aspect is a metric about an evaluation, next to its measures.
type aspect struct {
	name, help string
	kind       kind
	history    bool // it counts from the start of the process
	shared     bool // by all configurations of a test set: the label config says nothing about it
	of         func(*series, []label) []sample
}

// about are all of them, in the order in which they are shown.
var about = []aspect{
	{
		name: "evaluation_info", kind: gauge, of: info,
		help: "What the measures are about: always 1, the labels say it.",
	},
	{
		name: "evaluation_success", kind: gauge, of: success,
		help: "1 when the last attempt to evaluate came to a measurement, 0 when it failed.",
	},
	{
		name: "last_attempt_timestamp_seconds", kind: gauge, of: func(s *series, l []label) []sample { return moment(s.tried, l) },
		help: "When the last attempt to evaluate ended, in seconds since 1970.",
	},
	{
		name: "last_evaluation_timestamp_seconds", kind: gauge, of: func(s *series, l []label) []sample { return moment(s.succeeded, l) },
		help: "When the last evaluation ended that came to a measurement, in seconds since 1970.",
	},
	{
		name: "oldest_ranking_timestamp_seconds", kind: gauge, of: oldest,
		help: "When the oldest ranking of the last evaluation was recorded, in seconds since 1970; absent where it is not known, as of run files.",
	},
	{
		name: "queries", kind: gauge, of: queries,
		help: "Queries of the last evaluation: answered, failed (the system gave an error), missing (it has no ranking, scored as empty).",
	},
	{
		name: "query_latency_p50_seconds", kind: gauge, of: percentile(func(l *result.Latency) float64 { return l.P50MS }),
		help: "Median time of a query of the last evaluation.",
	},
	{
		name: "query_latency_p95_seconds", kind: gauge, of: percentile(func(l *result.Latency) float64 { return l.P95MS }),
		help: "95th percentile of the time of a query of the last evaluation.",
	},
	{
		name: "query_latency_p99_seconds", kind: gauge, of: percentile(func(l *result.Latency) float64 { return l.P99MS }),
		help: "99th percentile of the time of a query of the last evaluation.",
	},
	{
		name: "query_latency_seconds", kind: histogram, of: times,
		help: "Times of the queries that were answered, since the start of the process.",
	},
	{
		name: "verdict", kind: gauge, shared: true, of: verdict,
		help: "About a candidate against the baseline on the primary measure: 1 for the verdict of the last evaluation, 0 for the others.",
	},
	{
		name: "gate_state", kind: gauge, of: gateState,
		help: "1 for what the last gate ended in, 0 for the others.",
	},
	{
		name: "last_gate_timestamp_seconds", kind: gauge, of: func(s *series, l []label) []sample { return moment(s.gated, l) },
		help: "When the last gate ended, in seconds since 1970.",
	},
	{
		name: "evaluations_total", kind: counter, history: true, of: attempts,
		help: "Attempts to evaluate since the start of the process, by what they came to.",
	},
	{
		name: "failed_queries_total", kind: counter, history: true, of: func(s *series, l []label) []sample { return count(s.queriesFailed, s, l) },
		help: "Queries that failed in evaluations since the start of the process.",
	},
	{
		name: "missing_queries_total", kind: counter, history: true, of: func(s *series, l []label) []sample { return count(s.missing, s, l) },
		help: "Queries without a ranking in evaluations since the start of the process.",
	},
}

// reserved are names that no measure may have.
var reserved = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, a := range about {
		names[a.name] = true
		if a.kind == histogram {
			names[a.name+"_bucket"], names[a.name+"_sum"], names[a.name+"_count"] = true, true, true
		}
	}
	return names
})

func info(s *series, l []label) []sample {
	if s.last == nil {
		return nil
	}
	e := s.last
	labels := []label{
		{"test_set", e.TestSet.Name},
		{"version", e.TestSet.Version},
		{"part", e.TestSet.Part},
		{"profile", e.Profile},
		{"system", e.Config},
	}
	return []sample{{labels: append(labels, l...), value: 1}}
}

func success(s *series, l []label) []sample {
	switch {
	case s.tried.IsZero():
		return nil
	case s.failed:
		return []sample{{labels: l, value: 0}}
	}
	return []sample{{labels: l, value: 1}}
}

func moment(t time.Time, l []label) []sample {
	if t.IsZero() {
		return nil
	}
	return []sample{{labels: l, value: float64(t.Unix())}}
}

func oldest(s *series, l []label) []sample {
	if s.last == nil || s.last.System.Recorded == nil {
		return nil
	}
	return moment(s.last.System.Recorded.From, l)
}

func queries(s *series, l []label) []sample {
	if s.last == nil {
		return nil
	}
	e := s.last
	failed, missing := e.System.FailedQueries, e.System.MissingQueries
	var list []sample
	for _, state := range []struct {
		name string
		n    int
	}{{"answered", e.TestSet.Queries - failed - missing}, {"failed", failed}, {"missing", missing}} {
		list = append(list, sample{labels: append([]label{{"state", state.name}}, l...), value: float64(state.n)})
	}
	return list
}

func percentile(of func(*result.Latency) float64) func(*series, []label) []sample {
	return func(s *series, l []label) []sample {
		if s.last == nil || s.last.System.Latency == nil {
			return nil
		}
		return []sample{{labels: l, value: of(s.last.System.Latency) / 1000}}
	}
}

func times(s *series, l []label) []sample {
	if !s.timed {
		return nil
	}
	return s.latency.samples(l)
}

func verdict(s *series, l []label) []sample {
	if s.last == nil || s.last.Fault {
		return nil
	}
	var list []sample
	for _, candidate := range slices.Sorted(maps.Keys(s.last.Verdicts)) {
		labels := append([]label{{"candidate", candidate}}, l...)
		list = append(list, oneOf("verdict", string(s.last.Verdicts[candidate]), verdicts, labels)...)
	}
	return list
}

func gateState(s *series, l []label) []sample {
	return oneOf("state", string(s.gate), gateStates, l)
}

func attempts(s *series, l []label) []sample {
	if s.tried.IsZero() {
		return nil
	}
	return []sample{
		{labels: append([]label{{"outcome", "done"}}, l...), value: s.done},
		{labels: append([]label{{"outcome", "failed"}}, l...), value: s.faults},
	}
}

// count returns a counter of a subject that was attempted, from 0 on: an increase
// from nothing is none to Prometheus.
func count(n float64, s *series, l []label) []sample {
	if s.tried.IsZero() {
		return nil
	}
	return []sample{{labels: l, value: n}}
}
