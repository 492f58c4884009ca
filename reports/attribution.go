package reports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports/document"
)

// attributions returns the tables of who brought the relevant documents, one for each set of components; with strata
// each is followed by the same by stratum. Wide ones have the shares of more than two components too.
func attributions(c *result.Comparison, safe func(string) string, strata, wide bool) []titled {
	var groups [][]result.Attribution // in order of first appearance
	for _, a := range c.Attribution {
		i := slices.IndexFunc(groups, func(g []result.Attribution) bool { return slices.Equal(g[0].Components, a.Components) })
		if i < 0 {
			i, groups = len(groups), append(groups, nil)
		}
		groups[i] = append(groups[i], a)
	}
	var list []titled
	for _, group := range groups {
		what := attributionTitle
		if len(groups) > 1 {
			what += ": " + safe(strings.Join(group[0].Components, ", "))
		}
		list = append(list, titled{what, attributionTable(group, false, wide), attributionLegend(group, safe)})
		if strata {
			list = append(list, titled{what + ", by stratum", attributionTable(group, true, wide), nil})
		}
	}
	return list
}

const attributionTitle = "where the relevant documents come from"

// attributionTable has a row a configuration, or a row a configuration and stratum. Where there is room a
// count is with its share of all relevant documents.
func attributionTable(group []result.Attribution, byStratum, wide bool) document.Table {
	first := group[0]
	two := len(first.Components) == 2
	documents := documents
	if !wide && (!two || byStratum) {
		documents = func(s result.Share) string { return strconv.Itoa(s.Documents) }
	}
	t := document.NewTable(document.Names("config", "stratum"), document.Numbers("relevant"))
	for _, name := range first.Components {
		t.Columns = append(t.Columns, document.Column{Head: "only", Name: name, Right: true, Elastic: true})
	}
	shared, firsts := []string{"some", "all", "none"}, ""
	if two {
		shared = []string{"some", "both", "neither"}
	}
	if first.Fusion != nil {
		firsts = fmt.Sprintf("first %d\nlost/\ngained", first.Fusion.Cutoff)
	}
	t.Columns = append(t.Columns, document.Numbers(append(shared, "lost in\nfusion", firsts, "rerank\nlost/\ngained")...)...)
	for _, a := range group {
		rows := []result.StratumAttribution{{Attributed: a.Attributed}}
		if byStratum {
			rows = a.Strata
		}
		for _, s := range rows {
			only := ordered.Each(s.Only, func(one result.ComponentShare) string { return documents(one.Share) })
			cells := append([]string{a.Config, stratum(s.Stratum), strconv.Itoa(s.RelevantDocuments)}, only...)
			t.Add(append(cells, documents(s.Several), documents(s.All), documents(s.None), strconv.Itoa(s.LostInFusion.Documents), exchanged(s.Fusion), exchanged(s.Rerank))...)
		}
	}
	t.Only(byStratum, "stratum")
	t.Only(!two, "some")
	t.Only(first.Fusion != nil, firsts)
	t.Only(slices.ContainsFunc(group, func(a result.Attribution) bool { return a.Rerank != nil }), "rerank\nlost/\ngained")
	return t
}

// documents writes a count and its share: "12 (8 %)".
func documents(s result.Share) string {
	if !document.Given(s.RelevantRatio) {
		return strconv.Itoa(s.Documents)
	}
	return fmt.Sprintf("%d (%.0f %%)", s.Documents, 100**s.RelevantRatio)
}

func exchanged(e *result.Exchange) string {
	if e == nil {
		return document.Undefined
	}
	return fmt.Sprintf("%d/%d", e.Lost.Documents, e.Gained.Documents)
}

// attributionLegend says what is counted, and what is not.
func attributionLegend(group []result.Attribution, safe func(string) string) []string {
	var failed, unexplained prose.Notes
	relevant, deep := "relevant documents of "+document.Plural(group[0].Queries, "query", "queries"), strconv.Itoa(group[0].TopK)
	for _, a := range group {
		if a.Queries != group[0].Queries {
			relevant = "relevant documents"
		}
		if a.TopK != group[0].TopK {
			deep = "top_k"
		}
		failed.If(a.FailedQueries > 0, "%d of %s", a.FailedQueries, safe(a.Config))
		unexplained.If(a.Unexplained > 0, "%d of %s", a.Unexplained, safe(a.Config))
	}
	line := relevant + ", found by a component in its first " + deep + " hits"
	if len(group[0].Components) > 2 {
		line += "; some: by several, not by all"
	}
	if f := group[0].Fusion; f != nil {
		line += fmt.Sprintf("; first %d: lost when a component has it there and the fusion has not, gained the other way round", f.Cutoff)
	}
	lines := prose.Notes{line}
	lines.If(len(failed) > 0, "failed queries left out: %s", strings.Join(failed, ", "))
	lines.If(len(unexplained) > 0, "in a fusion but in none of its components, which were asked again since: %s; use --refresh", strings.Join(unexplained, ", "))
	return lines
}

// gainsTable says what each fused configuration adds to each of its components, on one measure.
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
