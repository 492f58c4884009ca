package reports

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports/document"
)

// GatePlan writes how often rules would fail, block or miss.
func GatePlan(w io.Writer, p *result.GatePlan, f Format, o Options) error {
	return Write(w, f, o, Forms{JSON: p, Document: func(d *document.Document) {
		if p.AA != nil {
			d.Table(d.Title(3, aaTitle(p, d.Safe)), aaTable(p.AA, d.Safe), aaNotes(p.AA)...)
			d.Footer(notPlanned(p, d.Safe), fmt.Sprintf("%d draws, all rules together, seed %d", p.Replicates, p.Seed), testSet(p.TestSet, p.Profile, d.Safe))
			return
		}
		for _, r := range p.Rules {
			d.Table(d.Title(3, planTitle(p, r, d.Safe)), planTable(r), planNotes(r)...)
		}
		d.Table(d.Title(3, "the gate as a whole"), wholeTable(p), wholeNotes(p)...)
		d.Footer(notPlanned(p, d.Safe), fmt.Sprintf("%d draws of the queries for each number, all rules together, seed %d", p.Replicates, p.Seed), testSet(p.TestSet, p.Profile, d.Safe))
	}})
}

// notPlanned names the rules that are left out, "" where none is.
func notPlanned(p *result.GatePlan, safe func(string) string) string {
	if len(p.NotPlanned) == 0 {
		return ""
	}
	what := "no table for rules that are not about a change of a measure: "
	if p.AA != nil {
		what = "left out, for single runs have no score of it: "
	}
	return what + safe(strings.Join(p.NotPlanned, "; "))
}

// wholeTable says what all rules together do.
func wholeTable(p *result.GatePlan) document.Table {
	t := document.NewTable(document.Numbers("queries"), document.Words("true change"), document.Numbers("fails", "inconclusive", "passes"))
	for _, o := range p.Whole {
		t.Add(fmt.Sprint(o.N), "none", share(o.NoChange.Fails), share(o.NoChange.Inconclusive), share(o.NoChange.Passes))
		t.Add(fmt.Sprint(o.N), "one rule at its limit", share(o.OneAtLimit.Fails), share(o.OneAtLimit.Inconclusive), share(o.OneAtLimit.Passes))
		t.Add(fmt.Sprint(o.N), "every rule at its limit", share(o.AllAtLimit.Fails), share(o.AllAtLimit.Inconclusive), share(o.AllAtLimit.Passes))
	}
	return t
}

func wholeNotes(p *result.GatePlan) []string {
	if len(p.Whole) == 0 {
		return nil
	}
	notes := prose.Notes{"the gate as a whole: " + wholeOdds(p.Whole[0])}
	notes.If(len(p.Rules)+len(p.NotPlanned) > 1, "one rule at its limit: that with which the gate passes most often, the others unchanged")
	return notes
}

func planTitle(p *result.GatePlan, r result.GatePlanRule, safe func(string) string) string {
	return fmt.Sprintf("%s: what it would do on queries that spread like those of %s and %s (standard deviation of the differences %.4f)",
		safe(cmp.Or(r.Written, r.Rule)), safe(p.Baseline.Name), safe(p.Current.Name), r.StdDifference)
}

func planTable(r result.GatePlanRule) document.Table {
	t := document.NewTable(document.Numbers(planUnit(r), "true drop", "in limits", "point\nfails", "noninferior\nblocks", "regression\nfails"))
	for _, c := range r.Cells {
		t.Add(fmt.Sprint(c.N), document.Fixed(c.Drop, "%.4f"), fmt.Sprintf("%g", c.Limits), share(c.PointFails), share(c.NonInfBlocks), share(c.RegressionFails))
	}
	return t
}

func share(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

func planNotes(r result.GatePlanRule) []string {
	notes := []string{"a drop of 0 limits is harmless: what fails there is a false alarm; one of 2 limits should fail: what does not is missed. At exactly 1 limit the point rule is a coin toss"}
	if r.Settled != nil {
		notes = append(notes, fmt.Sprintf("about %d %s show in 80 %% of the cases that an unchanged system is within the limit", *r.Settled, planUnit(r)))
	}
	if r.Unit != "" {
		notes = append(notes, r.Unit+": wordings of one need are one unit")
	}
	return notes
}

func planUnit(r result.GatePlanRule) string { return cmp.Or(r.Unit, "queries") }

func aaTitle(p *result.GatePlan, safe func(string) string) string {
	if p.AA.Of == result.AALabels {
		return fmt.Sprintf("%s and %s, which is which drawn for each of %d queries: what the rules would do if the two were one system",
			safe(p.Baseline.Name), safe(p.Current.Name), p.AA.N)
	}
	return fmt.Sprintf("%s against itself: what the rules would do with its runs of %d queries, %.3g a side", safe(p.Current.Name), p.AA.N, p.AA.Runs)
}

func aaTable(a *result.GateAA, safe func(string) string) document.Table {
	t := document.NewTable(document.Words("rule", "mode"), document.Numbers("blocks\nalone", "smallest drop\nthat is seen"))
	for _, r := range a.PerRule {
		seen := document.Score(r.Seen)
		if !r.Required {
			seen = "advisory"
		}
		t.Add(safe(cmp.Or(r.Written, r.Rule)), r.Mode, share(r.Broken), seen)
	}
	return t
}

// aaNotes say first what the whole gate does.
func aaNotes(a *result.GateAA) []string {
	notes := prose.Notes{
		fmt.Sprintf("all rules together block %s of comparisons in which nothing changed (%.1f to %.1f %% by the number of draws; fails %s, inconclusive %s)",
			share(a.Shares.Fails+a.Shares.Inconclusive), 100*a.Blocked.Low, 100*a.Blocked.High, share(a.Shares.Fails), share(a.Shares.Inconclusive)),
		fmt.Sprintf("smallest drop that is seen: the gate blocks it in %.0f %% of comparisons, the other measures unchanged; – where it blocks none", 100*a.SeenWith),
	}
	notes.If(a.Unmoved == a.N, "no run scores otherwise than another: the system has no chance in it, and its repeats show nothing about the rules")
	notes.If(a.LeftOut > 0, "%d queries with fewer than two runs are left out", a.LeftOut)
	return notes
}
