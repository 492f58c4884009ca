package compare

import (
	"errors"
	"fmt"
	"math"

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
	if inf.measure.String() != settings.Primary.String() {
		return nil
	}
	return inf.flip(p, m, s)
}

// flip judges each run of one system with each of the other, of the first ten, as if there were no more, and counts how they end.
func (inf *inference) flip(p *pairing, m int, s sample) error {
	means, err := inf.decide(inf.evidence.Decides.P) // without a correction, as the others
	ends, flipped, n := map[string]int{}, 0.0, 0.0
	for pair := 0; err == nil && pair < 100; pair++ {
		var a, b []float64
		for _, at := range s.at {
			x, y := p.a.EachRun(m, p.qa[at]), p.b.EachRun(p.mb[m], p.qb[at])
			if i, j := pair/10, pair%10; i < len(x) && j < len(y) && !math.IsNaN(x[i]-y[j]) {
				a, b = append(a, x[i]), append(b, y[j])
			}
		}
		if len(a) == 0 { // there are no more
			continue
		}
		d, unlike := stats.NewDifferences(a, b)
		one, unjudged := inf.rule.Judge(d)
		err = errors.Join(unlike, unjudged)
		if n, ends[string(one.Verdict)] = n+1, ends[string(one.Verdict)]+1; one.Verdict != means.Verdict {
			flipped++
		}
	}
	inf.Repeats.Verdicts, inf.Repeats.Flipped = ends, result.Number(flipped/n)
	return err
}
