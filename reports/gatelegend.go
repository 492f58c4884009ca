package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports/document"
)

// gateMarks explains those marks of the table that need it.
func gateMarks(g *result.Gate) string {
	marks := []string{"? inconclusive, or passed with means that are beyond the limit, which the queries do not show", "!! not measured"}
	return strings.Join(slices.DeleteFunc(marks, func(mark string) bool {
		return !slices.ContainsFunc(g.Rules, func(r result.GateRule) bool { return strings.HasPrefix(mark, ruleMark(r).Text+" ") })
	}), "; ")
}

// gateLegend explains the columns, as far as they are there.
func gateLegend(g *result.Gate) []string {
	lines := prose.Notes{"drop: baseline − current, so positive is worse; of what should be low it is the rise"}
	bounded := slices.ContainsFunc(g.Rules, func(r result.GateRule) bool { return r.Bounds != nil })
	lines.If(bounded, "interval: two one-sided %s bounds of the drop, or of the score where the rule has no drop; that on the worse side allows for queries that lose everything and of which none was seen", document.Percent(1-g.Settings.Alpha))
	for _, r := range g.Rules {
		if r.Unit == "groups" {
			lines = append(lines, "n counts groups: wordings of one need are one unit")
			break
		}
	}
	if len(g.Rules) > 1 {
		lines = append(lines, g.Settings.Several)
	}
	return append(lines, pointOdds(g), gateOdds(g))
}

// gateOdds says how often the gate as a whole decides by chance.
func gateOdds(g *result.Gate) string {
	switch {
	case g.OddsUnknown != "":
		return "the gate as a whole: " + g.OddsUnknown
	case g.Odds == nil:
		return ""
	}
	return "the gate as a whole: " + wholeOdds(*g.Odds)
}

func wholeOdds(o result.GateOdds) string {
	text := "fails " + odds(o.NoChange.Fails)
	if o.NoChange.Inconclusive > 0 {
		text += ", and is inconclusive " + odds(o.NoChange.Inconclusive) + ","
	}
	return text + " of the time when nothing changed; passes " + odds(o.OneAtLimit.Passes) + " of the time when one rule is at its limit"
}

// odds returns a share as the field writes probabilities.
func odds(x float64) string {
	switch {
	case x < 0.005:
		return "less than .01"
	case x > 0.995:
		return "more than .99"
	}
	return strings.TrimPrefix(fmt.Sprintf("%.2f", x), "0")
}

// pointOdds says how often the rules that the means decide block an unchanged system.
func pointOdds(g *result.Gate) string {
	var often []string
	for _, r := range g.Rules {
		if r.Mode == "point" && len(r.Chances) > 0 {
			often = append(often, fmt.Sprintf("%s %s", document.Printable(written(r)), odds(r.Chances[0].PointFails)))
		}
	}
	if often == nil {
		return ""
	}
	return "mode point blocks an unchanged system on these queries this share of the time: " + strings.Join(often, "; ")
}
