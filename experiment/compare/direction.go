package compare

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// directionOf returns the direction of a measure that can decide, or none.
func directionOf(m metrics.Measure) stats.Direction {
	switch {
	case metrics.AggregateOf(m) != metrics.Mean || metrics.DirectionOf(m) == metrics.Neutral:
		return stats.Directionless
	case metrics.DirectionOf(m) == metrics.LowerIsBetter:
		return stats.LowerIsBetter
	}
	return stats.HigherIsBetter
}

// Decides tells whether a measure can have a verdict: not a count, which has no
// direction, nor a geometric mean, which is not a mean over queries.
func Decides(m metrics.Measure) bool { return directionOf(m) != stats.Directionless }

// failures tells whether failed queries count.
type failures bool

const (
	leftOut  failures = false
	asMisses failures = true
)

// as returns what a failed query is scored by a measure; nil where it is left out.
func (f failures) as(s Settings, m metrics.Measure) *float64 {
	if f == leftOut {
		return nil
	}
	return s.worst(m)
}

// worst returns what a query is scored that was not answered: 0, or where less is better the top of the
// range, of which nothing but its width is declared. Nil where that is not known.
func (s Settings) worst(m metrics.Measure) *float64 {
	if directionOf(m) != stats.LowerIsBetter {
		return new(0.0)
	}
	if top := s.rangeOf(m); top > 0 {
		return &top
	}
	return nil
}

// Primary returns the measure that a verdict is about when no one names one: the
// profile's own, or else the first that can decide; nil when none can.
func Primary(profile metrics.Profile, measures []metrics.Measure) metrics.Measure {
	if profile.Primary != nil && metrics.Index(measures, profile.Primary) >= 0 {
		return profile.Primary
	}
	if i := slices.IndexFunc(measures, Decides); i >= 0 {
		return measures[i]
	}
	return nil
}

// undecided says why a measure has no verdict.
func undecided(m metrics.Measure) string {
	if a := metrics.AggregateOf(m); a != metrics.Mean {
		return fmt.Sprintf("it is a %s and no mean over queries", a)
	}
	return metrics.DirectionOf(m).String()
}

// CheckDecides refuses a measure that can have no verdict.
func CheckDecides(m metrics.Measure) error {
	if Decides(m) {
		return nil
	}
	return fmt.Errorf("%s cannot decide: %s", m, undecided(m))
}

// PrimaryOf returns the summary of the measure that would decide about a stored run
// unless one is named, that of its experiment; nil when it has none, as a run of another program.
func PrimaryOf(run result.StoredRun) *result.MeasureSummary {
	var summary result.RunEvaluation
	if err := json.Unmarshal(run.Aggregate, &summary); err != nil {
		return nil
	}
	profile, err := metrics.ProfileByName(run.Profile)
	if err != nil {
		profile = metrics.Profile{Name: run.Profile} // another program's
	}
	measures := ordered.Each(summary.Measures, func(m result.MeasureSummary) metrics.Measure { return scoring.Named(m.Measure) })
	if primary := Primary(profile, measures); summary.Primary == "" && primary != nil {
		summary.Primary = primary.String()
	}
	i := slices.IndexFunc(summary.Measures, func(m result.MeasureSummary) bool { return m.Measure == summary.Primary })
	if i < 0 {
		return nil
	}
	return &summary.Measures[i]
}

// Roles are measures with a part in the decision, as texts.
type Roles struct {
	Primary    string   // "": the profile's
	Guardrails []string // must not become worse
	Ranges     []string // largest differences: W for all measures, or MEASURE=W
	Objective  []string // what has to hold together; see [Objective]
}

// Take puts the measures into settings; find reads a text, which may name several.
func (r Roles) Take(settings *Settings, find func(string) ([]metrics.Measure, error)) error {
	var errs prose.Faults
	if r.Primary != "" {
		m, err := findOne(r.Primary, find)
		if errs.In("primary", err); err == nil {
			settings.Primary = m
		}
	}
	for _, text := range r.Guardrails {
		measures, err := find(text)
		errs.In("guardrails", err)
		settings.Guardrails = append(settings.Guardrails, measures...)
	}
	if len(r.Objective) > 0 {
		var err error
		settings.Objective, err = parseObjective(r.Objective, func(text string) (metrics.Measure, error) { return findOne(text, find) })
		better := settings.Objective.Better
		if err == nil {
			err = CheckDecides(better)
		}
		if errs.If(err != nil, "%w", err); r.Primary == "" {
			settings.Primary = better
		}
	}
	blank := slices.ContainsFunc(r.Ranges, func(text string) bool { return strings.TrimSpace(text) == "" })
	errs.If(blank, "range is empty, want a number, or MEASURE=NUMBER")
	for _, text := range metrics.SplitList(strings.Join(r.Ranges, ",")) {
		errs.In("range "+text, settings.takeRange(text, find))
	}
	return errs.Join()
}

// takeRange reads W or MEASURE=W.
func (s *Settings) takeRange(text string, find func(string) ([]metrics.Measure, error)) error {
	name, number := "", text
	if i := strings.LastIndexByte(text, '='); i >= 0 { // the last: names of measures may hold one too
		m, err := findOne(text[:i], find)
		if err != nil {
			return err
		}
		name, number = m.String(), text[i+1:]
	}
	width, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return errors.New("want a number, or MEASURE=NUMBER")
	}
	if s.Ranges == nil {
		s.Ranges = map[string]float64{}
	}
	s.Ranges[name] = width
	return nil
}

func findOne(text string, find func(string) ([]metrics.Measure, error)) (metrics.Measure, error) {
	measures, err := find(text)
	if err != nil {
		return nil, err
	}
	if len(measures) != 1 {
		return nil, fmt.Errorf("%q names %d measures, want one", text, len(measures))
	}
	return measures[0], nil
}

// Check refuses an objective about what was not measured, or next to settings under which no limit is judged.
func (o *Objective) Check(measures []metrics.Measure, s Settings) error {
	var errs prose.Faults
	for _, m := range o.needed {
		errs.If(metrics.Index(measures, m) < 0, "objective: %s is not among the measures %s; add -m %[1]s", m, strings.Join(metrics.Texts(measures), ", "))
	}
	errs.If(s.Primary != nil && s.Primary.String() != o.Better.String(), "objective: it is about %s, and primary about %s; one measure decides", o.Better, s.Primary)
	errs.If(s.Silver != nil || s.Unequal() || s.Looks > 0 || s.AllPairs, "objective: it has no use with labels of a model, weights, covariates, looks or all pairs, in which limits are not judged")
	return errs.Join()
}
