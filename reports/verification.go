package reports

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
)

// Verification writes whether a report is what its inputs give.
func Verification(w io.Writer, v *result.Verification, f Format, o Options) error {
	return write(w, f, map[Format]builder{
		Text: func() (string, error) {
			d := textDocument{o: o}
			d.sentences(verified(v, printable), "  "+measuredBy(v, printable))
			d.table("", inputTable(v, o.Details || o.Verbose), restOfInputs(v, o.Details || o.Verbose))
			d.sentences(differenceLines(v, onScreen(o))...)
			if o.Details || o.Verbose {
				d.sentences("not compared: " + strings.Join(v.NotCompared, "; "))
			}
			return d.finish()
		},
		Markdown: func() (string, error) {
			var d markdownDocument
			d.add("### " + verified(v, escape))
			d.add(escape(measuredBy(v, printable)))
			d.table("", inputTable(v, true))
			if v.Differing > 0 {
				d.table(differencesTitle(v), differenceTable(v, differencesInMarkdown), moreDifferences(v, differencesInMarkdown))
			}
			d.footer("not compared: " + escape(strings.Join(v.NotCompared, "; ")))
			return d.finish()
		},
		JSON: func() (string, error) { return indented(v) },
	})
}

// How many differences are shown: as many as leave the rest on the screen.
const (
	differencesOnScreen   = 5
	differencesInMarkdown = 100
	allDifferences        = 1000
)

func onScreen(o Options) int {
	if o.Details || o.Verbose {
		return allDifferences
	}
	return differencesOnScreen
}

func verified(v *result.Verification, safe func(string) string) string {
	report, n := safe(v.Report), plural(v.Compared, "value", "values")
	switch v.Outcome {
	case result.VerifiedEqual:
		return report + ": equal to the last byte, " + n + " computed again"
	case result.VerifiedLaidOut:
		return report + ": equal in every value, " + n + " computed again; the file is laid out otherwise than it was written"
	case result.VerifiedOther:
		return report + ": not equal: " + n + " come out the same, but the inputs are not those of the report"
	case result.VerifiedNotFound:
		return report + ": cannot be computed again, inputs are missing"
	}
	return fmt.Sprintf("%s: not equal: %d of %s differ", report, v.Differing, n)
}

// measuredBy says which programs the two documents are of.
func measuredBy(v *result.Verification, safe func(string) string) string {
	if v.Program == v.ProgramNow {
		return "by the same version of the program, " + safe(v.Program)
	}
	return "by another version of the program: " + safe(v.Program) + " then, " + safe(v.ProgramNow) + " now"
}

// inputTable lists the inputs; those that are what they were, where there are
// many, only if all are wanted.
func inputTable(v *result.Verification, all bool) table {
	t := table{columns: []column{{head: "input"}, {head: "file", elastic: true, code: true}, {head: "now"}, {head: "sha256"}}}
	changed := slices.ContainsFunc(v.Inputs, func(in result.InputFound) bool { return in.SHA256Now != "" })
	if changed {
		t.columns = append(t.columns, column{head: "sha256 now"})
	}
	for _, in := range v.Inputs {
		if !all && len(v.Inputs) > inputsOnScreen && in.State == result.InputSame {
			continue
		}
		row := []string{strings.ReplaceAll(string(in.Role), "_", " "), cmp.Or(in.Found, in.Path), string(in.State), short(in.SHA256)}
		if changed {
			row = append(row, short(in.SHA256Now))
		}
		t.add(row...)
	}
	return t
}

// inputsOnScreen is up to how many inputs those that are the same are listed too.
const inputsOnScreen = 8

func restOfInputs(v *result.Verification, all bool) string {
	same := 0
	for _, in := range v.Inputs {
		if in.State == result.InputSame {
			same++
		}
	}
	if all || len(v.Inputs) <= inputsOnScreen || same == 0 {
		return ""
	}
	return fmt.Sprintf("%s more, the same as then; -v lists them", plural(same, "input", "inputs"))
}

func differencesTitle(v *result.Verification) string {
	settings := 0
	for _, d := range v.Differences {
		if d.Setting {
			settings++
		}
	}
	if settings > 0 {
		return plural(settings, "setting", "settings") + " and " + plural(v.Differing-settings, "result", "results") + " differ:"
	}
	return plural(v.Differing, "result differs", "results differ") + ", the settings are the same:"
}

// differenceLines are a title and two lines a difference: places are long, and
// what tells them apart is at both ends.
func differenceLines(v *result.Verification, most int) []string {
	if v.Differing == 0 {
		return nil
	}
	lines := []string{differencesTitle(v)}
	for _, d := range v.Differences[:min(len(v.Differences), most)] {
		values := distinct([]string{printable(orAbsent(d.Report)), printable(orAbsent(d.Computed))}, []int{widestValue, widestValue})
		lines = append(lines, printable(d.Path), "    "+values[0]+" in the report, "+values[1]+" computed")
	}
	return append(lines, moreDifferences(v, most))
}

// widestValue leaves room for two of them in a line of 80 columns.
const widestValue = 26

func differenceTable(v *result.Verification, most int) table {
	t := table{columns: []column{{head: "value", elastic: true, code: true}, {head: "in the report", elastic: true, code: true}, {head: "computed", elastic: true, code: true}}}
	for _, d := range v.Differences[:min(len(v.Differences), most)] {
		t.add(d.Path, orAbsent(d.Report), orAbsent(d.Computed))
	}
	return t
}

func orAbsent(text string) string {
	if text == "" {
		return "(absent)"
	}
	return text
}

func moreDifferences(v *result.Verification, most int) string {
	if left := v.Differing - min(len(v.Differences), most); left > 0 {
		return fmt.Sprintf("and %d more; --format json has the first %d", left, len(v.Differences))
	}
	return ""
}
