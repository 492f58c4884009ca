package scoring

import (
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
)

// NewEvaluation sets the summaries of several systems side by side, rounded as the profile says.
func NewEvaluation(set result.TestSetInfo, profile string, systems []*Table, perQuery bool) *result.Evaluation {
	e := &result.Evaluation{Schema: result.EvaluationSchema, Profile: profile, TestSet: set}
	for _, s := range systems {
		r := s.Summarize(perQuery)
		roundAll(&r, s.Profile)
		e.Runs = append(e.Runs, r)
	}
	return e
}

// roundAll rounds every score of a summary as the profile does when it prints one.
// Means were taken before. Times are no one's convention and stay as they are.
func roundAll(r *result.RunEvaluation, p metrics.Profile) {
	if p.Decimals < 0 {
		return
	}
	roundSummaries(p, r.Measures)
	for _, summaries := range r.Strata {
		roundSummaries(p, summaries)
	}
	for _, q := range r.PerQuery {
		for _, v := range q.Scores {
			if v != nil {
				*v = p.Round(*v) // no one else has it
			}
		}
	}
}

func roundSummaries(p metrics.Profile, summaries []result.MeasureSummary) {
	for i := range summaries {
		s := &summaries[i]
		s.Mean, s.Median, s.Std, s.Overall = rounded(p, s.Mean), rounded(p, s.Median), rounded(p, s.Std), rounded(p, s.Overall)
		if s.Ties != nil {
			s.Ties.Min, s.Ties.Expected, s.Ties.Max = p.Round(s.Ties.Min), p.Round(s.Ties.Expected), p.Round(s.Ties.Max)
		}
		if s.Bounds != nil {
			s.Bounds.Low, s.Bounds.High = p.Round(s.Bounds.Low), p.Round(s.Bounds.High)
		}
	}
}

// rounded returns nil for nil, and leaves v itself alone.
func rounded(p metrics.Profile, v *float64) *float64 {
	if v == nil {
		return nil
	}
	return new(p.Round(*v))
}
