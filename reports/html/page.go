package html

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// A page is what the template shows, in the order in which it does.
type page struct {
	frame
	reports.Sheets
	A      string
	Pairs  []pairView
	Matrix *figure
	Fronts []figure
	Bars   *figure
	BarsBy *figure // stratum
}

// A pairView is one candidate against the baseline.
type pairView struct {
	reports.PairSheets
	ID, B       string
	Words       reports.Words
	Verdict     string
	Faulty      bool
	Figures     string // difference and interval of the primary measure
	Brief       string // the same where many stand below each other
	WonLost     string
	Unequal     string // what weights and covariates do to it
	Health      []result.Finding
	Counts      []string // judged, failed, missing
	Forests     []figure
	Measures    measureTable
	Differences []figure
	Moved       []result.MovedQuery
	MovedOn     string
	Better      int // the direction of that measure
	Flow        *figure
	Times       *figure
	Limits      []string
}

// A measureTable is the main table of a pair.
type measureTable struct {
	A, B, Level, Adjusted string
	Relevance             string // from which grade on a document is relevant
	Rows                  []measureRow
	Notes                 []string
}

type measureRow struct {
	Name, Long, A, B, Difference, Interval, P, Adjusted, WonLost, Sign, Verdict, Marks string
	Primary                                                                            bool
}

func newPage(d *reports.Data, co *cohort, o Options, data *encoded) page {
	c := d.Comparison
	p := page{frame: newFrame(title(c), c.TestSet, d, o, data), Sheets: reports.SheetsOf(c), A: document.Printable(c.A.Name)}
	if o.NoText {
		p.Failures = nil // the messages of engines quote queries
	}
	if len(c.Attribution) > 0 {
		bars := attributionBars(c.Attribution)
		p.Bars = &bars
		p.BarsBy = attributionStrata(c.Attribution)
	}
	if by := primarySystems(c); by != nil {
		m := matrix(by, directionIn(c, by.Measure))
		p.Matrix = &m
	}
	p.Fronts = frontierFigures(c.Frontier)
	for i, pair := range c.Comparisons {
		p.Pairs = append(p.Pairs, newPairView(i, c, pair, co))
	}
	p.Glossary = glossary(comparedWords(c), o)
	return p
}

func title(c *result.Comparison) string {
	if len(c.Comparisons) == 1 {
		return isolated(document.Printable(c.A.Name)) + " → " + isolated(document.Printable(c.Comparisons[0].B.Name))
	}
	return fmt.Sprintf("%s → %d candidates", isolated(document.Printable(c.A.Name)), len(c.Comparisons))
}

func primarySystems(c *result.Comparison) *result.SystemsByMeasure {
	if c.AllPairs == nil {
		return nil
	}
	for i, m := range c.AllPairs.Measures {
		if m.Primary && len(m.Systems) > 1 {
			return &c.AllPairs.Measures[i]
		}
	}
	return nil
}

func newPairView(i int, c *result.Comparison, p result.Pair, co *cohort) pairView {
	id := fmt.Sprintf("p%d", i)
	v := pairView{
		PairSheets: reports.PairSheetsOf(c, p),
		ID:         id, B: document.Printable(p.B.Name), Words: reports.WordsOf(c, p), Verdict: verdictWord(p.Verdict),
		Health: reports.HealthOf(p), Forests: forests(id, c, p), Measures: newMeasureTable(c, p),
		Moved: p.Moved, Better: primaryDirection(c, p), Limits: limits(c, p, co, i+1),
	}
	v.Faulty = slices.ContainsFunc(v.Health, func(f result.Finding) bool { return f.Severity == result.SeverityFault })
	v.Words.Claim = strings.TrimPrefix(v.Words.Claim, v.Verdict+": ") // the verdict is above it
	m := reports.Primary(c, p)
	if m != nil {
		v.MovedOn = document.Printable(m.Measure)
		v.WonLost = fmt.Sprintf("won %d, lost %d, tied %d", m.Wins, m.Losses, m.Ties)
		v.Unequal = document.Printable(reports.UnequalLine(c, m))
		v.Figures = document.Signed(m.MeanDifference)
		v.Brief = v.Figures
		if m.Interval != nil {
			v.Brief += " " + document.Interval(m.Interval)
			v.Figures += ", " + document.Percent(m.Interval.Level) + " interval " + document.Interval(m.Interval)
		}
	}
	v.Counts = counts(co, i+1)
	if co == nil {
		return v
	}
	if m != nil {
		list, better := co.differences(i+1, m.Measure), directionIn(c, m.Measure)
		v.Differences = []figure{sortedDifferences(id, i+1, c, m, list, better), scatter(id, i+1, c, p, m, list, better)}
	}
	flow, times := rankFlow(id, c, p, co, i+1), latencies(id, c, p, co, i+1)
	v.Flow, v.Times = &flow, &times
	return v
}

