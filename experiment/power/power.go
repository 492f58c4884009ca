// Package power plans test sets: how many queries a difference needs, and which difference the queries at
// hand can show, for the rules that verdicts and gates are made by. It retrieves and compares nothing.
package power

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats"
)

// A Sample is the paired differences of one measure that a plan rests on.
type Sample struct {
	Measure      string
	Stratum      string // empty: all queries
	Unit         string // groups, where wordings of one need are one unit
	Differences  []float64
	BaselineMean float64 // for relative gates; 0: no gate is planned
	Range        float64 // the largest difference that two scores can have; 0 when it is not known
}

// A Question is what a plan answers. Its zero value asks for the margin, at the usual levels.
type Question struct {
	Alpha   float64   // 0 means .05
	Power   float64   // 0 means .8
	Margin  float64   // 0 means .02
	Tests   int       // candidates that are corrected for; 0 means 1
	Effects []float64 // 0 of them means half the margin, the margin and twice it
	Gate    float64   // relative drop; 0 means .05
}

func (q Question) withDefaults() Question {
	q.Alpha, q.Power, q.Margin, q.Gate = cmp.Or(q.Alpha, 0.05), cmp.Or(q.Power, 0.8), cmp.Or(q.Margin, 0.02), cmp.Or(q.Gate, 0.05)
	q.Tests = max(1, q.Tests)
	if len(q.Effects) == 0 {
		q.Effects = []float64{q.Margin / 2, q.Margin, 2 * q.Margin}
	}
	return q
}

func (q Question) rule(width float64) stats.Rule {
	return stats.Rule{Alpha: q.Alpha, Margin: q.Margin, Power: q.Power, Tests: q.Tests, Range: width}
}

// Of plans by the differences of past comparisons.
func Of(samples []Sample, q Question) (*result.PowerPlan, error) {
	q = q.withDefaults()
	p := plan(q)
	for _, s := range samples {
		d, err := stats.DifferencesOf(s.Differences)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Measure, err)
		}
		row := result.PowerRow{Measure: s.Measure, Stratum: s.Stratum, Unit: s.Unit, N: d.N, Changed: float64(d.Changed) / float64(d.N)}
		if d.SD == nil || *d.SD == 0 {
			row.Note = "the differences do not vary, so that nothing is known of their spread"
			row.Effects, row.Curve = []result.PowerEffect{}, []result.PowerPoint{}
			p.Rows = append(p.Rows, row)
			continue
		}
		spread := stats.SpreadOf(d)
		row.Note = caution(spread)
		if err := q.fill(&row, spread, s); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Measure, err)
		}
		p.Rows = append(p.Rows, row)
	}
	return p, nil
}

// muchSkewed is a skewness from which on the tail weighs more than a sample of
// the usual size shows, so that less power is reached than planned for.
const muchSkewed = 1

// caution returns a word about skewed differences, empty for others.
func caution(s stats.Spread) string {
	if math.Abs(s.Skewness) < muchSkewed {
		return ""
	}
	return fmt.Sprintf("the differences are skewed (%+.1f), and these numbers optimistic: see `rankduel explain optimistic`", s.Skewness)
}

// Assumed plans by a standard deviation of the differences that is taken for granted; they are taken as
// normal. n may be 0: then no detectable difference is computed.
func Assumed(measure string, sd float64, n int, width float64, q Question) (*result.PowerPlan, error) {
	q = q.withDefaults()
	p := plan(q)
	row := result.PowerRow{Measure: measure, N: n, Changed: 1}
	if err := q.fill(&row, stats.Spread{SD: sd, Low: -3 * sd, High: 3 * sd, Changed: 1}, Sample{Range: width}); err != nil {
		return nil, err
	}
	p.Rows = []result.PowerRow{row}
	return p, nil
}

func plan(q Question) *result.PowerPlan {
	return &result.PowerPlan{
		Schema: result.PowerSchema, Alpha: q.Alpha, Power: q.Power, Margin: q.Margin, Tests: q.Tests, Rows: []result.PowerRow{},
	}
}

// fill answers all questions about the spread of a sample. What no test set can reach stays
// nil; all other errors are the caller's.
func (q Question) fill(row *result.PowerRow, s stats.Spread, of Sample) error {
	rule, cautious := q.rule(of.Range), s.Cautious()
	row.Std = s.SD
	if s.N > 0 {
		row.StdSure = &cautious.SD
	}
	row.Effects, row.Curve = []result.PowerEffect{}, []result.PowerPoint{}
	if row.N >= 2 {
		effect, err := rule.Detectable(s, row.N)
		if row.Detectable, err = reached(effect, err); err != nil {
			return err
		}
	}
	for _, effect := range q.Effects {
		planned := result.PowerEffect{Effect: effect}
		var err error
		if planned.Queries, err = reached(rule.QueriesFor(s, effect)); err != nil {
			return fmt.Errorf("effect %v: %w", effect, err)
		}
		if s.N > 0 {
			if planned.QueriesSure, err = reached(rule.QueriesFor(cautious, effect)); err != nil {
				return fmt.Errorf("effect %v: %w", effect, err)
			}
		}
		row.Effects = append(row.Effects, planned)
	}
	if of.Range > 0 {
		n, err := rule.QueriesForEquality(s)
		if row.Equality, err = reached(n, err); err != nil {
			return err
		}
	}
	if of.BaselineMean > 0 {
		limit := q.Gate
		n, err := stats.Gate{Alpha: q.Alpha, Range: of.Range}.QueriesFor(s.SD, q.Gate*of.BaselineMean, q.Power)
		if row.Gate, err = reached(n, err); err != nil {
			return err
		}
		row.GateLimit = &limit
	}
	return q.curve(row, rule, s)
}

// curve returns the chance of a finding at the middle effect, from a few queries to where it is nearly certain.
func (q Question) curve(row *result.PowerRow, rule stats.Rule, s stats.Spread) error {
	effect := q.Effects[len(q.Effects)/2]
	for n := 10; n < 1_000_000; n += n / 4 {
		power, err := rule.PowerAt(s, n, effect)
		if err != nil {
			return err
		}
		row.Curve = append(row.Curve, result.PowerPoint{Queries: n, Power: power})
		if power > 0.995 {
			break
		}
	}
	return nil
}

// reached returns nil for what no number of queries or no difference reaches.
func reached[T any](x T, err error) (*T, error) {
	switch {
	case errors.Is(err, stats.ErrUnreachable):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &x, nil
}
