package sets

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// WriteLabelProgress writes what labels of single documents show so far.
func WriteLabelProgress(w io.Writer, p *result.LabelProgress, f reports.Format, o reports.Options) error {
	return reports.Write(w, f, o, reports.Forms{JSON: p, Document: func(d *document.Document) {
		for _, c := range p.Candidates {
			d.Claim(document.Neutral, labelClaim(p, c, d.Safe), labelReason(p, c))
		}
		d.Lines(fmt.Sprintf("labels: %d of %d documents at which the systems differ, %d of them from before; all others by %s, of %d queries",
			p.Labelled, p.Documents, p.Known, d.Safe(p.Model), p.Queries))
		if p.Cost > 0 {
			d.Lines(labelCost(p))
		}
		for _, c := range p.Candidates {
			if c.Now == nil {
				at := ordered.Each(c.Looks, func(l result.LabelLook) string { return strconv.Itoa(l.Labels) })
				d.Lines(fmt.Sprintf("%s: looks are at %s labels; alpha %.4g is spent in all", d.Safe(c.Name), strings.Join(at, ", "), p.Alpha))
				continue
			}
			d.Table(d.Bold(d.Safe(c.Name), ""), looksTable(p, c), looksNotes(p, c)...)
		}
		d.Add(d.Findings(p.Health)...)
	}})
}

func labelClaim(p *result.LabelProgress, c result.CandidateProgress, safe func(string) string) string {
	claim := "is not shown to differ from"
	switch c.Verdict {
	case result.Better, result.Worse:
		claim = "is " + string(c.Verdict) + " than"
	case result.Equivalent:
		claim = fmt.Sprintf("is within ±%g of", p.Margin)
	}
	return fmt.Sprintf("%s: %s %s %s on %s", c.Verdict, safe(c.Name), claim, safe(p.Baseline), safe(p.Measure))
}

// labelReason says what was found, and whether to go on.
func labelReason(p *result.LabelProgress, c result.CandidateProgress) string {
	queries := ""
	if c.Needed != nil && *c.Needed > p.Queries {
		queries = fmt.Sprintf(": about %d, there are %d", *c.Needed, p.Queries)
	}
	switch {
	case c.State == result.LabelsFutile:
		return "judging more documents cannot settle this, more queries can" + queries
	case c.State == result.LabelsUsed:
		return "all documents are labelled; only more queries can settle this" + queries
	case c.State == result.LabelsDecided && c.At == nil:
		return "stop: the labels that are missing cannot turn the sign, of these queries"
	case c.State == result.LabelsDecided:
		return fmt.Sprintf("stop: decided at %d labels, by a difference of %s, %s at level %.4g", c.At.Labels, document.Signed(c.At.Mean), document.Interval(c.At.Interval), c.At.Interval.Level)
	}
	if next := nextLook(p); next > 0 && p.Spending == "looks" {
		return fmt.Sprintf("go on: the next look is at %d labels, %d more", next, next-p.Labelled)
	}
	if p.Spending == "looks" {
		return "no look is left in the plan: no verdict comes of more labels; compare with --silver, or make a new plan"
	}
	return "go on, and look again at any time"
}

// nextLook returns after how many labels the next look is; 0 where none is left.
func nextLook(p *result.LabelProgress) int {
	for _, l := range p.Candidates[0].Looks {
		if l.Labels > p.Labelled {
			return l.Labels
		}
	}
	return 0
}

func labelCost(p *result.LabelProgress) string {
	text := fmt.Sprintf("cost, at %g a label: %.6g so far", p.Cost, p.Cost*float64(p.Labelled-p.Known))
	if next := nextLook(p); next > 0 {
		text += fmt.Sprintf(", %.6g more to the next look", p.Cost*float64(next-p.Labelled))
	}
	return text + fmt.Sprintf(", %.6g more to label all", p.Cost*float64(p.Documents-p.Labelled))
}

// looksTable has a row for each look, and one for now.
func looksTable(p *result.LabelProgress, c result.CandidateProgress) document.Table {
	t := document.NewTable(document.Words("look"), document.Numbers("labels", "alpha", "difference", "interval", "p", "expected\n±"))
	add := func(name string, l result.LabelLook) {
		half, alpha := document.Undefined, document.Undefined
		if l.HalfWidth != nil {
			half = fmt.Sprintf("%.4f", *l.HalfWidth)
		}
		if l.Alpha != nil {
			alpha = document.P(l.Alpha)
		}
		t.Add(name, strconv.Itoa(l.Labels), alpha, document.Signed(l.Mean), document.Interval(l.Interval), document.P(l.P), half)
	}
	said := c.Now == nil
	for i, l := range c.Looks {
		if l.Labels > p.Labelled && !said {
			add("now", *c.Now)
			said = true
		}
		add(strconv.Itoa(i+1), l)
		said = said || l.Labels == p.Labelled
	}
	if !said {
		add("now", *c.Now)
	}
	return t
}

func looksNotes(p *result.LabelProgress, c result.CandidateProgress) []string {
	level := document.Percent(1 - p.Alpha)
	notes := prose.Notes{fmt.Sprintf("alpha %.4g in all is spent at the looks, at the level 1 − alpha of each, the less the fewer of all labels are there", p.Alpha)}
	if !slices.ContainsFunc(c.Looks, func(l result.LabelLook) bool { return l.Labels == p.Labelled }) {
		notes[0] += "; now is not one of them, nor its interval of " + level + " a test"
	}
	if p.Spending == "any" {
		notes = prose.Notes{fmt.Sprintf("the interval is right at any time, with alpha %.4g", p.Alpha)}
	}
	notes = append(notes, "expected ±: half an interval of "+level)
	notes.If(p.Normalised, "divided by the ideal of the model's labels (silver-normalised), which weighs queries and favours no system: no difference of nDCG by people's labels")
	if p.Target == "this_set" {
		notes = append(notes, fmt.Sprintf("of these queries alone, whose difference is between %s and %s whatever labels are missing", document.Signed(&c.Low), document.Signed(&c.High)))
	} else if c.Now != nil && c.Now.Missing != nil {
		notes = append(notes, fmt.Sprintf("%.0f %% of the variance is for want of labels, the rest for want of queries", 100**c.Now.Missing))
	}
	return notes
}
