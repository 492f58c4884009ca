package reports

import (
	"slices"
	"strconv"

	"github.com/rankduel/rankduel/experiment/result"
)

// ceilings says how much a reranker could still do for each configuration; with
// strata it is followed by the same by stratum.
func ceilings(c *result.Comparison, safe func(string) string, strata bool) []explained {
	if len(c.Ceilings) == 0 {
		return nil
	}
	title := "room for a reranker on " + safe(c.Ceilings[0].Measure)
	below := []string{"recall: of the top_k hits before any rerank, and of all that the components found; best order: highest grade first"}
	for _, ceiling := range c.Ceilings {
		for _, w := range ceiling.Warnings {
			line := "no best order: " + safe(w.Text) + codeOf(safe, w.Code)
			if !slices.Contains(below, line) {
				below = append(below, line)
			}
		}
	}
	list := []explained{{titled{title, ceilingTable(c.Ceilings, false)}, below}}
	if strata {
		list = append(list, explained{titled{title + ", by stratum", ceilingTable(c.Ceilings, true)}, nil})
	}
	return list
}

func ceilingTable(list []result.Ceiling, byStratum bool) table {
	t := table{columns: []column{{head: "config", elastic: true}}}
	if byStratum {
		t.columns = append(t.columns, column{head: "stratum", elastic: true})
	}
	for _, head := range []string{"top_k", "recall of\ncomponents", "recall of\nhits", "n", "as it is", "best order", "headroom"} {
		t.columns = append(t.columns, column{head: head, right: true})
	}
	row := func(topK int, r result.Room, before ...string) {
		t.add(append(before, strconv.Itoa(topK), score(r.PooledRecall), score(r.Recall), strconv.Itoa(r.N),
			score(r.Mean), score(r.Oracle), signed(r.Headroom))...)
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
