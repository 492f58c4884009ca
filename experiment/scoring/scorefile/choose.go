package scorefile

import (
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// choose keeps the measures that are named, in that order.
func choose(s *scoring.Table, texts []string) error {
	if len(texts) == 0 {
		return nil
	}
	var at []int
	for _, text := range texts {
		found, err := find(s, text)
		if err != nil {
			return err
		}
		at = ordered.With(at, found...)
	}
	measures := ordered.Each(at, func(m int) metrics.Measure { return s.Measures[m] })
	s.Keep(measures)
	return nil
}

// find reads a list of measures as other programs name them; a name with a comma in it may be given whole.
func find(s *scoring.Table, text string) ([]int, error) {
	if m := metrics.Index(s.Measures, elsewhere(s.Profile, text)); m >= 0 {
		return []int{m}, nil
	}
	if items := metrics.SplitList(text); len(items) > 1 && strings.Contains(text, "pass") {
		var at []int
		for _, item := range items {
			more, err := find(s, strings.TrimSpace(item))
			if err != nil {
				return nil, err
			}
			at = append(at, more...)
		}
		return at, nil
	}
	if at, is, err := findPass(s, text); is {
		return at, err
	}
	var list []metrics.Measure
	if measures, err := s.Profile.ParseList(text); err == nil {
		list = measures
	} else {
		for name := range strings.SplitSeq(text, ",") {
			list = append(list, elsewhere(s.Profile, strings.TrimSpace(name)))
		}
	}
	var at []int
	for _, measure := range list {
		m := metrics.Index(s.Measures, measure)
		if m < 0 {
			return nil, lacks(s, measure)
		}
		at = append(at, m)
	}
	return at, nil
}

// findPass finds a measure over the runs of another one, which it adds.
func findPass(s *scoring.Table, text string) (at []int, is bool, err error) {
	list, is, err := metrics.ParsePass(text, func(inner string) ([]metrics.Measure, error) {
		places, err := find(s, inner)
		return ordered.Each(places, func(m int) metrics.Measure { return s.Measures[m] }), err
	})
	for _, m := range list {
		if err := s.AddPass(m.(metrics.Pass)); err != nil {
			return nil, is, err
		}
		at = append(at, len(s.Measures)-1)
	}
	return at, is, err
}

// Find returns the measure of the table that a text names, as other programs do.
func Find(s *scoring.Table, text string) (metrics.Measure, error) {
	if m := metrics.Index(s.Measures, scoring.Named(text)); m >= 0 {
		return s.Measures[m], nil
	}
	at, err := find(s, text)
	if err != nil {
		return nil, err
	}
	if len(at) != 1 {
		return nil, fmt.Errorf("%q names %d measures, want one", text, len(at))
	}
	return s.Measures[at[0]], nil
}

func lacks(s *scoring.Table, m metrics.Measure) error {
	if why := s.Unread[m.String()]; why != "" {
		return fmt.Errorf("%s: %s", s.Name, why)
	}
	known := metrics.Texts(s.Measures)
	if meant := prose.Meant(m.String(), known); meant != "" {
		return fmt.Errorf("%s has no scores of %s; %s", s.Name, m, meant)
	}
	return fmt.Errorf("%s has no scores of %q; it has %s", s.Name, m, prose.FirstFew(known))
}

// elsewhere returns the measure that other programs mean by a name: what leaves the gain of nDCG open means
// the linear one in trec_eval, ir_measures and ranx, which is what the profile of scores says.
func elsewhere(p metrics.Profile, name string) metrics.Measure {
	m, err := p.Parse(name)
	if _, ofRuns := m.(metrics.Pass); err == nil && !ofRuns { // the file has what comes of the runs, and not the runs
		return m
	}
	return metrics.Foreign{Name: name}
}

// profile returns what names in the file mean.
func (f Form) profile() metrics.Profile {
	return metrics.ForeignProfile(scoresProfile).With(f.Registry)
}

// scoresProfile is the profile of scores that were read.
const scoresProfile = "scores"
