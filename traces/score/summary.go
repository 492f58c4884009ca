package score

import (
	"fmt"
	"time"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/traces"
)

// Summarize sums up the figures of tasks.
func Summarize(tasks []*traces.TaskMetrics, o Options) (*traces.RunSummary, error) {
	s, err := newScorer(o)
	if err != nil {
		return nil, err
	}
	sum := &traces.RunSummary{SchemaVersion: traces.SchemaVersion, GeneratedAt: o.Now.UTC().Format(time.RFC3339), EventFiles: len(tasks)}
	skipped := map[string]*int{traces.NoTrace: &sum.NoTrace, traces.UnreadResults: &sum.Unread, traces.UnseenSubagents: &sum.Unseen}
	var computable []*traces.TaskMetrics
	for _, t := range tasks {
		if t.FileLevel.Computable && t.FileLevel.FileScores != nil {
			computable = append(computable, t)
		} else if n := skipped[t.FileLevel.Reason]; n != nil {
			*n++
		} else {
			sum.NoGroundTruth++
		}
		if t.ChunkLevel.Resolution == "chunk_level" {
			sum.ChunkCapable++
		}
	}
	sum.Computable = len(computable)
	sum.Reading = s.reading(tasks)
	if len(computable) == 0 {
		return sum, nil
	}
	sum.FileLevel = s.fileAggregates(computable)
	sum.Utilization = s.utilization(computable)
	sum.ErrorTaxonomy = s.errors(computable)
	return sum, nil
}

// reading sums readings up, nil without any.
func (s *scorer) reading(tasks []*traces.TaskMetrics) *traces.ReadingAggregates {
	var sum traces.ReadingAggregates
	var with []*traces.TaskMetrics
	read, shell := false, false
	for _, t := range tasks {
		all := *t
		if r := t.Reading; r == nil {
			sum.Understanding = sum.Plus(traces.Understanding{Calls: t.EventSummary.TotalEvents})
		} else {
			sum.Understanding, read = sum.Plus(r.Understanding), true
			if r.WithShell != nil {
				all.FileLevel, all.Utilization, shell = r.WithShell.FileLevel, r.WithShell.Utilization, true
			}
		}
		if all.FileLevel.Computable && all.FileLevel.FileScores != nil {
			with = append(with, &all)
		}
	}
	if !read {
		return nil
	}
	if shell && len(with) > 0 {
		sum.WithShell = &traces.ShellAggregates{FileLevel: s.fileAggregates(with), Utilization: s.utilization(with)}
	}
	return &sum
}

// spread sums up values of tasks, nil without any.
func (s *scorer) spread(values []float64) *traces.Spread {
	sum, err := stats.Summarize(values)
	if err != nil || len(values) == 0 {
		return nil
	}
	out := &traces.Spread{Mean: s.profile.Round(sum.Mean), Median: s.profile.Round(sum.Median), N: len(values)}
	if sum.SD != nil {
		out.Std = s.profile.Round(*sum.SD)
	}
	return out
}

// over returns a figure over the tasks that have it.
func (s *scorer) over(tasks []*traces.TaskMetrics, of func(*traces.TaskMetrics) *float64) *traces.Spread {
	var values []float64
	for _, t := range tasks {
		if v := of(t); v != nil {
			values = append(values, *v)
		}
	}
	return s.spread(values)
}

func (s *scorer) fileAggregates(tasks []*traces.TaskMetrics) traces.FileAggregates {
	var a traces.FileAggregates
	add := func(name, key string) {
		if spread := s.over(tasks, func(t *traces.TaskMetrics) *float64 { return placeOf(t.FileLevel.FileScores, key) }); spread != nil {
			a.Measures = append(a.Measures, traces.NamedSpread{Name: name, Spread: *spread})
		}
	}
	for _, name := range []string{"mrr", "map_score", "file_recall", "context_efficiency"} {
		add(name, name)
	}
	for _, k := range traces.Cutoffs() {
		for _, name := range []string{"precision", "recall", "f1", "ndcg"} {
			add(fmt.Sprintf("%s@%d", name, k), fmt.Sprintf("%s.%d", name, k))
		}
	}
	if ttfr := s.over(tasks, func(t *traces.TaskMetrics) *float64 { return t.FileLevel.TTFRSeconds }); ttfr != nil {
		a.Measures = append(a.Measures, traces.NamedSpread{Name: "ttfr_seconds", Spread: *ttfr})
	}
	a.Totals = s.totals(tasks)
	return a
}

func (s *scorer) totals(tasks []*traces.TaskMetrics) *traces.Totals {
	var retrieved, relevant, found int
	for _, t := range tasks {
		retrieved, relevant, found = retrieved+t.FileLevel.Retrieved, relevant+t.FileLevel.GroundTruth, found+t.FileLevel.Overlap
	}
	tenths := metrics.Profile{Decimals: 1, Rounding: s.profile.Rounding}
	mean := func(total int) float64 { return tenths.Round(float64(total) / float64(len(tasks))) }
	return &traces.Totals{Tasks: len(tasks), Retrieved: mean(retrieved), GroundTruth: mean(relevant), Overlap: mean(found)}
}

func (s *scorer) utilization(tasks []*traces.TaskMetrics) traces.UtilizationAggregates {
	var with []*traces.TaskMetrics
	edits := 0
	for _, t := range tasks {
		if t.Utilization.Available {
			with = append(with, t)
		}
		if t.Utilization.EditsAvailable {
			edits++
		}
	}
	if len(with) == 0 {
		return traces.UtilizationAggregates{}
	}
	probe := func(of func(traces.UtilizationProbes) *float64) *traces.Spread {
		return s.over(with, func(t *traces.TaskMetrics) *float64 { return of(t.Utilization) })
	}
	return traces.UtilizationAggregates{
		ReadOverlap:     probe(func(p traces.UtilizationProbes) *float64 { return p.ReadOverlap }),
		WriteOverlap:    probe(func(p traces.UtilizationProbes) *float64 { return p.WriteOverlap }),
		ReferencedFiles: probe(func(p traces.UtilizationProbes) *float64 { return p.ReferencedFiles }),
		EditOverlap:     probe(func(p traces.UtilizationProbes) *float64 { return p.EditOverlap }),
		ReadBeforeWrite: probe(func(p traces.UtilizationProbes) *float64 { return p.ReadBeforeWrite }),
		Tasks:           new(len(with)), EditTasks: new(edits),
	}
}

func (s *scorer) errors(tasks []*traces.TaskMetrics) traces.TaxonomyAggregates {
	a := traces.TaxonomyAggregates{Slices: map[string]map[string]int{}}
	with := ordered.Where(tasks, func(t *traces.TaskMetrics) bool { return t.Taxonomy.Computable })
	if len(with) == 0 {
		return traces.TaxonomyAggregates{}
	}
	for _, label := range traces.Labels() {
		*a.Of(label) = s.over(with, func(t *traces.TaskMetrics) *float64 { return new(float64(t.Taxonomy.Labels[label])) })
	}
	for _, name := range traces.SliceNames() {
		a.Slices[name] = map[string]int{}
		for _, t := range with {
			if value := t.Taxonomy.Slices.Named(name); value != "" {
				a.Slices[name][value]++
			}
		}
	}
	return a
}
