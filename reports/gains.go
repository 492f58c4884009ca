package reports

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
)

// gainsTable says what each fused configuration adds to each of its
// components, on one measure.
func gainsTable(gains []result.FusionGain) table {
	t := table{columns: []column{
		{head: "fusion", elastic: true}, {head: "over", elastic: true}, {head: "difference", right: true}, {head: "W/L/T", right: true},
	}}
	for _, g := range gains {
		t.add(g.Config, g.Component, signed(&g.MeanDifference), fmt.Sprintf("%d/%d/%d", g.Wins, g.Losses, g.Ties))
	}
	return t
}

// gainsTitle says what the table is about, without claiming a test.
func gainsTitle(gains []result.FusionGain, safe func(string) string) string {
	if len(gains) == 0 {
		return ""
	}
	return "what each fusion adds to its components on " + safe(gains[0].Measure) + " (not tested)"
}
