package bridge

import (
	"github.com/rankduel/rankduel/experiment/judgments"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
)

// Gather makes one table of a system's run files, each of which answers some of
// the queries: an old recording and what was asked since. A query in two files is
// an error; one in none has the score of an empty ranking, as in a single file.
func Gather(j *judgments.Judgments, parts []*scoring.Table) (*scoring.Table, error) {
	if len(parts) == 1 {
		return parts[0], nil
	}
	answered := map[string]bool{}
	for _, p := range parts {
		for i := range p.Queries {
			if p.Queries[i].Status != result.Missing {
				answered[p.Queries[i].ID] = true
			}
		}
	}
	for n, p := range parts {
		var keep []int
		for i := range p.Queries {
			if missing := p.Queries[i].Status == result.Missing; !missing || n == 0 && !answered[p.Queries[i].ID] {
				keep = append(keep, i)
			}
		}
		p.KeepQueries(keep)
	}
	return scoring.Merge(j, parts...)
}