func verdictWord(v result.Verdict) string {
	if v == result.NoVerdict || v == "" {
		return "no verdict"
	}
	return string(v)
}

// counts say what was measured at all.
func counts(co *cohort, candidate int) []string {
	if co == nil {
		return []string{"single queries are not known"}
	}
	a, knownA := co.judged(0)
	b, knownB := co.judged(candidate)
	var list []string
	if knownA && knownB {
		list = append(list, fmt.Sprintf("judged@10 %s / %s", share(a), share(b)))
	}
	for _, status := range []result.Status{result.Failed, result.Missing} {
		list = append(list, fmt.Sprintf("%s %d / %d", status, co.count(0, status), co.count(candidate, status)))
	}
	return list
}

func newMeasureTable(c *result.Comparison, p result.Pair) measureTable {
	t := measureTable{A: document.Printable(c.A.Name), B: document.Printable(p.B.Name), Level: document.Percent(1 - c.Settings.Alpha)}
	if c.Settings.Correction != "none" {
		t.Adjusted = "p " + c.Settings.Correction
	}
	primary := reports.Primary(c, p)
	byPrimary := slices.Clone(p.Measures)
	ordered.Stable(byPrimary, func(x, y result.MeasureComparison) int {
		return first(primary, y) - first(primary, x)
	})
	var names []string
	for _, m := range byPrimary {
		names = append(names, m.Measure)
		change := reports.FormatOf(m, "+", m.MeanDifference)
		row := measureRow{
			Name: document.Printable(m.Measure), Long: reports.LongName(m.Measure), Primary: first(primary, m) == 1,
			A: document.Written(m.MeanA, reports.FormatOf(m, "", m.MeanA)), B: document.Written(m.MeanB, reports.FormatOf(m, "", m.MeanB)), Difference: document.Written(m.MeanDifference, change),
			Interval: document.Ends(m.Interval, change), P: document.P(m.PValue), Adjusted: document.P(m.PAdjusted),
			WonLost: fmt.Sprintf("%d/%d/%d", m.Wins, m.Losses, m.Ties), Sign: reports.Mark(m.Verdict).Text, Verdict: meaningOf(m.Verdict),
		}
		for _, w := range reports.NotesOf(c, p, m) {
			text := document.Printable(w.Text)
			at := slices.Index(t.Notes, text)
			if at < 0 {
				at, t.Notes = len(t.Notes), append(t.Notes, text)
			}
			row.Marks += fmt.Sprintf(" [%d]", at+1)
		}
		t.Rows = append(t.Rows, row)
	}
	t.Relevance = document.Printable(reports.Relevance(names, c.TopGrade))
	return t
}

func first(primary *result.MeasureComparison, m result.MeasureComparison) int {
	if primary != nil && m.Measure == primary.Measure {
		return 1
	}
	return 0
}

// meaningOf returns the sign in words, "" for none.
func meaningOf(v result.Verdict) string {
	if v == result.NoVerdict {
		return ""
	}
	return reports.Meaning(v)
}

func primaryDirection(c *result.Comparison, p result.Pair) int {
	if m := reports.Primary(c, p); m != nil {
		return directionIn(c, m.Measure)
	}
	return 1
}

// move says where a document went; rank 0 means that it was not retrieved, and is never printed.
func move(a, b int) string {
	switch {
	case a == 0 && b == 0:
		return "in neither list"
	case a == 0:
		return fmt.Sprintf("rank %d, new", b)
	case b == 0:
		return fmt.Sprintf("gone, was rank %d", a)
	case b < a:
		return fmt.Sprintf("rank %d, up from %d", b, a)
	case b > a:
		return fmt.Sprintf("rank %d, down from %d", b, a)
	}
	return fmt.Sprintf("rank %d, as before", b)
}

// comparedWords returns those that the page of a comparison uses.
func comparedWords(c *result.Comparison) []string {
	var words []string
	for _, p := range c.Comparisons {
		words = append(words, string(p.Verdict))
		for _, m := range p.Measures {
			words = append(words, m.Measure)
			if m.Interval != nil {
				words = append(words, m.Interval.Method)
			}
		}
		for _, f := range p.Health {
			words = append(words, f.Code)
		}
	}
	return append(words, "margin", c.Settings.Test, c.Settings.Correction, "family", "stratum", "W/L/T", c.Profile)
}
