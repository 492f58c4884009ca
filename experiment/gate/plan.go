package gate

import (
	"errors"
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
)

// limitsOfDrop are the true drops that are tried, in limits of the rule.
var limitsOfDrop = []float64{0, 0.5, 1, 2}

// Plan simulates what the rules would do, each alone and the gate as a whole: it draws queries with
// replacement, with the scores of both sides, and moves the differences so that their true mean is
// none, half, one and two times the limit. Only the spread of the pairs counts.
func Plan(current, baseline Side, rules Rules, profile metrics.Profile, s Simulation) (*result.GatePlan, error) {
	for _, side := range []struct {
		of string
		*Side
	}{{"the baseline", &baseline}, {"the current system", &current}} {
		if side.meansOnly() {
			return nil, fmt.Errorf("a plan needs the scores of both sides by query, and %s is means only", side.of)
		}
	}
	j, p, err := prepare(current, &baseline, rules, profile, &s)
	if err != nil {
		return nil, err
	}
	j.pairs = pairUp(&current, &baseline)
	d := j.drawing()
	if err := d.describe(p); err != nil {
		return nil, err
	}
	sizes := s.Sizes
	if sizes == nil {
		sizes = []int{len(d.units), 2 * len(d.units), 4 * len(d.units)}
	}
	for _, n := range sizes {
		if n < 2 {
			return nil, fmt.Errorf("a plan for %d queries: at least 2", n)
		}
		odds, alone, err := d.simulate(n, limitsOfDrop, s)
		if err != nil {
			return nil, err
		}
		p.Whole = append(p.Whole, *odds)
		planned := 0
		for i, r := range d.rules {
			if r.rule.needsBaseline() {
				p.Rules[planned].Cells = append(p.Rules[planned].Cells, alone[i]...)
				planned++
			}
		}
	}
	return p, nil
}

// prepare fills in what the rules and the simulation leave open, and begins the document.
func prepare(current Side, baseline *Side, rules Rules, profile metrics.Profile, s *Simulation) (judgement, *result.GatePlan, error) {
	rules, err := rules.withDefaults(&current, baseline, profile)
	if err == nil {
		err = comparable(&current, baseline, rules)
	}
	*s = s.withDefaults()
	return judgement{current: current, baseline: baseline, rules: rules, profile: profile}, &result.GatePlan{
		Schema: result.GatePlanSchema, Profile: profile.Name, TestSet: current.TestSet, Current: current.System, Baseline: baseline.System,
		Alpha: rules.Alpha, Seed: s.Seed, Replicates: s.Replicates, Rules: []result.GatePlanRule{}, Whole: []result.GateOdds{},
	}, err
}

// describe lists the rules about a change of a measure, and those that have no table.
func (d *drawing) describe(p *result.GatePlan) error {
	drawn := map[int]bool{}
	for _, r := range d.rules {
		if !r.rule.needsBaseline() {
			continue
		}
		drawn[r.at] = true
		s := d.of.sampleOf(r.rule, false)
		differences, ok := s.spread()
		if !ok || *differences.SD == 0 {
			return fmt.Errorf("rule %q: the two sides do not differ, so nothing is known of how they spread; give two systems that do", r.rule.written())
		}
		out := result.GatePlanRule{
			Rule: r.rule.String(), Written: r.rule.otherwise(), Mode: string(r.mode), N: len(s.now), Unit: s.unit(),
			BaselineMean: mean(s.before), StdDifference: *differences.SD,
		}
		if n, ok := d.of.settledBy(r.rule, s); ok {
			out.Settled = &n
		}
		p.Rules = append(p.Rules, out)
	}
	for i := range d.of.rules.Rules {
		if !drawn[i] {
			p.NotPlanned = append(p.NotPlanned, d.of.rules.Rules[i].written())
		}
	}
	if len(p.Rules) == 0 {
		return errors.New("no rule is about a change of a measure that the queries have, so there is nothing to plan")
	}
	return nil
}
