// Package sweep tries many settings of a fusion on one recording and judges the choice of the best honestly: every
// setting is scored on every query in one pass (sweeper), nested cross-validation says what the choice is worth on
// other queries (package selection), and the result names the settings that could as well be the best.
package sweep

import (
	"context"
	"fmt"
	"hash/maphash"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/compare"
	"github.com/rankduel/rankduel/experiment/plan"
	"github.com/rankduel/rankduel/experiment/recording"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/experiment/sweep/selection"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/stats"
)

// Options tune a sweep. The zero value is usable.
type Options struct {
	Progress func(run.Progress) // called after each batch of queries that was scored
}

// Run retrieves what a plan's sweep needs and is not recorded yet, scores every setting on every query in one pass, and
// judges the choice of the best by nested cross-validation. Only recordings are stored. With a *compare.CoverageError
// it was measured on too few of the queries. When ctx ends, what was retrieved is recorded.
func Run(ctx context.Context, p *run.Prepared, recorder result.Recorder, opts Options) (*result.Sweep, error) {
	s, err := scoredSettings(ctx, p, recorder, opts)
	if err != nil {
		return nil, err
	}
	return s.judge(ctx)
}

func scoredSettings(ctx context.Context, p *run.Prepared, recorder result.Recorder, opts Options) (*sweeper, error) {
	if p.Plan().Sweep == nil {
		return nil, plan.ErrNoSweep
	}
	if n := p.Plan().Retrieve.Repeats; n > 1 {
		return nil, fmt.Errorf("%s: repeats %d: a sweep tries its settings on one recording; leave repeats out of its file", p.Plan().Path, n)
	}
	s, err := newSweeper(p)
	if err != nil {
		return nil, err
	}
	systems, err := s.systems(ctx)
	if err != nil {
		return nil, err
	}
	if s.retrieved, err = p.Retrieve(ctx, recorder, systems); err != nil {
		return nil, err
	}
	return s, s.score(ctx, opts.Progress)
}

// judge makes the result from the table of scores.
func (s *sweeper) judge(ctx context.Context) (*result.Sweep, error) {
	kept, undefined := s.kept()
	out := &result.Sweep{
		Schema: result.SweepSchema, Profile: s.plan.Profile.Name, TestSet: s.judgments.Info, Measure: s.measure.String(),
		Alpha: s.plan.Compare.WithDefaults().Alpha, Seed: s.plan.Seed(),
		Duplicates: s.plan.Sweep.Duplicates, Baseline: s.plan.Sweep.Baseline,
		Queries:   result.SweptQueries{All: s.judgments.Len(), Used: len(kept), Undefined: undefined, Failed: s.judgments.Len() - len(kept) - undefined},
		Retrieval: s.retrieved.Report(), Health: []result.Finding{},
	}
	if len(kept) == 0 {
		return nil, fmt.Errorf("the sweep: %w", s.noQuery(out.Queries))
	}
	table := s.table(kept)
	if len(table.Queries) < len(kept) {
		out.Queries.Groups = len(table.Queries)
	}
	chosen, err := s.nested.Run(table)
	if err != nil {
		return nil, err
	}
	leaders, err := selection.Candidates{Alpha: out.Alpha, Seed: out.Seed}.Find(table.Scores)
	if err != nil {
		return nil, err
	}
	baseline := slices.IndexFunc(s.settings, func(c setting) bool { return c.Name == out.Baseline })
	out.Best = s.settings[chosen.Best].Name
	if err := s.fillSelection(out, chosen, table, baseline); err != nil {
		return nil, err
	}
	s.list(out, chosen, table, leaders, baseline, kept)
	if out.Recorded, err = s.retrieved.Recorded(ctx, s.components()); err != nil {
		return nil, err
	}
	changed, err := s.retrieved.VersionChanged(ctx)
	if err != nil {
		return nil, err
	}
	out.Health = append(append(out.Health, s.findings(out)...), changed...)
	fault := s.check(ctx, out)
	if fault != nil && !compare.NoVerdict(fault) {
		return nil, fault
	}
	if err := s.plan.Compare.CheckCoverage("sweep", out.Queries.All-out.Queries.Failed, out.Queries.All); err != nil {
		err.Recorded = true
		out.Health = append(out.Health, err.Finding())
		fault = err // of all settings, where check looks at two
	}
	if fault != nil {
		out.Selection.Gain.Verdict, out.Selection.Gain.VerdictReason = result.Inconclusive, "no verdict: "+compare.Reason(fault)
		return out, fault
	}
	return out, nil
}

// table returns what is chosen from: the scores of the units kept, a query or the mean of the wordings of
// one need. It moves them together in place, so that no second table is needed.
func (s *sweeper) table(kept []int) selection.Table {
	queries := pick(s.queries(), kept)
	units := selection.Units(queries)
	firsts := ordered.Each(units, func(unit []int) int { return unit[0] })
	t := selection.Table{Scores: s.scores, Queries: pick(queries, firsts), Refit: map[int]selection.Refit{}}
	for i, column := range s.scores {
		for to, q := range kept { // to ≤ q: nothing is overwritten before it was read
			column[to] = column[q]
		}
		t.Scores[i] = meansOf(column[:len(kept)], units)
	}
	for _, fold := range s.folds {
		t.Folds = append(t.Folds, pick(pick(fold, kept), firsts))
	}
	for i, l := range s.learned {
		refit := l.refit(kept)
		t.Refit[i] = func(repeat, fold int) []float64 { return meansOf(refit(repeat, fold), units) }
	}
	return t
}

// meansOf puts the means of the units in place of the scores of their queries: no unit comes before its
// first query, so that nothing is overwritten before it was read.
func meansOf(scores []float64, units [][]int) []float64 {
	for u, unit := range units {
		sum := 0.0
		for _, q := range unit {
			sum += scores[q]
		}
		scores[u] = sum / float64(len(unit))
	}
	return scores[:len(units)]
}

