package reports

import (
	"strconv"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// ceilings says how much a reranker could still do for each configuration; with strata, also by stratum.
func ceilings(c *result.Comparison, safe func(string) string, strata bool) []titled {
	if len(c.Ceilings) == 0 {
		return nil
	}
	title := "room for a reranker on " + safe(c.Ceilings[0].Measure)
	below := []string{"recall: of the top_k hits before any rerank, and of all that the components found; best order: highest grade first"}
	for _, ceiling := range c.Ceilings {
		for _, w := range ceiling.Warnings {
			below = ordered.With(below, "no best order: "+safe(w.Text)+document.CodeOf(safe, w.Code))
		}
	}
	list := []titled{{title, ceilingTable(c.Ceilings, false), below}}
	if strata {
		list = append(list, titled{title + ", by stratum", ceilingTable(c.Ceilings, true), nil})
	}
	return list
}

func ceilingTable(list []result.Ceiling, byStratum bool) document.Table {
	t := document.NewTable(document.Names("config", "stratum"), document.Numbers("top_k", "recall of\ncomponents", "recall of\nhits", "n", "as it is", "best order", "headroom"))
	for _, c := range list {
		rooms := []result.StratumCeiling{{Room: c.Room}}
		if byStratum {
			rooms = c.Strata
		}
		for _, r := range rooms {
			t.Add(c.Config, stratum(r.Stratum), strconv.Itoa(c.TopK), document.Score(r.PooledRecall), document.Score(r.Recall), strconv.Itoa(r.N),
				document.Score(r.Mean), document.Score(r.Oracle), document.Signed(r.Headroom))
		}
	}
	t.Only(byStratum, "stratum")
	return t
}
