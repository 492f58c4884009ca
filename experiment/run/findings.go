package run

import (
	"context"
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// findings says what the reader of a system's numbers should know about its
// inputs; retrieved is how many hits each query has.
func (r *Retrieved) findings(s System, t *scoring.Table, retrieved []int) []result.Finding {
	var list []result.Finding
	for i, name := range s.Config.Components {
		c := r.columns[name]
		if i == 0 {
			list = append(list, c.stale...)
		}
		for _, f := range c.findings {
			if _, file := c.feed.(runFeed); file && len(s.Config.Components) > 1 { // those of a corpus name it
				f.Text = name + ": " + f.Text
			}
			list = append(list, f)
		}
		if c.dropped > 0 {
			list = append(list, scoring.DroppedFinding(c.dropped))
		}
		if c.missing > 0 && len(s.Config.Components) > 1 {
			list = append(list, result.Warned(result.FindingMissing, fmt.Sprintf("component %s lacks %d of %d judged queries; the fusion goes on without it there", name, c.missing, r.judgments.Len())))
		}
	}
	return append(list, r.depthFinding(s, t, retrieved)...)
}

// depthFinding says that measures without a cutoff saw rankings that were cut, where that can matter: a
// relevant document may stand below the cut, and for the reciprocal rank no other is above it.
func (r *Retrieved) depthFinding(s System, t *scoring.Table, retrieved []int) []result.Finding {
	some, none := 0, 0 // full rankings that lack some, or all, relevant documents
	for q, hits := range retrieved {
		relevant := t.Query(q).Relevant
		found := ordered.Count(relevant, func(d result.RankedRelevant) bool { return d.Rank > 0 })
		if hits < s.Config.TopK || found == len(relevant) {
			continue
		}
		some++
		if found == 0 {
			none++
		}
	}
	var uncut []string
	lacking, n := "any relevant document", none
	for _, m := range r.plan.Measures {
		_, first := m.(metrics.ReciprocalRank)
		switch {
		case metrics.LevelOf(m) == metrics.AnswerLevel || m.Cutoff() != 0 || first && none == 0 || some == 0:
			continue
		case !first:
			lacking, n = "all relevant documents", some
		}
		uncut = append(uncut, m.String())
	}
	if len(uncut) == 0 {
		return nil
	}
	return []result.Finding{result.Noted(result.FindingDepth, fmt.Sprintf("%s would look at whole rankings, but %s without %s ended at top_k %d",
		strings.Join(uncut, ", "), prose.Plural(n, "ranking"), lacking, s.Config.TopK))}
}

// VersionChanged warns when runs are stored that were scored on another content of the test set under the
// same name and version: a number of then and one of now look alike and are not comparable. A recorder that
// cannot list its runs knows nothing of them.
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
