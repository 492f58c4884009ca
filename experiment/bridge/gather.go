package bridge

import (
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/prose"
)

// Gather makes one table of a system's run files, each of which answers some of
// the queries: an old recording and what was asked since. A query in two files is
// an error; one in none has the score of an empty ranking, as in a single file, and
// is warned of: that it is in one of them alone is what they are for.
func Gather(j *judgments.Judgments, parts []*scoring.Table) (*scoring.Table, error) {
	if len(parts) == 1 {
		return parts[0], nil
	}
	answered := map[string]bool{}
	for _, p := range parts {
		for i := range p.Queries {
			if p.Queries[i].Status != result.Missing {
				answered[p.Queries[i].QueryID] = true
			}
		}
	}
	var missing []string
	for i := range parts[0].Queries {
		if id := parts[0].Queries[i].QueryID; !answered[id] {
			missing = append(missing, id)
		}
	}
	for n, p := range parts {
		p.Health = slices.DeleteFunc(slices.Clone(p.Health), func(f result.Finding) bool { return f.Code == result.FindingMissing })
		if n == 0 && len(missing) > 0 {
			p.Health = append(p.Health, result.Warned(result.FindingMissing, fmt.Sprintf("%d of %d judged queries are in none of the %d run files and score 0: %s", len(missing), j.Len(), len(parts), prose.FirstFew(missing))))
		}
		var keep []int
		for i := range p.Queries {
			if missing := p.Queries[i].Status == result.Missing; !missing || n == 0 && !answered[p.Queries[i].QueryID] {
				keep = append(keep, i)
			}
		}
		p.KeepQueries(keep)
	}
	return scoring.Merge(j, parts...)
}
