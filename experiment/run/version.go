package run

import (
	"context"
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
)

// VersionChanged warns when runs are stored that were scored on another content of
// the test set under the same name and version: a number of then and one of now
// look alike and are not comparable. A recorder that cannot list its runs knows
// nothing of them.
func (r *Retrieved) VersionChanged(ctx context.Context) ([]result.Finding, error) {
	archive, ok := r.recorder.(result.Archive)
	info := r.judgments.Info
	if !ok || info.Version == "" {
		return nil, nil
	}
	runs, err := archive.Runs(ctx)
	if err != nil {
		return nil, &result.StoreError{Err: err}
	}
	n, last := 0, result.StoredRun{}
	for _, run := range runs { // the newest first
		if run.Suite != info.Suite() || run.TestSet.SHA256 == "" || run.TestSet.SHA256 == info.SHA256 {
			continue
		}
		if n == 0 {
			last = run
		}
		n++
	}
	if n == 0 {
		return nil, nil
	}
	return []result.Finding{result.Warned(result.FindingVersion, fmt.Sprintf(
		"%s has another content (sha256 %.12s) than when %s, the last %s on %s (sha256 %.12s); give a set that was changed another version",
		info.Suite(), info.SHA256, prose.Plural(n, "stored run")+" used it", last.ID, last.CreatedAt.UTC().Format("2006-01-02"), last.TestSet.SHA256))}, nil
}
