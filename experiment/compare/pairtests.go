package compare

import (
	"fmt"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/stats"
)

// A pairTest is the test of two systems on one measure.
type pairTest struct {
	evidence stats.Evidence
	adjusted float64
	found    bool // by the rule of verdicts
}

// systemTests are those of every pair of systems on one measure, over the units that all of them have.
type systemTests struct {
	all, kept systemScores // kept: of the common units, higher is better
	n         int          // units in common
	pairs     []pairTest   // first with second, first with third, …: those with the baseline come first
}

// between returns the test of two systems by their places, and −1 where its differences are x − y.
func (t *systemTests) between(x, y int) (pairTest, float64) {
	sign := 1.0
	if x > y {
		x, y, sign = y, x, -1
	}
	before := x*len(t.kept.scores) - x*(x+1)/2
	return t.pairs[before+y-x-1], sign
}

// family returns the number of all pairs, and the adjusted p of those of the baseline with each candidate.
func (t *systemTests) family(candidates int) (size int, adjusted []float64) {
	adjusted = make([]float64, candidates)
	for i := range min(candidates, len(t.pairs)) {
		adjusted[i] = t.pairs[i].adjusted
	}
	return candidates * (candidates + 1) / 2, adjusted
}

// testPairs tests all pairs of systems on each measure that can decide, and returns nil for the others.
func testPairs(pairings []*pairing, settings Settings, count failures) ([]*systemTests, error) {
	tests := make([]*systemTests, len(pairings[0].a.Measures))
	if len(pairings) == 1 && !settings.AllPairs {
		return tests, nil
	}
	for m, measure := range pairings[0].a.Measures {
		if directionOf(measure) == stats.Directionless {
			continue
		}
		t := &systemTests{all: scoresOf(pairings, m, count.as(settings, measure))}
		kept, n := common(t.all)
		t.kept, t.n = kept[0], n
		tests[m] = t
		if n == 0 {
			continue
		}
		if err := t.test(pairings[0].rule(m, settings), settings); err != nil {
			return nil, fmt.Errorf("all pairs on %s: %w", measure, err)
		}
	}
	return tests, nil
}

// test tests every pair and corrects over all of them.
func (t *systemTests) test(rule stats.Rule, settings Settings) error {
	var differences []stats.Differences
	for a, x := range t.kept.scores {
		for _, y := range t.kept.scores[a+1:] {
			from, to := x, y
			if t.kept.sign < 0 { // differences are of the scores as they are
				from, to = y, x
			}
			units := t.kept.units
			units.a, units.b = from, to
			d, err := t.kept.pairs.weighted(units)
			if err != nil {
				return err
			}
			differences = append(differences, d)
		}
	}
	replicates := make([]stats.Replicates, len(differences))
	if settings.Interval == IntervalPercentile || settings.Interval == IntervalBCa {
		var err error
		if replicates, err = resample(differences, settings); err != nil {
			return err
		}
	}
	ps := make([]float64, len(differences))
	for i, d := range differences {
		e, err := rule.Decisive(d, signFlip{settings}, &replicates[i])
		if err != nil {
			return err
		}
		t.pairs, ps[i] = append(t.pairs, pairTest{evidence: e}), orOne(e.Decides.P)
	}
	adjusted, err := t.correct(differences, ps, settings)
	if err != nil {
		return err
	}
	for i := range t.pairs {
		p := &t.pairs[i]
		p.adjusted, p.found = adjusted[i], rule.Found(p.evidence, &adjusted[i])
	}
	return nil
}

// correct corrects the p values of all pairs.
func (t *systemTests) correct(differences []stats.Differences, ps []float64, settings Settings) ([]float64, error) {
	switch settings.overPairs() {
	case CorrectionTukey: // it knows nothing of a loss that was not seen either
		pairs, err := stats.TukeyHSD{Rounds: settings.Resamples, Seed: *settings.Seed, Workers: settings.Workers}.Compare(t.kept.scores)
		for i, p := range pairs {
			ps[i] = max(ps[i], p.P)
		}
		return ps, err
	case CorrectionMaxT:
		ds := ordered.Each(differences, func(d stats.Differences) []float64 { return d.Values() })
		return settings.maxT(ds, ps)
	}
	return stats.Adjust(ps, settings.overPairs())
}
