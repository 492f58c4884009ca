package reports

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports/document"
)

// Sweep writes what trying many settings showed. Text and Markdown begin with one sentence that says what choosing the
// best is worth on other queries; then come the best setting, those that may be as good, and those worth their cost.
// LaTeX has the tables. JSON is the value itself. CSV has one row a setting, in the order of the file,
//
//	setting,fusion_method,components,weights,depth,top_k,mean,difference,latency_p50_ms,leader,front,chosen,same_as,parameters,rerank
//
// with components, and the key=value pairs of weights, parameters (of the fusion,
// defaults written out) and rerank, separated by spaces.
func Sweep(w io.Writer, s *result.Sweep, f Format, o Options) error {
	return Write(w, f, o, Forms{
		Document: func(d *document.Document) { writeSweep(d, s, o) },
		LaTeX:    func(d *document.Document) { sweepPaper(d, s, o) },
		JSON:     s,
		CSV:      func() (string, error) { return sweepCSV(s) },
	})
}

func writeSweep(d *document.Document, s *result.Sweep, o Options) {
	choice := "what the choice is worth on " + document.Printable(s.Measure)
	if d.Form == document.Text {
		d.Lines(sweepVerdict(s, d.Safe), d.Recorded(s.Recorded, nil))
	} else {
		choice = "What the choice is worth on " + document.Code(s.Measure) + ":"
		d.Heading(sweepVerdict(s, d.Safe))
		d.Lines(d.Recorded(s.Recorded, nil))
	}
	d.Add(d.Findings(s.Health)...)
	d.Table(choice, selectionTable(s), sweepNotes(s)...)
	for _, t := range sweepTables(s, o) {
		d.Table(d.Safe(t.title), t.table, t.below...)
	}
	sweepNext(d, s)
	d.Footer(sweepSettings(s, d.Safe)...)
}

// sweepNext writes the best setting as an experiment has it, and what to do with it.
func sweepNext(d *document.Document, s *result.Sweep) {
	best := s.Ranked()[0]
	components, errComponents := json.Marshal(best.Components)
	settings, err := yaml.Marshal(best.Settings)
	if errComponents != nil || err != nil {
		return // values that no file holds
	}
	lines := []string{"best:", "  components: " + string(components), "  top_k: " + strconv.Itoa(best.TopK)}
	for line := range strings.Lines(strings.TrimPrefix(string(settings), "{}\n")) {
		lines = append(lines, "  "+strings.TrimRight(line, "\n"))
	}
	if best.Rerank != nil {
		lines = append(lines, "  # and its rerank, as the sweep declares it")
	}
	if d.Form == document.Markdown {
		lines = append(append([]string{"```yaml"}, lines...), "```")
	}
	d.Lines("the best setting, to put under `configs` of an experiment:")
	d.Add(lines...)
	d.Lines("next: `rankduel run` compares it with the baseline; `rankduel holdout check`, once, on queries that were held out")
}

// sweepVerdict returns the result in one sentence. It is about the procedure of choosing, on queries that
// had no part in it, and not about the winner's own mean.
func sweepVerdict(s *result.Sweep, safe func(string) string) string {
	sel := &s.Selection
	c := &sel.Gain
	settings := document.Plural(len(s.Settings), "setting", "settings")
	var claim string
	switch {
	case strings.HasPrefix(c.VerdictReason, "no verdict"): // too little was measured
		return safe(c.VerdictReason)
	case c.Verdict == result.Better:
		claim = "choosing among " + settings + " is better than " + safe(s.Baseline)
	case c.Verdict == result.Worse:
		claim = "choosing among " + settings + " is worse than " + safe(s.Baseline)
	case c.Verdict == result.Equivalent:
		claim = "choosing among " + settings + " is equivalent to " + safe(s.Baseline)
	default:
		claim = "inconclusive: a gain from choosing among " + settings + " over " + safe(s.Baseline) + " is not shown"
	}
	return fmt.Sprintf("%s on %s: %s %s, %s on queries that had no part in the choice; on its own queries the best, %s, seems to gain %s",
		claim, safe(s.Measure), document.Signed(&sel.HonestGain), document.Interval(c.Interval), document.PSentence(c.PValue), safe(s.Best), document.Signed(&sel.InSampleGain))
}

