package compare

import (
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// addRepeats splits the variance of the differences of a measure, where a system was run
// several times. Runs do not count as queries: the inference is of the means of each query.
func (inf *inference) addRepeats(p *pairing, m int, of func(m int) sample, settings Settings) error {
	if _, ofRuns := inf.measure.(metrics.Pass); ofRuns || !p.a.Repeated() && !p.b.Repeated() || inf.evidence == nil || p.grouped {
		return nil
	}
	s := of(m)
	a, b := make([]stats.Runs, len(s.at)), make([]stats.Runs, len(s.at))
	for i, at := range s.at {
		a[i], b[i] = p.a.RunsOf(m, p.qa[at]), p.b.RunsOf(p.mb[m], p.qb[at])
	}
	r, err := stats.NewRepeats(inf.evidence.Differences, a, b, 1-settings.Alpha)
	if err != nil {
		return fmt.Errorf("repeats of %s: %w", inf.measure, err)
	}
	inf.Repeats = &result.Repeats{
		Runs: r.Runs, WithinA: r.WithinA, WithinB: r.WithinB, Noise: r.Noise, Between: r.Between, SavedAtMost: r.Saved(),
		WithinInterval: interval(r.WithinInterval), BetweenInterval: interval(r.BetweenInterval),
	}
	if w := r.WithinA + r.WithinB; r.Between != nil && w+*r.Between > 0 {
		inf.Repeats.Reliability = result.Number(*r.Between / (w + *r.Between))
	}
	if settings.QueryCost > 0 && r.Between != nil {
		inf.Repeats.Cheapest = new(r.Cheapest(settings.QueryCost))
	}
	return nil
}
