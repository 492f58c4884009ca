package scoring

import (
	"slices"

	"github.com/rankduel/rankduel/metrics"
)

// A Foreign measure was computed by another program: its scores are read, and
// its name is all that is known of it, with the direction that the user declares.
type Foreign struct {
	Name     string
	Better   metrics.Direction
	Declared bool // the direction is; without that a higher score is taken to be better
}

// String returns the name as it was read.
func (f Foreign) String() string { return f.Name }

// Score is undefined: there is no formula.
func (Foreign) Score(*metrics.Judged) (score float64, defined bool) { return 0, false }

// Cutoff is not known.
func (Foreign) Cutoff() int { return 0 }

// Direction tells which of two scores is the better one.
func (f Foreign) Direction() metrics.Direction { return f.Better }

// Named returns the measure of that name: one of those that are known, or else one of
// package metrics, or else a foreign one.
func Named(name string, known ...metrics.Measure) metrics.Measure {
	if i := slices.IndexFunc(known, func(m metrics.Measure) bool { return m.String() == name }); i >= 0 {
		return known[i]
	}
	if m, err := metrics.Parse(name); err == nil {
		return m
	}
	of := func(inner string) ([]metrics.Measure, error) { return []metrics.Measure{Named(inner, known...)}, nil }
	if list, is, err := metrics.ParsePass(name, of); is && err == nil {
		return list[0]
	}
	return Foreign{Name: name}
}

// profileNamed returns the profile of that name, without conventions when it is
// another program's.
func profileNamed(name string) metrics.Profile {
	if p, err := metrics.ProfileByName(name); err == nil {
		return p
	}
	return ForeignProfile(name)
}

// ForeignProfile returns what scores of other programs have in place of conventions.
func ForeignProfile(name string) metrics.Profile {
	return metrics.Profile{Name: name, Decimals: -1, Defaults: metrics.Defaults{Gain: metrics.LinearGain()}}
}
