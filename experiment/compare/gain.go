package compare

import (
	"errors"
	"math"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// Gain tests whether the mean of b − a is 0, with a standard error that does not follow from the spread
// of these differences, which are means over divisions of the queries: they are stretched around their
// mean until it does. grouped says that each is of a group of wordings.
func Gain(measure metrics.Measure, b, a []float64, standardError float64, grouped bool, settings Settings) (result.GainInference, error) {
	d, err := stats.NewDifferences(a, b)
	if err != nil {
		return result.GainInference{}, err
	}
	out := result.GainInference{N: d.N, Wins: d.Wins, Losses: d.Losses, Ties: d.Ties, StandardError: standardError}
	rule := settings.rule(measure)
	inf := inference{Inference: result.Inference{N: d.N, MeanDifference: &d.Mean}, measure: measure, rule: rule}
	if grouped {
		inf.Unit = unitOfGroups
	}
	if d.SD != nil {
		stretched := stretch(d, standardError*math.Sqrt(float64(d.N)))
		stretched.Changed = d.Changed // that of the settings, not of the stretching
		if inf.evidence, err = gainEvidence(stretched, rule); err != nil {
			return result.GainInference{}, err
		}
		out.Interval, out.Equivalence, out.PValue = interval(&inf.evidence.Headline), interval(inf.evidence.Equivalence), inf.evidence.Decides.P
	}
	decision, err := inf.decide(out.PValue)
	out.Verdict, out.VerdictReason = result.Verdict(decision.Verdict), inf.sentence(decision)
	return out, err
}

// gainEvidence returns what the rule looks at: the signs of smoothed differences
// say too much, and so would a bootstrap.
func gainEvidence(stretched stats.Differences, rule stats.Rule) (*stats.Evidence, error) {
	if rule.Range > 0 { // stretching may take a difference beyond the measure
		for _, v := range stretched.Values() {
			rule.Range = max(rule.Range, math.Abs(v))
		}
	}
	e, err := rule.Weigh(stretched, stats.Computed{Randomization: &stats.Result{Test: stats.SignFlip{}.Name(), Method: stats.Exact}})
	return &e, err
}

// stretch gives the differences the standard deviation sd, around their mean.
func stretch(d stats.Differences, sd float64) stats.Differences {
	values := d.Values()
	if *d.SD == 0 {
		return d // all alike: there is no shape to stretch
	}
	for i, v := range values {
		values[i] = d.Mean + (v-d.Mean)*sd / *d.SD
	}
	stretched, err := stats.DifferencesOf(values)
	if err != nil {
		return d // larger than numbers can be, which scores are not
	}
	return stretched
}

// FusionGainOf sets a configuration against one of its components, descriptively;
// nil when no query was measured in both.
func FusionGainOf(component, config *scoring.Table, primary metrics.Measure) (*result.FusionGain, error) {
	p, err := pair(component, config)
	if err != nil {
		return nil, err
	}
	s := p.sample(metrics.Index(component.Measures, primary), nil, nil)
	d, err := stats.NewDifferences(s.a, s.b)
	if errors.Is(err, stats.ErrNoPairs) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &result.FusionGain{
		Config: config.Name, Component: component.Name, Measure: primary.String(),
		N: d.N, MeanDifference: d.Mean, Wins: d.Wins, Losses: d.Losses, Ties: d.Ties,
	}, nil
}
