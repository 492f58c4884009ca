package compare

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/metrics"
)

// Roles are measures with a part in the decision, as texts.
type Roles struct {
	Primary    string   // "": the profile's
	Guardrails []string // must not become worse
	Ranges     []string // largest differences: W for all measures, or MEASURE=W
}

// Take puts the measures into settings; find reads a text, which may name several.
func (r Roles) Take(settings *Settings, find func(string) ([]metrics.Measure, error)) error {
	var errs []error
	if r.Primary != "" {
		m, err := findOne(r.Primary, find)
		if err != nil {
			errs = append(errs, fmt.Errorf("primary: %w", err))
		} else {
			settings.Primary = m
		}
	}
	for _, text := range r.Guardrails {
		measures, err := find(text)
		if err != nil {
			errs = append(errs, fmt.Errorf("guardrails: %w", err))
		}
		settings.Guardrails = append(settings.Guardrails, measures...)
	}
	if slices.ContainsFunc(r.Ranges, func(text string) bool { return strings.TrimSpace(text) == "" }) {
		errs = append(errs, errors.New("range is empty, want a number, or MEASURE=NUMBER"))
	}
	for _, text := range metrics.SplitList(strings.Join(r.Ranges, ",")) {
		if err := settings.takeRange(text, find); err != nil {
			errs = append(errs, fmt.Errorf("range %s: %w", text, err))
		}
	}
	return errors.Join(errs...)
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
