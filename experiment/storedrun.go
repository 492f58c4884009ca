package experiment

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
)

func (r *Runner) storedRun(s *arm) (result.StoredRun, error) {
	aggregate, err := json.Marshal(s.scores.Summarize(false))
	if err != nil {
		return result.StoredRun{}, err
	}
	now := time.Now
	if r.opts.Clock != nil {
		now = r.opts.Clock
	}
	run := result.StoredRun{
		ID: s.id, Name: s.name, Suite: r.judgments.Info.Suite(), TestSet: r.judgments.Info, Profile: r.profile.Name,
		Config: s.json, Aggregate: aggregate, CommitHash: r.opts.CommitHash, CreatedAt: now().UTC(),
		Rows: make([]result.StoredRow, len(s.scores.Queries)),
	}
	for q, query := range s.scores.Queries {
		run.Rows[q] = result.StoredRow{
			QueryID: query.ID, Stratum: query.Stratum, Text: query.Text, Status: query.Status, Error: query.Error,
			LatencyMS: query.LatencyMS, RerankMS: query.RerankMS, Scores: s.scores.Row(q), Judged: result.Number(s.scores.JudgedShare(q)), Relevant: query.Relevant,
		}
	}
	slices.SortStableFunc(run.Rows, func(a, b result.StoredRow) int { return strings.Compare(a.QueryID, b.QueryID) })
	return run, nil
}
