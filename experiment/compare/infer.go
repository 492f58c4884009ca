package compare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// inferStrata adds the same inference within each stratum. Its p values are
// exploratory: they are a family of their own and decide nothing.
func inferStrata(pairs *pairing, settings Settings, measures []result.MeasureComparison) error {
	strata := pairs.strata()
	if len(strata) < 2 {
		return nil
	}
	differences := make([][]stats.Stratum, len(measures))
	members := map[string][]int{}
	for i, q := range pairs.qa {
		name := pairs.a.Stratum(q)
		members[name] = append(members[name], i)
	}
	for _, name := range strata {
		within := func(m int) sample { return pairs.sample(m, nil, members[name]) }
		inferences, err := infer(pairs, within, settings)
		if err != nil {
			return fmt.Errorf("stratum %s: %w", name, err)
		}
		for m := range measures {
			inf := inferences[m]
			if err := inf.reckon(pairs, m, within, settings, nil); err != nil { // the means of covariates are of all queries
				return fmt.Errorf("stratum %s: %w", name, err)
			}
			if err := inf.detectable(); err != nil {
				return fmt.Errorf("stratum %s: %w", name, err)
			}
			if inf.evidence != nil {
				differences[m] = append(differences[m], stats.Stratum{Name: name, Differences: inf.evidence.Differences.Values()})
			}
			measures[m].Strata = append(measures[m].Strata, result.StratumResult{Stratum: name, Inference: inf.Inference})
		}
	}
	for m := range measures {
		var err error
		if measures[m].Heterogeneity, err = heterogeneity(differences[m]); err != nil {
			return fmt.Errorf("%s over strata: %w", measures[m].Measure, err)
		}
	}
	return adjustStrata(measures)
}

// heterogeneity returns nil with fewer than two strata that have pairs.
func heterogeneity(strata []stats.Stratum) (*result.Heterogeneity, error) {
	if len(strata) < 2 {
		return nil, nil
	}
	h, err := stats.CompareStrata(strata)
	if err != nil {
		return nil, err
	}
	return &result.Heterogeneity{Statistic: h.WelchF, DF: h.WelchDF, PValue: h.WelchP, I2Ratio: h.I2}, nil
}

// infer computes everything that rests on one sample of pairs, for all measures: they share their resamples.
// of takes the sample of a measure, again where it is needed: those of all would take most of the memory.
func infer(pairs *pairing, of func(m int) sample, settings Settings) ([]*inference, error) {
	differences := make([]stats.Differences, len(pairs.a.Measures))
	var forming errgroup.Group
	forming.SetLimit(workers(settings))
	errs := make([]error, len(differences)) // by measure: which error is reported does not depend on timing
	for m := range differences {
		forming.Go(func() error {
			s, err := pairs.byUnit(of(m)), error(nil)
			if len(s.a) == 0 {
				return nil
			}
			if differences[m], err = stats.NewDifferences(s.a, s.b); err != nil {
				errs[m] = fmt.Errorf("%s: %w", pairs.a.Measures[m], naming(err, pairs, s))
			}
			return nil
		})
	}
	if err := errors.Join(forming.Wait(), cmp.Or(errs...)); err != nil {
		return nil, err
	}
	replicates, err := resample(differences, settings)
	if err != nil {
		return nil, err
	}
	out := make([]*inference, len(differences))
	var group errgroup.Group
	group.SetLimit(workers(settings))
	for m := range out {
		out[m] = &inference{measure: pairs.a.Measures[m], rule: pairs.rule(m, settings), twin: pairs.twin}
		group.Go(func() error {
			s := pairs.byUnit(of(m))
			out[m].Inference = result.Inference{N: len(s.a), Undefined: s.undefined, Warnings: []result.Warning{}}
			if pairs.grouped {
				out[m].Unit = unitOfGroups
			}
			if len(s.a) > stats.MostDrawn {
				out[m].Method = result.Streaming
			}
			if err := out[m].fill(pairs, s, differences[m], replicates[m], settings); err != nil {
				return fmt.Errorf("%s: %w", pairs.a.Measures[m], err)
			}
			return nil
		})
	}
	return out, group.Wait()
}

// resample draws the bootstrap replicates of several samples. Those of one size share the rows that are
// drawn, which is faster and keeps the measures' joint distribution.
func resample(differences []stats.Differences, settings Settings) ([]stats.Replicates, error) {
	bootstrap := stats.Bootstrap{Resamples: settings.Resamples, Seed: *settings.Seed, Workers: settings.Workers}
	bySize := map[int][]int{}
	for m, d := range differences {
		if d.N > 0 {
			bySize[d.N] = append(bySize[d.N], m)
		}
	}
	out := make([]stats.Replicates, len(differences))
	for _, members := range bySize {
		ds := ordered.Each(members, func(m int) stats.Differences { return differences[m] })
		replicates, err := bootstrap.ReplicatesOf(ds)
		if err != nil {
			return nil, fmt.Errorf("bootstrap: %w", err)
		}
		for i, m := range members {
			out[m] = replicates[i]
		}
	}
	return out, nil
}

