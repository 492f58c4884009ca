package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/reports/document"
)

// trecText writes one run as trec_eval does: a line holds name, query and number, queries come by the bytes of their
// ids, and what is about all of them comes last. A query that was left out of the means has no lines.
func trecText(e *result.Evaluation, o Options) (string, error) {
	if len(e.Runs) != 1 {
		return "", fmt.Errorf("it holds one run, not %d", len(e.Runs))
	}
	run, items := e.Runs[0], o.Trec.Items
	if items == nil {
		var err error
		if items, err = trecItems(e.Profile, run); err != nil {
			return "", err
		}
	}
	t := trecLines{}
	if o.PerQuery {
		if len(run.PerQuery) == 0 {
			return "", ErrNoQueries
		}
		t.queries(run, items)
	}
	if !o.Trec.NoSummary {
		t.summary(run, items)
	}
	return t.b.String(), t.err
}

// trecItems returns the lines for an evaluation of which only the measures are
// known. A measure has the name that the profile gives it.
func trecItems(profile string, run result.RunEvaluation) ([]metrics.TrecItem, error) {
	p, err := metrics.ProfileByName(profile)
	if err != nil {
		return nil, err
	}
	var measures []metrics.Measure
	for _, s := range run.Measures {
		if s.Of == nil {
			return nil, fmt.Errorf("%s: a document that was read back has only names of measures; score the run for this form", s.Measure)
		}
		measures = append(measures, s.Of)
	}
	metrics.SortTrec(measures)
	items := ordered.Each(measures, func(m metrics.Measure) metrics.TrecItem { return metrics.TrecItem{Name: p.Key(m), Measure: m} })
	items = slices.Insert(items, 0, metrics.TrecItem{Name: metrics.TrecRunID})
	return items, nil
}

// trecLines are lines under construction.
type trecLines struct {
	b    strings.Builder
	rows []byte // of the query under way
	err  error
}

// A trecRow is what the lines of an item have in common: there are as many as there are queries.
type trecRow struct {
	metrics.TrecItem
	head     []byte // name and tab, padded as trec_eval does, by bytes: names are ASCII
	key      string // of the measure's score
	decimals int
}

// trecRowOf is for a measure m that need not be that of the item. A count has no decimals and everything
// else 4, halves of the exact binary value going to the even digit, as with C's printf.
func trecRowOf(item metrics.TrecItem, m metrics.Measure) trecRow {
	row := trecRow{TrecItem: item, head: fmt.Appendf(nil, "%-22s\t", item.Name), decimals: 4}
	if m == nil {
		return row
	}
	row.key = m.String()
	if metrics.AggregateOf(m) == metrics.Sum {
		row.decimals = 0
	}
	return row
}

func (t *trecLines) line(row trecRow, query, value string) {
	t.rows = fmt.Appendf(t.rows, "%s%s\t%s\n", row.head, query, value)
}

func (t *trecLines) number(row *trecRow, query string, v *float64) {
	if v == nil {
		return
	}
	if (math.IsNaN(*v) || math.IsInf(*v, 0)) && t.err == nil {
		t.err = fmt.Errorf("unsupported value %v", *v)
	}
	t.rows = append(append(append(t.rows, row.head...), query...), '\t')
	t.rows = append(strconv.AppendFloat(t.rows, *v, 'f', row.decimals, 64), '\n')
}

func (t *trecLines) flush() {
	t.b.Write(t.rows)
	t.rows = t.rows[:0]
}

func (t *trecLines) queries(run result.RunEvaluation, items []metrics.TrecItem) {
	sorted := slices.Clone(run.PerQuery)
	ordered.Stable(sorted, func(a, b result.QueryScores) int {
		return cmp.Compare(a.QueryID, b.QueryID)
	})
	var rows []trecRow
	for _, item := range items {
		if item.Measure == nil && item.Length > 0 || item.Measure != nil && !metrics.SummaryOnly(item.Measure) {
			rows = append(rows, trecRowOf(item, item.Measure))
		}
	}
	for i, q := range sorted {
		if leftOut(q) {
			continue
		}
		for at := range rows {
			if row := &rows[at]; row.Measure == nil {
				t.line(*row, q.QueryID, "'"+q.RelString[:min(row.Length, len(q.RelString))]+"'")
			} else {
				t.number(row, q.QueryID, q.Scores[row.key])
			}
		}
		if t.b.Len() == 0 {
			t.b.Grow((len(sorted) - i + 1) * len(t.rows)) // queries are much alike
		}
		t.flush()
	}
}

// leftOut tells whether a query counts in no mean.
func leftOut(q result.QueryScores) bool {
	for _, v := range q.Scores {
		if v != nil {
			return false
		}
	}
	return q.Status != result.Scored
}

func (t *trecLines) summary(run result.RunEvaluation, items []metrics.TrecItem) {
	overall := ordered.Map(run.Measures, func(s result.MeasureSummary) (string, *float64) { return s.Measure, s.Overall })
	for _, item := range items {
		m := item.Measure
		if item.Total != nil {
			m = item.Total
		}
		row := trecRowOf(item, m)
		switch {
		case item.Name == metrics.TrecRunID:
			t.line(row, "all", run.Tag)
		case m != nil:
			t.number(&row, "all", overall[row.key])
		}
	}
	t.flush()
}

// aggregateJSON writes the profile's own sum of one run, and nothing else.
func aggregateJSON(e *result.Evaluation) (string, error) {
	if len(e.Runs) != 1 {
		return "", fmt.Errorf("it holds one run, not %d", len(e.Runs))
	}
	if e.Runs[0].Aggregate == nil {
		return "", fmt.Errorf("profile %s has no names of its own", e.Profile)
	}
	return document.Indented(e.Runs[0].Aggregate)
}
