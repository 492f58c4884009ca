package gate

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
)

// A foreignMeasure was computed by another program. What is good about it is what a
// rule takes for it: a drop is bad of what should be high, a rise of what should be
// low.
type foreignMeasure struct {
	name   string
	better metrics.Direction
}

// String returns the name as it was read.
func (f foreignMeasure) String() string { return f.name }

// Score returns an error: there is no formula.
func (foreignMeasure) Score(*metrics.Judged) (score float64, defined bool) { return 0, false }

// Cutoff returns 0: it is not known.
func (foreignMeasure) Cutoff() int { return 0 }

// Direction tells which of two scores is the better one.
func (f foreignMeasure) Direction() metrics.Direction { return f.better }

// Conventions returns the profile that a document names. Scores of other programs have
// none: there every name is a measure.
func Conventions(name string) (metrics.Profile, error) {
	if name == ScoresProfile {
		return metrics.Profile{Name: name, Decimals: -1, Defaults: metrics.Defaults{Gain: metrics.LinearGain()}}, nil
	}
	return metrics.ProfileByName(name)
}

// ScoresProfile is the name that scores of other programs have in place of a profile.
const ScoresProfile = "scores"

// measureOf returns the measure that a rule names.
func measureOf(text string, profile metrics.Profile) (metrics.Measure, error) {
	m, err := profile.Parse(text)
	if err != nil && profile.Name == ScoresProfile {
		return foreignMeasure{name: text}, nil
	}
	return m, err
}

// declaredRange returns the largest difference that two scores of a rule's subject can
// have: of a measure without bounds the one that was declared, here or in the
// document of a side.
func (j *judgement) declaredRange(rule *Rule) (width float64, known bool) {
	if width, known = rule.width(); known {
		return width, true
	}
	all := []map[string]float64{j.rules.Ranges, j.current.Ranges}
	if j.baseline != nil {
		all = append(all, j.baseline.Ranges)
	}
	for _, declared := range all {
		if width, known = declared[rule.subject]; known {
			return width, true
		}
		if width, known = declared[""]; known {
			return width, true
		}
	}
	return 0, false
}

// checkRanges refuses declared ranges that are none, and those that no rule asks for.
func (r Rules) checkRanges() error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(r.Ranges)) {
		if w := r.Ranges[name]; !(w > 0) || math.IsInf(w, 0) {
			errs = append(errs, fmt.Errorf("range %v is not a number above 0", w))
		}
		wanted := slices.ContainsFunc(r.Rules, func(rule Rule) bool {
			_, known := rule.width()
			return rule.measure != nil && !known && (name == "" || name == rule.subject)
		})
		if !wanted && len(r.Rules) > 0 {
			errs = append(errs, fmt.Errorf("range of %q: no rule is about a measure of that name whose range is not known", name))
		}
	}
	return errors.Join(errs...)
}

// rangesOf returns the ranges that a comparison was declared to have: those that
// are larger than every difference that was seen.
func rangesOf(pair *result.Pair) map[string]float64 {
	ranges := map[string]float64{}
	for _, m := range pair.Measures {
		if m.Tail == nil {
			continue
		}
		largest := 0.0
		for _, q := range pair.PerQuery {
			if d := q.Difference[m.Measure]; d != nil {
				largest = max(largest, math.Abs(*d))
			}
		}
		if m.Tail.Range > largest {
			ranges[m.Measure] = m.Tail.Range
		}
	}
	return ranges
}
