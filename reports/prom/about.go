package prom

import (
	_ "embed" // about.txt
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

// An aspect is a metric about an evaluation, next to its measures.
type aspect struct {
	name    string // and in about.txt what it is
	kind    kind
	history bool // it counts from the start of the process
	shared  bool // by all configurations of a test set: the label config says nothing about it
	of      func(*series, []label) []sample
}

// about are all of them, in the order in which they are shown.
var about = []aspect{
	{name: "evaluation_info", kind: gauge, of: info},
	{name: "evaluation_success", kind: gauge, of: success},
	{name: "last_attempt_timestamp_seconds", kind: gauge, of: func(s *series, l []label) []sample { return moment(s.tried, l) }},
	{name: "last_evaluation_timestamp_seconds", kind: gauge, of: func(s *series, l []label) []sample { return moment(s.succeeded, l) }},
	{name: "oldest_ranking_timestamp_seconds", kind: gauge, of: oldest},
	{name: "queries", kind: gauge, of: queries},
	{name: "query_latency_p50_seconds", kind: gauge, of: percentile(func(l *result.Latency) float64 { return l.P50MS })},
	{name: "query_latency_p95_seconds", kind: gauge, of: percentile(func(l *result.Latency) float64 { return l.P95MS })},
	{name: "query_latency_p99_seconds", kind: gauge, of: percentile(func(l *result.Latency) float64 { return l.P99MS })},
	{name: "query_latency_seconds", kind: histogram, of: times},
	{name: "verdict", kind: gauge, shared: true, of: verdict},
	{name: "gate_state", kind: gauge, of: gateState},
	{name: "last_gate_timestamp_seconds", kind: gauge, of: func(s *series, l []label) []sample { return moment(s.gated, l) }},
	{name: "evaluations_total", kind: counter, history: true, of: attempts},
	{name: "failed_queries_total", kind: counter, history: true, of: func(s *series, l []label) []sample { return count(s.queriesFailed, s, l) }},
	{name: "missing_queries_total", kind: counter, history: true, of: func(s *series, l []label) []sample { return count(s.missing, s, l) }},
}

//go:embed about.txt
var aboutText string

// help returns the line that about.txt has for an aspect.
func (a aspect) help() string {
	_, from, _ := strings.Cut("\n"+aboutText, "\n"+a.name+": ")
	line, _, _ := strings.Cut(from, "\n")
	return line
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
	in := func(state string, n int) sample {
		return sample{labels: append([]label{{"state", state}}, l...), value: float64(n)}
	}
	return []sample{in("answered", e.TestSet.Queries-failed-missing), in("failed", failed), in("missing", missing)}
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

func gateState(s *series, l []label) []sample { return oneOf("state", string(s.gate), gateStates, l) }

func attempts(s *series, l []label) []sample {
	if s.tried.IsZero() {
		return nil
	}
	return []sample{
		{labels: append([]label{{"outcome", "done"}}, l...), value: s.done},
		{labels: append([]label{{"outcome", "failed"}}, l...), value: s.faults},
	}
}

// count returns a counter of a subject that was attempted, from 0 on: an increase from nothing is none to Prometheus.
func count(n float64, s *series, l []label) []sample {
	if s.tried.IsZero() {
		return nil
	}
	return []sample{{labels: l, value: n}}
}
