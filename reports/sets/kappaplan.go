package sets

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
	"github.com/rankduel/rankduel/testsets/label/kappa"
)

// evidenceOf returns what the labels of two people show.
func evidenceOf(p result.PairAgreement) kappa.Evidence {
	return kappa.Evidence{
		Documents: p.N, Queries: p.Queries, Kappa: p.Kappa, Low: p.Low, Shows: p.Evidence,
		Commonest: p.Commonest, Share: p.Prevalence, Needed: p.Needed,
	}
}

// plans says how many queries would do if documents were independent, for each
// pair of labellers who show too little, or for all.
func plans(a *result.Agreement, all bool, safe func(string) string) []string {
	var lines []string
	for _, p := range a.Pairwise {
		if e := evidenceOf(p); all || !e.Shown() {
			lines = append(lines, pairNames(p, safe)+": "+e.Plan(a.Threshold))
		}
	}
	if lines == nil {
		return nil
	}
	return append([]string{"how many queries two people have to label:"}, lines...)
}

const simulatedNote = "queries of 5 / 10 / 20 documents that showed a kappa above 0.6 in 80 of 100 simulated cases, with two grades; icc: how alike errors on documents of one query are. More queries gain more than more documents of each"

// simulatedNeeds has a row for each true kappa and a column for each kind of documents, in their order.
func simulatedNeeds(a *result.Agreement) document.Table {
	t := document.NewTable(document.Numbers("true\nkappa"))
	var row []string
	for _, n := range a.Simulated {
		if kappa := fmt.Sprint(n.Kappa); len(row) == 0 || row[0] != kappa {
			if row != nil {
				t.Add(row...)
			}
			row = []string{kappa}
		}
		row = append(row, fmt.Sprintf("%d / %d / %d", n.At5, n.At10, n.At20))
		if len(t.Columns) < len(row) {
			t.Columns = append(t.Columns, document.Numbers(fmt.Sprintf("%.0f %% relevant\nicc %g", 100*n.Share, n.ICC))...)
		}
	}
	if row != nil {
		t.Add(row...)
	}
	return t
}
