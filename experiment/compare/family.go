package compare

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// A member is one test of a family: a measure of a pair.
type member struct {
	pairs     *pairing
	at        int // of the measure
	inference *inference
	result    *result.MeasureComparison
}

// inferPairs computes every measure of every pair, adjusts the p values of each family and decides. Failed queries are
// left out, or count as the worst that there is. tests are those of all pairs of systems, by measure.
func inferPairs(pairings []*pairing, tests []*systemTests, settings Settings, count failures) ([][]result.MeasureComparison, error) {
	all := make([][]result.MeasureComparison, len(pairings))
	var families [][]member // in order of first appearance
	index := map[string]int{}
	for i, pairs := range pairings {
		primary := metrics.Index(pairs.a.Measures, settings.Primary)
		of := func(m int) sample { return pairs.sample(m, count.as(settings, pairs.a.Measures[m]), nil) }
		inferences, err := infer(pairs, of, settings)
		if err != nil {
			return nil, err
		}
		for m, measure := range pairs.a.Measures {
			if err := inferences[m].weighSilver(pairs, m, of, settings); err != nil {
				return nil, fmt.Errorf("%s by both kinds of labels: %w", measure, err)
			}
		}
		for m, measure := range pairs.a.Measures {
			if err := inferences[m].addRepeats(pairs, m, of, settings); err != nil {
				return nil, err
			}
			if err := inferences[m].reckon(pairs, m, of, settings, pairs.known.covariates); err != nil {
				return nil, fmt.Errorf("%s: %w", measure, err)
			}
		}
		all[i] = make([]result.MeasureComparison, len(inferences))
		for m, measure := range pairs.a.Measures {
			all[i][m] = result.MeasureComparison{Measure: measure.String(), Primary: m == primary, Inference: inferences[m].Inference}
			family := familyName(settings, all[i][m].Primary)
			key := family
			switch {
			case settings.AllPairs:
				key = measure.String()
			case settings.Family == FamilyComparison:
				key = fmt.Sprint(i)
			}
			at, ok := index[key]
			if !ok {
				at = len(families)
				index[key] = at
				families = append(families, nil)
			}
			all[i][m].Family.Name = family
			all[i][m].LowerIsBetter = metrics.DirectionOf(measure) == metrics.LowerIsBetter
			if !Decides(measure) {
				all[i][m].Verdict, all[i][m].VerdictCode = result.NoVerdict, string(stats.ReasonNoDirection)
				all[i][m].VerdictReason = undecided(measure)
				continue
			}
			families[at] = append(families[at], member{pairs, m, inferences[m], &all[i][m]})
		}
	}
	for _, family := range families {
		if err := adjust(family, tests, settings, count); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func familyName(settings Settings, primary bool) string {
	switch {
	case settings.AllPairs:
		return result.FamilyOfPairs
	case settings.Family == FamilyComparison:
		return result.FamilyOfMeasures
	case primary:
		return result.FamilyOfPrimary
	}
	return result.FamilyOfSecondary
}

// adjust corrects the p values of one family, then decides each member.
func adjust(family []member, tests []*systemTests, settings Settings, count failures) error {
	size, ps, err := len(family), []float64(nil), error(nil)
	if settings.AllPairs {
		size, ps = tests[family[0].at].family(len(family))
	} else if ps, err = adjusted(family, settings, count); err != nil {
		return err
	}
	for i, f := range family {
		f.result.Family.Size = size
		if f.result.PValue != nil {
			f.result.PAdjusted = &ps[i]
		}
		f.inference.rule.Tests = size
		if err := f.inference.detectable(); err != nil {
			return err
		}
		f.result.MinimumDetectable = f.inference.MinimumDetectable
		d, err := f.inference.decide(f.result.PAdjusted)
		if err == nil {
			d, err = f.inference.overrule(d)
		}
		if err != nil {
			return err
		}
		f.result.Verdict, f.result.VerdictCode, f.result.VerdictReason = result.Verdict(d.Verdict), string(d.Reason), f.inference.sentence(d)
		f.result.CorrectionMatters = d.CorrectionMatters
	}
	return nil
}

func adjusted(family []member, settings Settings, count failures) ([]float64, error) {
	ps := ordered.Each(family, func(f member) float64 { return orOne(f.result.PValue) })
	if settings.Correction == CorrectionMaxT {
		ds := ordered.Each(family, func(f member) []float64 { return f.pairs.all(f.at, count.as(settings, f.pairs.a.Measures[f.at])) })
		return settings.maxT(ds, ps)
	}
	return stats.Adjust(ps, settings.Correction)
}

// orOne returns p, or 1 for a test that cannot decide: it stays in its family.
func orOne(p *float64) float64 {
	if p == nil {
		return 1
	}
	return *p
}

// maxT corrects over comparisons of the same units. Sign flips know nothing of a
// loss that was not seen: no p becomes smaller than it is alone.
func (s Settings) maxT(ds [][]float64, ps []float64) ([]float64, error) {
	r, err := stats.MaxT{Rounds: flipsPerResample * s.Resamples, Seed: *s.Seed, Workers: s.Workers}.Adjust(ds)
	for i := range r.Adjusted {
		r.Adjusted[i] = max(r.Adjusted[i], ps[i])
	}
	return r.Adjusted, err
}

// all returns the differences of measure m over every unit, 0 where one is left out: flipping the sign of 0
// changes nothing, so all members of a family can share their flips.
func (p *pairing) all(m int, failed *float64) []float64 {
	d := make([]float64, p.unitCount())
	s := p.byUnit(p.sample(m, failed, nil))
	for i, at := range s.at {
		d[at] = s.b[i] - s.a[i]
	}
	return d
}
