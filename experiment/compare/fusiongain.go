package compare

import (
	"errors"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

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