// fill computes every part of an inference.
func (inf *inference) fill(pairs *pairing, s sample, d stats.Differences, replicates stats.Replicates, settings Settings) error {
	if d.N == 0 {
		inf.warn(stats.Warning{Code: stats.WarnTooFewPairs, Text: "no pair in which the measure is defined"})
		return nil
	}
	inf.describe(s, d)
	if metrics.AggregateOf(inf.measure) != metrics.Mean {
		return nil // every test and interval is about a mean over queries
	}
	level := 1 - settings.Alpha
	inf.StdDifference = d.SD
	for _, step := range []func() error{
		func() error { return inf.test(d, &replicates, settings, level) },
		func() error { return inf.intervals(d, replicates, level) },
		func() error { return inf.size(d, level) },
		func() error { return inf.judge(d, level) },
		func() error { return inf.diagnose(d, settings, pairs, s) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	if share := func(v float64) bool { return v != 0 && v != 1 }; !slices.ContainsFunc(s.a, share) && !slices.ContainsFunc(s.b, share) {
		inf.McNemar = &result.McNemar{OnlyA: d.Losses, OnlyB: d.Wins, PValue: inf.Sign.PValue}
	}
	return nil
}

// naming puts query ids to the positions of scores that are not finite.
func naming(err error, pairs *pairing, s sample) error {
	var bad *stats.NotFiniteError
	if !errors.As(err, &bad) {
		return err
	}
	ids := ordered.Each(slices.Concat(bad.A, bad.B, bad.D), func(at int) string { return pairs.unitName(s.at[at]) })
	return fmt.Errorf("scores that are not finite, of the queries %s: %w", prose.FirstFew(ids), err)
}

func (inf *inference) describe(s sample, d stats.Differences) {
	a, b := stats.Mean(s.a), stats.Mean(s.b)
	inf.MeanDifference = &d.Mean
	if aggregate := metrics.AggregateOf(inf.measure); aggregate == metrics.GeometricMean {
		a, _ = aggregate.Of(s.a)
		b, _ = aggregate.Of(s.b)
		inf.MeanDifference = result.Number(b - a)
	}
	inf.MeanA, inf.MeanB = &a, &b
	inf.relate()
	inf.count(d)
}

// test runs the tests, lets the rule weigh those of the mean, and warns when
// they disagree. Without replicates it is about another mean than that of the pairs.
func (inf *inference) test(d stats.Differences, replicates *stats.Replicates, settings Settings, level float64) error {
	byName := map[string]stats.Result{}
	tests := []struct {
		test interface {
			Name() string
			Test(d stats.Differences) (stats.Result, error)
		}
		to **result.TestResult
	}{
		{stats.TTest{Level: level}, &inf.T},
		{signFlip{settings}, &inf.Randomization},
		{stats.Wilcoxon{}, &inf.Wilcoxon},
		{stats.Sign{}, &inf.Sign},
	}
	if replicates == nil {
		tests = tests[:2]
	}
	for _, t := range tests {
		r, err := t.test.Test(d)
		if err != nil {
			return fmt.Errorf("%s: %w", t.test.Name(), err)
		}
		*t.to = &result.TestResult{
			Statistic: r.Statistic, DF: r.DF, PValue: r.P,
			Method: string(r.Method), Rounds: r.Rounds, Interval: interval(r.Interval),
		}
		byName[t.test.Name()] = r
		switch t.test.Name() {
		case TestT, TestRandomization:
			inf.warn(r.Warnings...)
		case stats.Wilcoxon{}.Name():
			inf.Wilcoxon.Zeros = stats.DropZeros
		}
	}
	t, flips := byName[TestT], byName[TestRandomization]
	if inf.rule.Interval == stats.HeadlineSequence && inf.rule.Range == 0 {
		return fmt.Errorf("interval %s of a measure whose range is not known; declare the largest difference that two scores can have (--range NAME=WIDTH)", IntervalSequence)
	}
	e, err := inf.rule.Weigh(d, stats.Computed{T: &t, Randomization: &flips, Replicates: replicates})
	if errors.Is(err, stats.ErrOutOfRange) {
		return fmt.Errorf("a difference beyond the range of %g: %w; declare another range", inf.rule.Range, err)
	}
	if err != nil {
		return err
	}
	inf.evidence = &e
	inf.Tail = &result.Tail{
		Interval: *interval(&e.Tail.Interval), PValue: e.TailP,
		LowBy: e.Tail.LowBy, HighBy: e.Tail.HighBy, Rho: e.Tail.Rho, Range: e.Tail.Range,
	}
	inf.Decides, inf.PValue, inf.Interval, inf.Equivalence = e.Decides.Test, e.Decides.P, interval(&e.Headline), interval(e.Equivalence)
	if e.Disagreement != nil {
		inf.warn(*e.Disagreement)
	}
	if inf.rule.Range == 0 && inf.rule.Interval == stats.HeadlineAuto && d.Changed > 0 {
		inf.warn(stats.Warning{Code: rangeAssumed, Text: fmt.Sprintf(
			"the range of %s is not known: a query that was not seen is taken to differ by at most %.4g, the largest difference here; declare it (--range)", inf.measure, e.Tail.Range)})
	}
	return nil
}

// rangeAssumed is the code of a warning: the interval takes the largest difference for the most that there can be.
const rangeAssumed = "range_assumed"

// intervals computes the intervals that are shown next to the headline.
func (inf *inference) intervals(d stats.Differences, replicates stats.Replicates, level float64) error {
	for _, b := range []struct {
		kind stats.BootstrapKind
		to   **result.Bootstrapped
	}{{stats.Percentile, &inf.Bootstrap}, {stats.BCa, &inf.BCa}} {
		r, err := replicates.Interval(b.kind, level)
		if err != nil {
			return fmt.Errorf("bootstrap: %w", err)
		}
		*b.to = &result.Bootstrapped{Method: r.Method, Exact: r.Exact, Resamples: r.Resamples, Interval: interval(r.Interval)}
		inf.warn(r.Warnings...)
	}
	return nil
}

// judge says what the mean difference may be, after Bayes, and how many units are good for the candidate.
func (inf *inference) judge(d stats.Differences, level float64) error {
	p, err := stats.PosteriorOf(d, inf.rule.Margin, level, stats.Prior{})
	if err != nil {
		return fmt.Errorf("posterior: %w", err)
	}
	inf.Posterior = &result.Posterior{
		Mean: p.Mean, Interval: result.Interval{Method: "credible", Level: p.Level, Low: p.Low, High: p.High}, BetterByMore: p.Above, WithinMargin: p.Within, WorseByMore: p.Below, Better: p.Higher,
		PriorQueries: p.Prior.Queries, PriorSpread: p.Prior.SD,
	}
	switch inf.rule.Direction {
	case stats.LowerIsBetter:
		inf.Posterior.BetterByMore, inf.Posterior.WorseByMore, inf.Posterior.Better = p.Below, p.Above, 1-p.Higher
	case stats.Directionless:
		inf.Posterior = nil
	}
	return nil
}

func (inf *inference) size(d stats.Differences, level float64) error {
	dz, gz, err := stats.EffectSizesOf(d, level)
	if err != nil {
		return fmt.Errorf("effect size: %w", err)
	}
	inf.EffectSize = &result.EffectSize{CohensDz: dz.Value, HedgesGz: gz.Value, Interval: interval(dz.Interval)}
	return nil
}

// diagnose says how far the result hangs on few queries.
func (inf *inference) diagnose(d stats.Differences, settings Settings, pairs *pairing, s sample) error {
	g, err := stats.Diagnose(d, settings.Alpha)
	if err != nil {
		return fmt.Errorf("diagnostics: %w", err)
	}
	inf.Diagnostics = &result.Diagnostics{Skewness: g.Skewness, MinimumP: g.MinimumP, Fragile: []string{}}
	if g.Influence != nil {
		inf.Diagnostics.MaxInfluence = &g.Influence.Shift
		inf.Diagnostics.Influential = pairs.unitName(s.at[g.Influence.Index])
	}
	for _, i := range g.Fragile {
		inf.Diagnostics.Fragile = append(inf.Diagnostics.Fragile, pairs.unitName(s.at[i]))
	}
	return nil
}

// adjustStrata corrects the exploratory p values of the strata over all
// measures of one pair, by Benjamini and Hochberg.
func adjustStrata(measures []result.MeasureComparison) error {
	var results []*result.StratumResult
	var ps []float64
	for m := range measures {
		for s := range measures[m].Strata {
			if r := &measures[m].Strata[s]; r.PValue != nil {
				results = append(results, r)
				ps = append(ps, *r.PValue)
			}
		}
	}
	adjusted, err := stats.Adjust(ps, stats.BH)
	if err != nil {
		return err
	}
	for i, r := range results {
		r.PAdjusted = &adjusted[i]
	}
	return nil
}
