package scoring

import "github.com/rankduel/rankduel/experiment/result"

// NewEvaluation sets the summaries of several systems side by side, rounded as
// the profile says.
func NewEvaluation(set result.TestSetInfo, profile string, systems []*Table, perQuery bool) *result.Evaluation {
	e := &result.Evaluation{Schema: result.EvaluationSchema, Profile: profile, TestSet: set}
	for _, s := range systems {
		r := s.Summarize(perQuery)
		roundAll(&r, s.Profile)
		e.Runs = append(e.Runs, r)
	}
	return e
}
