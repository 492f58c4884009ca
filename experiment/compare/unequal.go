package compare

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/stats"
)

// reckon puts what weights and covariates make of the pairs in the place of the plain
// inference, whose difference is reported next to it.
func (inf *inference) reckon(p *pairing, m int, of func(m int) sample, settings Settings, covariates []covariate) error {
	if inf.evidence == nil || !settings.weighted() && len(covariates) == 0 {
		return nil
	}
	plain, err := inf.decide(inf.evidence.Decides.P)
	if err != nil {
		return err
	}
	out := &result.UnequalInference{
		Plain:        result.Estimated{Mean: inf.MeanDifference, Interval: inf.Interval, PValue: inf.PValue},
		PlainVerdict: cmp.Or(result.Verdict(plain.Verdict), result.NoVerdict),
	}
	inf.Unequal = out
	s := of(m)
	if !settings.weighted() {
		d, err := inf.adjust(p, s, covariates)
		if err != nil || out.Alone != "" {
			return err
		}
		return errors.Join(inf.replace(d, settings), inf.diagnose(d, settings, p, p.byUnit(s)))
	}
	units := p.gather(s, p.known.weight)
	d, err := p.weighted(units)
	if err != nil {
		return err
	}
	w := p.weightsOf(units)
	parts := w.Parts()
	most := slices.Index(parts, slices.Max(parts))
	out.Effective, out.Largest, out.LargestShare = d.Effective, p.unitName(units.at[most]), parts[most]
	inf.MeanA, inf.MeanB = new(w.Mean(units.a)), new(w.Mean(units.b))
	return errors.Join(inf.replace(d, settings), inf.diagnose(d, settings, p, units))
}

// adjust takes out of the differences what covariates foretell, or says why not.
func (inf *inference) adjust(p *pairing, s sample, covariates []covariate) (stats.Differences, error) {
	before, out := inf.evidence.Differences, inf.Unequal
	var xs []stats.Covariate
	for _, c := range covariates {
		x := ordered.Each(s.at, func(i int) float64 { return c.values[i] })
		x = p.byUnit(sample{at: s.at, a: x, b: x}).a
		xs = append(xs, stats.Covariate{Name: c.Name, Values: x, Mean: c.Mean, All: float64(c.Queries)})
		out.Covariates = append(out.Covariates, c.CovariateUsed)
	}
	d, slopes, err := before.Adjusted(xs)
	if why := (*stats.UnadjustedError)(nil); errors.As(err, &why) {
		out.Alone = why.Why
		return d, nil
	}
	for j, slope := range slopes {
		out.Covariates[j].Slope, out.ErrorRatio = slope, *d.SD / *before.SD
	}
	return d, err
}

// replace infers from other differences of the same pairs what holds for them.
func (inf *inference) replace(d stats.Differences, settings Settings) error {
	inf.Warnings, inf.StdDifference, inf.MeanDifference = []result.Warning{}, d.SD, &d.Mean
	inf.Wilcoxon, inf.Sign, inf.McNemar, inf.Bootstrap, inf.BCa, inf.EffectSize, inf.Posterior = nil, nil, nil, nil, nil, nil, nil
	if err := inf.test(d, nil, settings, 1-settings.Alpha); err != nil {
		return err
	}
	if inf.Unequal.ErrorRatio > 0 { // sign flips are of differences without covariates
		inf.Randomization, inf.evidence.Disagreement = nil, nil
		inf.Warnings = slices.DeleteFunc(inf.Warnings, func(w result.Warning) bool { return w.Code == stats.WarnMethodsDisagree })
	}
	inf.count(d)
	inf.relate()
	return nil
}

// unequalFindings say how uneven the weights of a pair are, whether they decide, and how covariates were used.
func unequalFindings(p *pairing, measures []result.MeasureComparison) (out []result.Finding) {
	if zero := len(slices.DeleteFunc(slices.Clone(p.known.weights), func(w float64) bool { return w > 0 })); zero > 0 {
		out = append(out, result.Noted(result.FindingZeroWeight, prose.Plural(zero, "query")+" with weight 0, left out"))
	}
	for _, m := range measures {
		u := m.Unequal
		if !m.Primary || u == nil {
			continue
		}
		if p.known.hasWeights() && u.Effective < min(10, float64(m.N)) {
			out = append(out, result.Warned(result.FindingFewEffective, fmt.Sprintf(
				"the weights are so uneven that %d %s count as %.1f: %s alone has %s of the weight; look at it, or cap the weights",
				m.N, cmp.Or(m.Unit, "queries"), u.Effective, u.Largest, prose.Percent(math.Round(1000*u.LargestShare)/1000))))
		}
		if p.known.hasWeights() && u.PlainVerdict != m.Verdict && !m.CorrectionMatters {
			out = append(out, result.Warned(result.FindingWeightsMatter, fmt.Sprintf(
				"without weights the verdict on %s would be %s, not %s: what the weights stand for decides it", m.Measure, u.PlainVerdict, m.Verdict)))
		}
		if u.Alone != "" {
			out = append(out, result.Warned(result.FindingNotAdjusted, "not adjusted on "+m.Measure+": "+u.Alone))
		}
	}
	for _, c := range p.known.covariates {
		if c.Places {
			out = append(out, result.Noted(result.FindingLongTail, fmt.Sprintf("%s has a long tail: its place among all %d queries is adjusted by, not its value", c.Name, c.Queries)))
		}
	}
	return out
}
