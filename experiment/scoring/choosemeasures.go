package scoring

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/metrics"
)

// choose keeps the measures that are named, in that order.
func (s *Table) choose(texts []string) error {
	if len(texts) == 0 {
		return nil
	}
	var at []int
	for _, text := range texts {
		found, err := s.find(text)
		if err != nil {
			return err
		}
		for _, m := range found {
			if !slices.Contains(at, m) {
				at = append(at, m)
			}
		}
	}
	measures := make([]metrics.Measure, len(at))
	for to, m := range at {
		measures[to] = s.Measures[m]
	}
	s.Keep(measures)
	return nil
}

// Keep keeps these of the measures, in this order.
func (s *Table) Keep(measures []metrics.Measure) {
	at := make([]int, len(measures))
	for to, m := range measures {
		at[to] = metrics.Index(s.Measures, m)
	}
	s.Measures, s.values, s.names = measures, picked(s.values, at), metrics.Texts(measures)
	if r := s.ranges; r != nil {
		s.ranges = &ranges{ties: picked(r.ties, at), bounds: picked(r.bounds, at), seen: r.seen, fixed: picked(r.fixed, at)}
	}
}

// picked are the values at some places; nil stays nil.
func picked[T any](values []T, at []int) []T {
	if values == nil {
		return nil
	}
	list := make([]T, len(at))
	for to, i := range at {
		list[to] = values[i]
	}
	return list
}

// find reads a list of measures as other programs name them; a name with a comma
// in it may be given whole.
func (s *Table) find(text string) ([]int, error) {
	if m := metrics.Index(s.Measures, elsewhere(text)); m >= 0 {
		return []int{m}, nil
	}
	var list []metrics.Measure
	if measures, err := s.Profile.ParseList(text); err == nil {
		list = measures
	} else {
		for name := range strings.SplitSeq(text, ",") {
			list = append(list, elsewhere(strings.TrimSpace(name)))
		}
	}
	var at []int
	for _, measure := range list {
		m := metrics.Index(s.Measures, measure)
		if m < 0 {
			return nil, s.lacks(measure)
		}
		at = append(at, m)
	}
	return at, nil
}

// Find is the measure of the table that a text names, as other programs do.
func (s *Table) Find(text string) (metrics.Measure, error) {
	if m := metrics.Index(s.Measures, Named(text)); m >= 0 {
		return s.Measures[m], nil
	}
	at, err := s.find(text)
	if err != nil {
		return nil, err
	}
	if len(at) != 1 {
		return nil, fmt.Errorf("%q names %d measures, want one", text, len(at))
	}
	return s.Measures[at[0]], nil
}

func (s *Table) lacks(m metrics.Measure) error {
	known := metrics.Texts(s.Measures)
	if near := metrics.Nearest(m.String(), known); len(near) > 0 {
		return fmt.Errorf("%s has no scores of %s; did you mean %s?", s.Name, m, strings.Join(near, " or "))
	}
	const most = 10
	list := strings.Join(known[:min(most, len(known))], ", ")
	if len(known) > most {
		list += fmt.Sprintf(" and %d more", len(known)-most)
	}
	return fmt.Errorf("%s has no scores of %q; it has %s", s.Name, m, list)
}
