package flags

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
)

// History returns the stored runs of the test set with this content that keep
// accepts, newest first, and how many it does not. Runs of components and of
// held-out parts are neither.
func (s *Store) History(ctx context.Context, sha256 string, keep func(run result.StoredRun) bool) (runs []result.StoredRun, without int, err error) {
	db, err := s.OpenReadOnly(ctx)
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	list, err := db.Runs(ctx)
	if err != nil {
		return nil, 0, err
	}
	for _, run := range list {
		var summary struct{ Role result.Role }
		if run.TestSet.SHA256 != sha256 || run.TestSet.Part == judgments.PartHeldOut ||
			json.Unmarshal(run.Aggregate, &summary) == nil && summary.Role == result.RoleComponent {
			continue
		}
		full, err := db.Run(ctx, run.ID)
		if err != nil {
			return nil, 0, err
		}
		if len(full.Rows) == 0 || !keep(full) {
			without++
			continue
		}
		runs = append(runs, full)
	}
	return runs, without, nil
}

// HasScore reports whether one of the rows has a score of this name, if an
// undefined one.
func HasScore(rows []result.Row, measure string) bool {
	for _, r := range rows {
		if _, ok := r.Scores[measure]; ok {
			return true
		}
	}
	return false
}
