package reports

import (
	"slices"
	"strconv"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// ceilings says how much a reranker could still do for each configuration; with
// strata it is followed by the same by stratum.
func ceilings(c *result.Comparison, safe func(string) string, strata bool) []titled {
	if len(c.Ceilings) == 0 {
		return nil
	}
	title := "room for a reranker on " + safe(c.Ceilings[0].Measure)
	below := []string{"recall: of the top_k hits before any rerank, and of all that the components found; best order: highest grade first"}
	for _, ceiling := range c.Ceilings {
		for _, w := range ceiling.Warnings {
			line := "no best order: " + safe(w.Text) + document.CodeOf(safe, w.Code)
			if !slices.Contains(below, line) {
				below = append(below, line)
			}
		}
	}
	list := []titled{{title, ceilingTable(c.Ceilings, false), below}}
	if strata {
		list = append(list, titled{title + ", by stratum", ceilingTable(c.Ceilings, true), nil})
	}
	return list
}

func ceilingTable(list []result.Ceiling, byStratum bool) document.Table {
	t := document.NewTable(document.Names("config"))
	if byStratum {
		t.Columns = append(t.Columns, document.Names("stratum")...)
	}
	t.Columns = append(t.Columns, document.Numbers("top_k", "recall of\ncomponents", "recall of\nhits", "n", "as it is", "best order", "headroom")...)
	row := func(topK int, r result.Room, before ...string) {
		t.Add(append(before, strconv.Itoa(topK), document.Score(r.PooledRecall), document.Score(r.Recall), strconv.Itoa(r.N),
			document.Score(r.Mean), document.Score(r.Oracle), document.Signed(r.Headroom))...)
	}
	for _, c := range list {
		if !byStratum {
			row(c.TopK, c.Room, c.Config)
			continue
		}
		for _, s := range c.Strata {
			row(c.TopK, s.Room, c.Config, stratum(s.Stratum))
		}
	}
	return t
}
