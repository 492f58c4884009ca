package gate

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// A Simulation says how a plan is made; its zero value is the default.
type Simulation struct {
	Sizes      []int  // numbers of queries; nil: as many as there are, and two and four times as many
	Replicates int    // comparisons a cell; 0 means 2,000, which puts a share of .05 within ±.01
	Seed       uint64 // 0 means 42
}

// limitsOfDrop are the true drops that are tried, in limits of the rule.
var limitsOfDrop = []float64{0, 0.5, 1, 2}

// Plan simulates what the rules about a change of a measure would do: it draws
// pairs of the two sides with replacement, and moves the differences so that
// their true mean is none, half, one and two times the limit. The pairs say how
// scores spread on this set; what the two systems differ by plays no part.
func Plan(current, baseline Side, rules Rules, profile metrics.Profile, s Simulation) (*result.GatePlan, error) {
	for _, side := range []struct {
		of string
		*Side
	}{{"the baseline", &baseline}, {"the current system", &current}} {
		if side.meansOnly() {
			return nil, fmt.Errorf("a plan needs the scores of both sides by query, and %s is means only", side.of)
		}
	}
	rules, err := rules.withDefaults(profile)
	if err != nil {
		return nil, err
	}
	if err := comparable(&current, &baseline, rules); err != nil {
		return nil, err
	}
	if s.Replicates == 0 {
		s.Replicates = 2000
	}
	if s.Seed == 0 {
		s.Seed = 42
	}
	p := &result.GatePlan{
		Schema: result.GatePlanSchema, Profile: profile.Name, TestSet: current.TestSet, Current: current.System, Baseline: baseline.System,
		Alpha: rules.Alpha, Seed: s.Seed, Replicates: s.Replicates, Rules: []result.GatePlanRule{},
	}
	j := judgement{current: current, baseline: &baseline, rules: rules, pairs: pairUp(&current, &baseline)}
	for i := range rules.Rules {
		rule := &rules.Rules[i]
		if rule.measure == nil || !rule.needsBaseline() {
			p.NotPlanned = append(p.NotPlanned, rule.written())
			continue
		}
		planned, err := j.plan(rule, s, uint64(i))
		if err != nil {
			return nil, fmt.Errorf("rule %q: %w", rule.written(), err)
		}
		p.Rules = append(p.Rules, planned)
	}
	if len(p.Rules) == 0 {
		return nil, errors.New("no rule is about a change of a measure, so there is nothing to plan")
	}
	return p, nil
}

func (j *judgement) plan(rule *Rule, s Simulation, stream uint64) (result.GatePlanRule, error) {
	pairs := j.sampleOf(rule, false)
	d, err := stats.NewDifferences(pairs.before, pairs.now)
	if err != nil {
		return result.GatePlanRule{}, err
	}
	if d.SD == nil || *d.SD == 0 {
		return result.GatePlanRule{}, errors.New("the two sides do not differ, so nothing is known of how they spread; give two systems that do")
	}
	out := result.GatePlanRule{
		Rule: rule.String(), Written: rule.otherwise(), Mode: string(rule.modeOr(j.rules.Mode)), N: d.N, Unit: pairs.unit(),
		BaselineMean: mean(pairs.before), StdDifference: *d.SD,
	}
	if n, ok := j.settledBy(rule, pairs); ok {
		out.Settled = &n
	}
	sizes := s.Sizes
	if sizes == nil {
		sizes = []int{d.N, 2 * d.N, 4 * d.N}
	}
	for _, n := range sizes {
		if n < 2 {
			return out, fmt.Errorf("a plan for %d queries: at least 2", n)
		}
		for _, limits := range limitsOfDrop {
			c, err := j.chances(rule, pairs, d.Mean, n, limits, s, stream)
			if err != nil {
				return out, err
			}
			out.Cells = append(out.Cells, c)
		}
	}
	return out, nil
}

// chances returns one cell.
func (j *judgement) chances(rule *Rule, pairs sample, seen float64, n int, limits float64, s Simulation, stream uint64) (result.GateChances, error) {
	worth := 1.0
	if rule.lowIsGood() {
		worth = -1
	}
	drop := float64(limits * rule.limit)
	if rule.form == relativeChange {
		drop *= mean(pairs.before)
	}
	shift := -float64(worth*drop) - seen
	rng := rand.New(rand.NewPCG(s.Seed, stream<<32|uint64(n)))
	g := j.gate(rule)
	out := result.GateChances{N: n, Drop: drop, Limits: limits}
	k := make([]float64, n)
	for range s.Replicates {
		for i := range k {
			q := rng.IntN(len(pairs.now))
			k[i] = float64(worth * (pairs.now[q] + shift - rule.allowed(pairs.before[q], worth)))
		}
		contrast, err := stats.DifferencesOf(k)
		if err != nil {
			return out, err
		}
		decision, err := g.Judge(contrast)
		if err != nil {
			return out, err
		}
		if decision.Outcome.Failed() {
			out.PointFails++
		}
		if decision.Outcome != stats.PassProven {
			out.NonInfBlocks++
		}
		if decision.Outcome == stats.FailProven {
			out.RegressionFails++
		}
	}
	of := float64(s.Replicates)
	out.PointFails, out.NonInfBlocks, out.RegressionFails = out.PointFails/of, out.NonInfBlocks/of, out.RegressionFails/of
	return out, nil
}
