package experiment

import (
	"encoding/json"
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
)

// Restore turns a stored run back into the table it was made from, queries by
// id. It can be compared with any other run over the same test set.
func Restore(run result.StoredRun) (*Scores, error) {
	var summary result.RunEvaluation
	if err := json.Unmarshal(run.Aggregate, &summary); err != nil {
		return nil, fmt.Errorf("stored run %s: aggregate: %w", run.ID, err)
	}
	if len(summary.Measures) == 0 {
		return nil, fmt.Errorf("stored run %s holds no measure of this program; score it again", run.ID)
	}
	measures := make([]string, len(summary.Measures))
	for m := range summary.Measures {
		measures[m] = summary.Measures[m].Measure
	}
	s := newScores(run.Name, run.Profile, run.TestSet, measures, len(run.Rows))
	s.Role, s.RunID, s.SHA256, s.Health = summary.Role, run.ID, summary.SHA256, summary.Health
	s.Recordings = summary.Recordings
	for q, row := range run.Rows {
		s.Queries[q] = ScoredQuery{
			ID: row.QueryID, Stratum: row.Stratum, Text: row.Text, Status: row.Status, Error: row.Error,
			LatencyMS: row.LatencyMS, RerankMS: row.RerankMS, Relevant: row.Relevant,
		}
		for m, name := range measures {
			s.values[m][q] = orNaN(row.Scores[name])
		}
		s.judged[q] = orNaN(row.Judged)
	}
	return s, nil
}