// selectionTable sets the in-sample figures next to the honest ones.
func selectionTable(s *result.Sweep) document.Table {
	sel := &s.Selection
	t := document.NewTable(document.Words(""), document.Numbers("mean", "gain over\nbaseline"))
	if i := sel.Gain.Interval; i != nil {
		t.Columns = append(t.Columns, document.Numbers(document.Percent(i.Level)+" interval")...)
	}
	row := func(what string, mean *float64, gain *float64, interval string) {
		cells := []string{what, document.Score(mean), document.Signed(gain)}
		t.Add(append(cells, interval)[:len(t.Columns)]...)
	}
	row("baseline, "+s.Baseline, &sel.BaselineMean, nil, document.Undefined)
	row("best, on the queries it was chosen by", &sel.InSampleMean, &sel.InSampleGain, document.Undefined)
	row("chosen without the query", &sel.HonestMean, &sel.HonestGain, document.Interval(sel.Gain.Interval))
	row("optimism, best minus chosen", nil, &sel.Optimism, document.Undefined)
	return t
}

// sweepNotes explain the table of the choice.
func sweepNotes(s *result.Sweep) []string {
	sel := &s.Selection
	low, high := math.Inf(1), math.Inf(-1)
	for _, m := range sel.RepeatMeans {
		low, high = min(low, m), max(high, m)
	}
	notes := prose.Notes{fmt.Sprintf("chosen on %d of %d folds, judged on the rest, over %s of the queries; the divisions' means are between %s and %s",
		sel.Folds-1, sel.Folds, document.Plural(sel.Repeats, "division", "divisions"), document.Score(&low), document.Score(&high))}
	groups := s.Queries.Groups
	notes.If(sel.Gain.Interval != nil, "the interval allows for folds that share training queries, by a rule of thumb")
	notes.If(groups > 0, "wordings of one need are one unit and in one fold: %s of %s", document.Plural(groups, "group", "groups"), document.Plural(s.Queries.Used, "query", "queries"))
	return notes
}

// shownSettings bounds the rows of the tables of settings; CSV and JSON have all.
const shownSettings = 15

func sweepTables(s *result.Sweep, o Options) []titled {
	ranked := slices.DeleteFunc(s.Ranked(), func(one result.SweptOne) bool { return one.SameAs != "" && one.Name != s.Best })
	best := ranked
	if !o.Verbose {
		best = ranked[:min(shownSettings, len(ranked))]
	}
	cost := "number of components (not all latencies are known)"
	if s.Cost == result.CostLatency {
		cost = "median latency"
	}
	front := ordered.Each(s.Front, func(name string) result.SweptOne { return settingNamed(s, name) })
	notes := []string{
		fmt.Sprintf("= could be the best, like %d of %s: the queries do not tell them apart at alpha %s, all at once",
			len(s.Leaders), document.Plural(len(s.Settings), "setting", "settings"), Plain(s.Alpha)),
		fmt.Sprintf("chosen: how many of the %d times a setting was the best of the training queries", s.Selection.Folds*s.Selection.Repeats),
	}
	if twins := len(s.Settings) - len(ranked); twins > 0 {
		notes = append(notes, document.Plural(twins, "setting", "settings")+" not listed: the same score as an earlier one on every query")
	}
	return []titled{
		{"the best settings, means on the queries they were chosen by", settingsTable(s, best), notes},
		{"worth their cost: the best for each " + cost, settingsTable(s, front), nil},
	}
}

func settingNamed(s *result.Sweep, name string) result.SweptOne {
	for _, one := range s.Settings {
		if one.Name == name {
			return one
		}
	}
	return result.SweptOne{Name: name}
}

func settingsTable(s *result.Sweep, settings []result.SweptOne) document.Table {
	t := document.NewTable(document.Names("setting"), document.Numbers(narrow(s.Measure), "difference"), document.Words(""), document.Numbers("chosen"))
	if s.Cost == result.CostLatency {
		t.Columns = append(t.Columns, document.Numbers("latency\np50 ms")...)
	} else {
		t.Columns = append(t.Columns, document.Numbers("components")...)
	}
	for _, one := range settings {
		leads := ""
		if one.Leader {
			leads = "="
		}
		cost := strconv.Itoa(len(one.Components))
		if s.Cost == result.CostLatency && one.LatencyMS != nil {
			cost = document.Millis(*one.LatencyMS)
		}
		t.Add(one.Name, document.Score(&one.Mean), document.Signed(&one.Difference), leads, strconv.Itoa(one.Chosen), cost)
	}
	return t
}

// sweepSettings says what the numbers depend on.
func sweepSettings(s *result.Sweep, safe func(string) string) []string {
	settings := document.Plural(len(s.Settings), "setting", "settings")
	if s.Duplicates > 0 {
		settings += fmt.Sprintf(" (%d more mean the same as one of them)", s.Duplicates)
	}
	lines := []string{fmt.Sprintf("settings: %s, alpha %s, seed %d, %s", settings, Plain(s.Alpha), s.Seed, testSet(s.TestSet, s.Profile, safe))}
	if said := retrieval(s.Retrieval); said != "" {
		lines = append([]string{said}, lines...)
	}
	return lines
}
