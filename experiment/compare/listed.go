package compare

import (
	"encoding/json"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// PrimaryOf returns the summary of the measure that would decide about a stored run
// unless one is named; nil when it has none, as a run of another program.
func PrimaryOf(run result.StoredRun) *result.MeasureSummary {
	var summary result.RunEvaluation
	if err := json.Unmarshal(run.Aggregate, &summary); err != nil {
		return nil
	}
	profile, err := metrics.ProfileByName(run.Profile)
	if err != nil {
		profile = metrics.Profile{Name: run.Profile} // another program's
	}
	var measures []metrics.Measure
	for _, m := range summary.Measures {
		measures = append(measures, scoring.Named(m.Measure))
	}
	primary := Primary(profile, measures)
	if primary == nil {
		return nil
	}
	i := slices.IndexFunc(summary.Measures, func(m result.MeasureSummary) bool { return m.Measure == primary.String() })
	return &summary.Measures[i]
}
