package compare

import (
	"math"

	"github.com/rankduel/rankduel/stats"
)

// flipsPerResample is how many times more sign flips are made than resamples
// when p comes out near alpha: 100,000 by default.
const flipsPerResample = 10

// nearAlpha is how many sampling errors p must be away from alpha to be left
// at the first number of flips.
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
