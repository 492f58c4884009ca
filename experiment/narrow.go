package experiment

import (
	"fmt"

	"github.com/rankduel/rankduel/metrics"
)

// Codes of findings about what the options left out.
const (
	FindingDepth      = "limited_depth"
	FindingJudgedOnly = "judged_only"
)

// narrow takes out of a ranking what the options do not want to count.
func (o ScoreOptions) narrow(j *metrics.Judged) {
	if o.Depth > 0 && j.Retrieved > o.Depth {
		j.Retrieved = o.Depth
		for len(j.Hits) > 0 && j.Hits[len(j.Hits)-1].Rank > o.Depth {
			j.Hits = j.Hits[:len(j.Hits)-1]
		}
		for len(j.Pooled) > 0 && j.Pooled[len(j.Pooled)-1] > o.Depth {
			j.Pooled = j.Pooled[:len(j.Pooled)-1]
		}
	}
	if o.JudgedOnly {
		for i := range j.Hits {
			j.Hits[i].Rank = i + 1
		}
		j.Retrieved, j.Pooled = len(j.Hits), j.Pooled[:0]
	}
}

// findings says what was not looked at, which no measure's name tells.
func (o ScoreOptions) findings() []Finding {
	var list []Finding
	if o.Depth > 0 {
		list = append(list, Finding{FindingDepth, SeverityNote, fmt.Sprintf("only the first %d hits of each query count", o.Depth)})
	}
	if o.JudgedOnly {
		list = append(list, Finding{FindingJudgedOnly, SeverityNote, "unjudged documents were taken out of the rankings"})
	}
	return list
}
