package sweep

import (
	"context"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/run"
)

// Scores returns the table that a sweep chooses from, by setting and query.
func Scores(ctx context.Context, p *run.Prepared, recorder result.Recorder) ([][]float64, error) {
	s, err := scoredSettings(ctx, p, recorder, Options{})
	if err != nil {
		return nil, err
	}
	return s.scores, nil
}
