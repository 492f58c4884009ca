package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
	"github.com/rankduel/rankduel/stats/silver"
)

// An inference is being made: what a report says of one measure, and what the rule that decides needs of it.
type inference struct {
	result.Inference
	measure  metrics.Measure
	rule     stats.Rule
	evidence *stats.Evidence // nil without a pair

	twin *twin // nil without labels of a model

	// Where labels of a model have a part in the evidence, that of people's alone, and the estimate by both; else nil.
	human    *stats.Evidence
	combined *silver.Estimate
}

// rule returns what turns the differences of measure m into a verdict.
func (p *pairing) rule(m int, s Settings) stats.Rule {
	r := s.rule(p.a.Measures[m])
	r.BestMean, r.Test = p.bestMean(m), stats.Deciding(s.Test)
	return r
}

func (s Settings) rule(m metrics.Measure) stats.Rule {
	return stats.Rule{
		Alpha: s.Alpha, Margin: s.Margin, Range: s.rangeOf(m), Direction: directionOf(m),
		Interval: stats.HeadlineKind(s.Interval), Equivalence: stats.EquivalenceBy(s.Equivalence),
	}
}

// rangeOf returns the largest difference that two scores of a measure can have, 0
// where neither the measure nor the user says so.
func (s Settings) rangeOf(m metrics.Measure) float64 {
	if width, declared := s.Ranges[m.String()]; declared {
		return width
	}
	if width, known := metrics.WidthOf(m); known {
		return width
	}
	return s.Ranges[""]
}

// decide asks the rule. Without a pair there is nothing to ask about.
func (inf *inference) decide(adjusted *float64) (stats.Decision, error) {
	if inf.evidence == nil {
		return stats.Decision{Verdict: stats.Inconclusive, Reason: stats.ReasonFewPairs, N: inf.N}, nil
	}
	return inf.rule.Decide(*inf.evidence, adjusted)
}

// detectable states the smallest true difference that this many units with this
// spread would show, by the rule that decides.
func (inf *inference) detectable() error {
	if inf.evidence == nil || inf.rule.Direction == stats.Directionless {
		return nil
	}
	inf.MinimumDetectable = &result.Detectable{Power: stats.DefaultPower}
	if inf.N < 2 || inf.StdDifference == nil || *inf.StdDifference == 0 {
		return nil
	}
	if inf.combined != nil {
		inf.MinimumDetectable.Effect = new(inf.combined.Detectable(stats.DefaultPower))
		return nil
	}
	spread := stats.SpreadOf(inf.evidence.Differences)
	effect, err := inf.rule.Detectable(spread, spread.N)
	switch {
	case errors.Is(err, stats.ErrUnreachable):
		return nil
	case err != nil:
		return fmt.Errorf("minimum detectable difference: %w", err)
	}
	inf.MinimumDetectable.Effect = &effect
	return nil
}

func (inf *inference) count(d stats.Differences) {
	inf.Wins, inf.Losses, inf.Ties, inf.Changed = d.Wins, d.Losses, d.Ties, d.Changed
	if inf.rule.Direction == stats.LowerIsBetter {
		inf.Wins, inf.Losses = d.Losses, d.Wins
	}
}

// relate states the difference in units of the baseline's mean.
func (inf *inference) relate() {
	inf.RelativeDifference = nil
	if *inf.MeanA != 0 {
		inf.RelativeDifference = result.Number(*inf.MeanDifference / *inf.MeanA)
	}
}

func (inf *inference) warn(warnings ...stats.Warning) {
	for _, w := range warnings {
		if !slices.ContainsFunc(inf.Warnings, func(have result.Warning) bool { return have.Code == w.Code }) {
			inf.Warnings = append(inf.Warnings, result.Warning(w))
		}
	}
}

func interval(i *stats.Interval) *result.Interval { return (*result.Interval)(i) }

// flipsPerResample is how many times more sign flips are made than resamples
// when p comes out near alpha: 100,000 by default.
const flipsPerResample = 10

// nearAlpha is how many sampling errors p must be away from alpha to be left at the first number of flips.
const nearAlpha = 20

// signFlip is the randomization test with as many flips as the decision needs:
// a p far from alpha is not worth another digit.
type signFlip struct{ settings Settings }

// Name returns that of the test.
func (f signFlip) Name() string { return stats.SignFlip{}.Name() }

// Test is exact where it can be; otherwise it samples as many flips as there
// are resamples, and ten times as many when that leaves p near alpha.
func (f signFlip) Test(d stats.Differences) (stats.Result, error) {
	test := stats.SignFlip{Rounds: f.settings.Resamples, Seed: *f.settings.Seed, Workers: f.settings.Workers}
	r, err := test.Test(d)
	if err != nil || r.P == nil {
		return r, err
	}
	if se := r.SamplingError(); se != nil && math.Abs(*r.P-f.settings.Alpha) < nearAlpha**se {
		test.Rounds *= flipsPerResample
		return test.Test(d)
	}
	return r, nil
}
