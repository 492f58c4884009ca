package compare

import (
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats"
)

// DetectablePower is the power at which the minimum detectable difference is
// stated.
const DetectablePower = 0.8

// An inference is being made.
type inference struct{ result.Inference }

func (inf *inference) warn(warnings ...stats.Warning) {
	for _, w := range warnings {
		if !slices.ContainsFunc(inf.Warnings, func(have result.Warning) bool { return have.Code == w.Code }) {
			inf.Warnings = append(inf.Warnings, result.Warning{Code: w.Code, Text: w.Text})
		}
	}
}

func interval(i *stats.Interval) *result.Interval {
	if i == nil {
		return nil
	}
	return &result.Interval{Method: i.Method, Level: i.Level, Low: i.Low, High: i.High}
}
