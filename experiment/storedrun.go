package experiment

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

func (r *Runner) storedRun(s *arm) (StoredRun, error) {
	aggregate, err := json.Marshal(s.scores.Summarize(false))
	if err != nil {
		return StoredRun{}, err
	}
	now := time.Now
	if r.opts.Clock != nil {
		now = r.opts.Clock
	}
	run := StoredRun{
		ID: s.id, Name: s.name, Suite: suite(r.judgments.Info), TestSet: r.judgments.Info, Profile: r.profile.Name,
		Config: s.json, Aggregate: aggregate, CommitHash: r.opts.CommitHash, CreatedAt: now().UTC(),
		Rows: make([]StoredRow, len(s.scores.Queries)),
	}
	for q, query := range s.scores.Queries {
		run.Rows[q] = StoredRow{
			QueryID: query.ID, Stratum: query.Stratum, Text: query.Text, Status: query.Status, Error: query.Error,
			LatencyMS: query.LatencyMS, RerankMS: query.RerankMS, Scores: s.scores.row(q), Judged: number(s.scores.judged[q]), Relevant: query.Relevant,
		}
	}
	slices.SortStableFunc(run.Rows, func(a, b StoredRow) int { return strings.Compare(a.QueryID, b.QueryID) })
	return run, nil
}

func suite(info TestSetInfo) string {
	if info.Version == "" {
		return info.Name
	}
	return info.Name + "@" + info.Version
}

// Scores turns a stored run back into the table it was made from, queries by
// id. It can be compared with any other run over the same test set.
func (run StoredRun) Scores() (*Scores, error) {
	var summary RunEvaluation
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
