package run

import (
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
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
		list = append(list, c.findings...)
		if c.dropped > 0 {
			list = append(list, scoring.DroppedFinding(c.dropped))
		}
		if c.missing > 0 && len(s.Config.Components) > 1 {
			list = append(list, result.Warned(result.FindingMissing, fmt.Sprintf("component %s lacks %d of %d judged queries; the fusion goes on without it there", name, c.missing, r.judgments.Len())))
		}
	}
	return append(list, r.depthFinding(s, t, retrieved)...)
}

// depthFinding says that measures without a cutoff saw rankings that were cut,
// where that can matter: a relevant document may stand below the cut, and for
// the reciprocal rank no other is above it.
func (r *Retrieved) depthFinding(s System, t *scoring.Table, retrieved []int) []result.Finding {
	some, none := 0, 0 // full rankings that lack some, or all, relevant documents
	for q, hits := range retrieved {
		relevant := t.Queries[q].Relevant
		found := 0
		for _, d := range relevant {
			if d.Rank > 0 {
				found++
			}
		}
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
