package reports

import (
	"fmt"
	"io"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports/document"
)

// Power writes how many queries differences need. CSV has one row an effect.
func Power(w io.Writer, p *result.PowerPlan, f Format, o Options) error {
	return Write(w, f, o, Forms{
		JSON: p, CSV: func() (string, error) { return powerCSV(p) },
		Document: func(d *document.Document) {
			recorded, names := d.Recorded(nil, recordedOf(p.Systems)), shortMeasures{}
			if d.Form == document.Text {
				d.Lines(powerTitle(p, d.Safe), recorded)
				recorded, names = "", newShortMeasures(plannedMeasures(p))
			} else {
				d.Heading(powerTitle(p, d.Safe))
			}
			d.Table("", powerTable(p, names.of), append(powerNotes(p, names.of), names.legend(0))...)
			d.Lines(recorded)
		},
	})
}

func powerTitle(p *result.PowerPlan, safe func(string) string) string {
	title := "queries for a verdict, by the spread of " + safe(p.Source)
	if p.TestSet != nil {
		title += " on " + safe(versioned(*p.TestSet))
	}
	return title
}

func powerTable(p *result.PowerPlan, short func(string) string) document.Table {
	t := document.NewTable(document.Names("measure", "stratum"), document.Numbers("n", "std", "these n\ndetect"))
	var effects []result.PowerEffect
	if len(p.Rows) > 0 {
		effects = p.Rows[0].Effects
	}
	for _, e := range effects {
		t.Columns = append(t.Columns, document.Numbers("n for\n"+document.Fixed(e.Effect, "%.4g"))...)
	}
	t.Columns = append(t.Columns, document.Numbers("n for\nequality", "n for\na gate")...)
	for _, r := range p.Rows {
		row := []string{short(r.Measure), r.Stratum, count(r.N), document.Score(&r.Std), document.Score(r.Detectable)}
		sure := []string{"  sure", "", "", document.Score(r.StdSure), ""} // what to plan by to be sure
		for i := range effects {
			likely, certain := document.Undefined, ""
			if i < len(r.Effects) {
				likely, certain = document.Count(r.Effects[i].Queries, document.Undefined), document.Count(r.Effects[i].QueriesSure, document.Undefined)
			}
			row, sure = append(row, likely), append(sure, certain)
		}
		t.Add(append(row, document.Count(r.Equality, document.Undefined), document.Count(r.Gate, document.Undefined))...)
		if r.StdSure != nil {
			t.Add(append(sure, "", "")...)
		}
	}
	t.Only(slices.ContainsFunc(p.Rows, func(r result.PowerRow) bool { return r.Stratum != "" }), "stratum")
	t.Only(slices.ContainsFunc(p.Rows, func(r result.PowerRow) bool { return r.Gate != nil }), "n for\na gate")
	return t
}

// twoNumbers says in words what they are, of the middle effect of the first measure that has both.
func twoNumbers(p *result.PowerPlan, short func(string) string) []string {
	for _, r := range p.Rows {
		if len(r.Effects) > 0 {
			if e := r.Effects[len(r.Effects)/2]; e.Queries != nil && e.QueriesSure != nil {
				return []string{fmt.Sprintf("%s, a difference of %s: %d if the pilot's spread is right; %d to be 80 %% sure (the line below each measure)",
					short(r.Measure), document.Fixed(e.Effect, "%.4g"), *e.Queries, *e.QueriesSure)}
			}
		}
	}
	return nil
}

func plannedMeasures(p *result.PowerPlan) []string {
	return ordered.With(nil, ordered.Each(p.Rows, func(r result.PowerRow) string { return r.Measure })...)
}

func count(n int) string {
	if n == 0 {
		return document.Undefined
	}
	return fmt.Sprint(n)
}

func powerNotes(p *result.PowerPlan, short func(string) string) []string {
	notes := []string{fmt.Sprintf("in %.4g %% of repeats, at alpha %.4g over %s; std: standard deviation of the differences; never by the difference that was seen",
		100*p.Power, p.Alpha, document.Plural(p.Tests, "candidate", "candidates"))}
	notes = append(notes, twoNumbers(p, short)...)
	notes = append(notes, fmt.Sprintf("detect: smallest true difference that ends in better; equality: shown to be within ±%s when there is none", Plain(p.Margin)))
	for _, r := range p.Rows {
		if r.GateLimit != nil {
			notes = append(notes, fmt.Sprintf("gate: an unchanged system is shown to drop by at most %.4g %%", 100**r.GateLimit))
			break
		}
	}
	for _, r := range p.Rows {
		if r.Unit == "groups" {
			notes = append(notes, "n counts groups: wordings of one need are one unit")
			break
		}
	}
	for _, r := range p.Rows {
		if r.Note != "" {
			notes = append(notes, short(r.Measure)+": "+r.Note)
		}
	}
	return notes
}

func powerCSV(p *result.PowerPlan) (string, error) {
	s := document.NewCSV("measure", "stratum", "n", "std_difference", "detectable", "effect", "queries", "queries_sure", "equality")
	for _, r := range p.Rows {
		for _, e := range r.Effects {
			s.Row(r.Measure, r.Stratum, fmt.Sprint(r.N), full(&r.Std), full(r.Detectable), full(&e.Effect), document.Count(e.Queries, ""), document.Count(e.QueriesSure, ""), document.Count(r.Equality, ""))
		}
	}
	return s.Finish()
}

func full(v *float64) string {
	if !document.Given(v) {
		return ""
	}
	return fmt.Sprintf("%g", *v)
}
