package reports

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/reports/document"
)

// gainsTable says what each fused configuration adds to each of its
// components, on one measure.
func gainsTable(gains []result.FusionGain) document.Table {
	t := document.NewTable(document.Names("fusion", "over"), document.Numbers("difference", "W/L/T"))
	for _, g := range gains {
		t.Add(g.Config, g.Component, document.Signed(&g.MeanDifference), fmt.Sprintf("%d/%d/%d", g.Wins, g.Losses, g.Ties))
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