func (s *sweeper) fillSelection(out *result.Sweep, chosen selection.Result, table selection.Table, baseline int) error {
	sel := result.Selection{
		Folds: s.nested.Folds, Repeats: s.nested.Repeats, BaselineMean: chosen.Means[baseline],
		InSampleMean: chosen.Means[chosen.Best], HonestMean: chosen.Honest, RepeatMeans: chosen.Repeats, Optimism: chosen.Optimism,
	}
	sel.InSampleGain, sel.HonestGain = sel.InSampleMean-sel.BaselineMean, sel.HonestMean-sel.BaselineMean
	for i, times := range chosen.Chosen {
		if times > 0 {
			sel.Chosen = append(sel.Chosen, result.ChosenSetting{Setting: s.settings[i].Name, Times: times, ShareRatio: float64(times) / float64(s.nested.Folds*s.nested.Repeats)})
		}
	}
	ordered.Stable(sel.Chosen, func(a, b result.ChosenSetting) int { return b.Times - a.Times })

	var err error
	sel.Gain, err = compare.Gain(s.measure, chosen.OutOfFold, table.Scores[baseline], chosen.StandardError(table, baseline, s.nested.Folds), out.Queries.Groups > 0, s.plan.Compare.WithDefaults().Under(s.plan.Profile))
	out.Selection = sel
	return err
}

// list fills in the settings, the leaders and the front.
func (s *sweeper) list(out *result.Sweep, chosen selection.Result, table selection.Table, leaders []bool, baseline int, kept []int) {
	latencies := make([]*float64, len(s.settings))
	out.Cost = result.CostLatency
	for i := range s.settings {
		if latencies[i] = s.medianOf(i, kept); latencies[i] == nil {
			out.Cost = result.CostComponents // some are unknown, and known ones cannot be set against them
		}
	}
	points := make([]selection.Point, len(s.settings))
	for i, c := range s.settings {
		one := result.SweptOne{
			Name: c.Name, Components: c.Components, Settings: c.Fusion.Resolved(), Rerank: sweptRerankOf(c.Rerank),
			Depth: c.Depth, TopK: c.TopK, Mean: chosen.Means[i], Difference: chosen.Means[i] - chosen.Means[baseline],
			StandardError: math.Sqrt(selection.DifferenceVariance(table.Scores[i], table.Scores[baseline]) / float64(len(table.Queries))),
			LatencyMS:     latencies[i], Leader: leaders[i], Chosen: chosen.Chosen[i],
		}
		points[i] = selection.Point{Score: one.Mean, Cost: float64(len(c.Components))}
		if out.Cost == result.CostLatency {
			points[i].Cost = *one.LatencyMS
		}
		out.Settings = append(out.Settings, one)
	}
	s.twins(out, len(table.Queries))
	for _, i := range selection.Front(points) {
		out.Settings[i].Front = true
		out.Front = append(out.Front, out.Settings[i].Name)
	}
	for _, one := range out.Ranked() {
		if one.Leader {
			out.Leaders = append(out.Leaders, one.Name)
		}
	}
}

// twins notes which settings score like an earlier one on each of n queries,
// such as one component alone under several normalizations.
func (s *sweeper) twins(out *result.Sweep, n int) {
	byHash := map[uint64][]int{}
	var hash maphash.Hash
	for i, column := range s.scores {
		hash.Reset()
		for _, v := range column[:n] {
			maphash.WriteComparable(&hash, v)
		}
		same := byHash[hash.Sum64()]
		if at := slices.IndexFunc(same, func(j int) bool { return slices.Equal(s.scores[j][:n], column[:n]) }); at >= 0 {
			out.Settings[i].SameAs = out.Settings[same[at]].Name
			continue
		}
		byHash[hash.Sum64()] = append(same, i)
	}
}

// median returns the median of latencies over the queries kept; nil where one of them was not measured.
func median(latencies []float64, kept []int) *float64 {
	times := pick(latencies, kept)
	if slices.ContainsFunc(times, math.IsNaN) {
		return nil
	}
	slices.Sort(times)
	return result.Number(stats.Quantile7(times, .50))
}

// findings says what the reader should know about the queries left out.
func (s *sweeper) findings(out *result.Sweep) []result.Finding {
	n := out.Queries
	var list []result.Finding
	if n.Failed > 0 {
		i := slices.IndexFunc(s.failures, func(f string) bool { return f != "" })
		list = append(list, result.Warned(result.FindingFailed, fmt.Sprintf("%d of %d queries failed under some setting and are left out for all, the first of them %s: %s",
			n.Failed, n.All, s.judgments.Query(i).ID, s.failures[i])))
	}
	if n.Undefined > 0 {
		list = append(list, result.Noted(result.FindingUndefined, fmt.Sprintf("%s without a score of %s, left out", prose.Plural(n.Undefined, "query"), s.measure)))
	}
	for _, name := range s.components() {
		noticed, missing, dropped := s.retrieved.Column(name)
		if !s.lookedAt(out, name) {
			list = append(list, noticed...)
			if dropped > 0 {
				list = append(list, scoring.DroppedFinding(dropped))
			}
		}
		if missing > 0 {
			list = append(list, result.Warned(result.FindingMissing,
				fmt.Sprintf("component %s lacks %d of %d judged queries, which count as empty rankings", name, missing, n.All)))
		}
	}
	return list
}

func (s *sweeper) noQuery(n result.SweptQueries) error {
	if n.Failed > 0 {
		return fmt.Errorf("%w under some setting", recording.ErrAllFailed)
	}
	return fmt.Errorf("%s is undefined for every query", s.measure)
}
