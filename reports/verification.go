package reports

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// Verification writes whether a report is what its inputs give.
func Verification(w io.Writer, v *result.Verification, f Format, o Options) error {
	all := o.Details || o.Verbose
	return Write(w, f, o, Forms{JSON: v, Document: func(d *document.Document) {
		notCompared := "not compared: " + d.Safe(strings.Join(v.NotCompared, "; "))
		if d.Form == document.Text {
			d.Lines(verified(v, d.Safe), "  "+measuredBy(v, d.Safe))
			d.Table("", inputTable(v, all), restOfInputs(v, all))
			most := differencesOnScreen
			if all {
				most = allDifferences
			}
			d.Lines(differenceLines(v, most)...)
			if all {
				d.Lines(notCompared)
			}
			return
		}
		d.Heading(verified(v, d.Safe))
		d.Lines(d.Safe(measuredBy(v, document.Printable)))
		d.Table("", inputTable(v, true))
		d.Table(differencesTitle(v), differenceTable(v, differencesInMarkdown), moreDifferences(v, differencesInMarkdown))
		d.Footer(notCompared)
	}})
}

// How many differences are shown: as many as leave the rest on the screen.
const (
	differencesOnScreen   = 5
	differencesInMarkdown = 100
	allDifferences        = 1000
)

func verified(v *result.Verification, safe func(string) string) string {
	report, n := safe(v.Report), document.Plural(v.Compared, "value", "values")
	switch v.Outcome {
	case result.VerifiedEqual:
		return report + ": equal to the last byte, " + n + " computed again"
	case result.VerifiedLaidOut:
		return report + ": equal in every value, " + n + " computed again; the file is laid out otherwise than it was written"
	case result.VerifiedWithin:
		return fmt.Sprintf("%s: equal: %s computed again, %d of them differ by less than %g", report, n, v.Close, v.Tolerance)
	case result.VerifiedOther:
		return report + ": not equal: " + n + " come out the same, but the inputs are not those of the report"
	case result.VerifiedNotFound:
		return report + ": cannot be computed again, inputs are missing"
	}
	return fmt.Sprintf("%s: not equal: %d of %s differ", report, v.Differing, n)
}

// measuredBy says which programs the two documents are of.
func measuredBy(v *result.Verification, safe func(string) string) string {
	if v.Tolerance > 0 {
		return fmt.Sprintf("on another kind of processor, %s then, %s now, where figures may differ by %g; %s",
			safe(v.Architecture), v.ArchitectureNow, v.Tolerance, programs(v, safe))
	}
	return programs(v, safe)
}

func programs(v *result.Verification, safe func(string) string) string {
	if v.Program == v.ProgramNow {
		return "by the same version of the program, " + safe(v.Program)
	}
	return "by another version of the program: " + safe(v.Program) + " then, " + safe(v.ProgramNow) + " now"
}

// inputTable lists the inputs; those that are what they were, where there are many, only if all are wanted.
func inputTable(v *result.Verification, all bool) document.Table {
	t := document.NewTable(document.Words("input"), document.IDs("file"), document.Words("now", "sha256", "sha256 now"))
	for _, in := range v.Inputs {
		if !all && len(v.Inputs) > inputsOnScreen && in.State == result.InputSame {
			continue
		}
		t.Add(strings.ReplaceAll(string(in.Role), "_", " "), cmp.Or(in.Found, in.Path), string(in.State), document.Short(in.SHA256), document.Short(in.SHA256Now))
	}
	t.Only(slices.ContainsFunc(v.Inputs, func(in result.InputFound) bool { return in.SHA256Now != "" }), "sha256 now")
	return t
}

// inputsOnScreen is up to how many inputs those that are the same are listed too.
const inputsOnScreen = 8

func restOfInputs(v *result.Verification, all bool) string {
	same := ordered.Count(v.Inputs, func(in result.InputFound) bool { return in.State == result.InputSame })
	if all || len(v.Inputs) <= inputsOnScreen || same == 0 {
		return ""
	}
	return fmt.Sprintf("%s more, the same as then; -v lists them", document.Plural(same, "input", "inputs"))
}

func differencesTitle(v *result.Verification) string {
	settings := ordered.Count(v.Differences, func(d result.Difference) bool { return d.Setting })
	if settings > 0 {
		return document.Plural(settings, "setting", "settings") + " and " + document.Plural(v.Differing-settings, "result", "results") + " differ:"
	}
	return document.Plural(v.Differing, "result differs", "results differ") + ", the settings are the same:"
}

// differenceLines returns a title and two lines a difference: places are long, and differ at both ends.
func differenceLines(v *result.Verification, most int) []string {
	if v.Differing == 0 {
		return nil
	}
	lines := []string{differencesTitle(v)}
	for _, d := range v.Differences[:min(len(v.Differences), most)] {
		values := document.Distinct([]string{document.Printable(orAbsent(d.Report)), document.Printable(orAbsent(d.Computed))}, []int{widestValue, widestValue})
		lines = append(lines, document.Printable(d.Path), "    "+values[0]+" in the report, "+values[1]+" computed")
	}
	return append(lines, moreDifferences(v, most))
}

// widestValue leaves room for two of them in a line of 80 columns.
const widestValue = 26

func differenceTable(v *result.Verification, most int) document.Table {
	t := document.NewTable(document.IDs("value", "in the report", "computed"))
	for _, d := range v.Differences[:min(len(v.Differences), most)] {
		t.Add(d.Path, orAbsent(d.Report), orAbsent(d.Computed))
	}
	return t
}

func orAbsent(text string) string { return cmp.Or(text, "(absent)") }

func moreDifferences(v *result.Verification, most int) string {
	if left := v.Differing - min(len(v.Differences), most); left > 0 {
		return fmt.Sprintf("and %d more; --format json has the first %d", left, len(v.Differences))
	}
	return ""
}
