package compare

import (
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/experiment/scoring"
	"github.com/rankduel/rankduel/metrics"
)

// Runs compares stored runs, the baseline first: what has a verdict is compared, and the first measure whose direction
// is known decides where neither roles nor the profile name one. What was compared is returned, too.
func Runs(runs []result.StoredRun, settings Settings, roles Roles) (*result.Comparison, []*scoring.Table, error) {
	systems := make([]*scoring.Table, len(runs))
	for i, run := range runs {
		var err error
		if systems[i], err = scoring.Restore(run); err != nil {
			return nil, nil, err
		}
	}
	WithoutCounts(systems)
	settings.Primary = FirstKnown(systems[0].Measures)
	if err := roles.Take(&settings, systems[0].Profile.ParseList); err != nil {
		return nil, nil, err
	}
	c, err := Against(systems[0], systems[1:], settings)
	return c, systems, err
}

// FirstKnown returns the first measure whose direction no one has to guess, nil if
// there is none or the profile may name its own.
func FirstKnown(measures []metrics.Measure) metrics.Measure {
	guessed := func(m metrics.Measure) bool { f, foreign := m.(metrics.Foreign); return foreign && !f.Declared }
	if !slices.ContainsFunc(measures, guessed) {
		return nil
	}
	i := slices.IndexFunc(measures, func(m metrics.Measure) bool { return !guessed(m) && Decides(m) })
	if i < 0 {
		return nil
	}
	return measures[i]
}

// WithoutCounts leaves out what no one asked for and what has no verdict: counts
// and geometric means, as far as something else is left.
func WithoutCounts(systems []*scoring.Table) {
	for _, s := range systems {
		decide := slices.DeleteFunc(slices.Clone(s.Measures), func(m metrics.Measure) bool {
			_, foreign := m.(metrics.Foreign)
			return !foreign && !Decides(m)
		})
		if len(decide) > 0 {
			s.Keep(decide)
		}
	}
}
