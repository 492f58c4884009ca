package gate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats"
)

// A Simulation says how often queries are drawn; its zero value is the default.
type Simulation struct {
	Sizes      []int  // of a plan, numbers of queries; nil: as many as there are, and two and four times as many
	Replicates int    // draws of each size; 0 means 1,000, which puts a share of .05 within ±.014
	Seed       uint64 // 0 means 42
}

func (s Simulation) withDefaults() Simulation {
	s.Replicates, s.Seed = cmp.Or(s.Replicates, 1000), cmp.Or(s.Seed, 42)
	return s
}

// A drawing has the rules that can be judged on queries drawn from those at hand, and what each is judged by.
type drawing struct {
	of          *judgement
	rules       []drawnRule
	contrasts   []stats.GateContrast
	units       map[string]int
	regressions int // rules of that mode that decide
}

type drawnRule struct {
	rule    *Rule
	at      int // among the rules
	mode    Mode
	decides bool
	slack   float64 // the mean of the contrast when nothing changed
	spreads bool    // chance could move it
}

// drawing collects the rules about scores of queries. Rules that cannot be
// measured are left out, and so is what a waiver excuses.
func (j *judgement) drawing() *drawing {
	d := &drawing{of: j, units: map[string]int{}}
	for i := range j.rules.Rules {
		rule := &j.rules.Rules[i]
		if rule.measure == nil || j.current.meansOnly() {
			continue
		}
		s := j.sampleOf(rule, false)
		if _, unmatched := j.unmatched(rule.measure); unmatched != nil || len(s.now) == 0 || rule.needsBaseline() && s.before == nil {
			continue
		}
		c := j.contrastOf(rule, &s)
		r := drawnRule{
			rule: rule, at: i, mode: rule.modeOr(j.rules.Mode), decides: !rule.Advisory && !j.excused(rule),
			slack: float64(rule.worth() * (j.withoutChange(rule, c) - c.allowed)), spreads: s.changed > 0,
		}
		if r.decides && r.mode == Regression {
			d.regressions++
		}
		k := stats.GateContrast{Values: c.values, Range: j.rangeOf(rule, &s)}
		for _, name := range s.units {
			at, known := d.units[name]
			if !known {
				at = len(d.units)
				d.units[name] = at
			}
			k.Units = append(k.Units, at)
		}
		d.rules, d.contrasts = append(d.rules, r), append(d.contrasts, k)
	}
	return d
}

// excused tells whether a waiver lets a rule off.
func (j *judgement) excused(rule *Rule) bool {
	return slices.ContainsFunc(j.rules.Waivers, func(w Waiver) bool { return w.validAt(j.now) && w.covers(rule, j.profile) })
}

// withoutChange returns the mean that a system has which is as good as the
// baseline, or where that is not known as the current one.
func (j *judgement) withoutChange(rule *Rule, c contrast) float64 {
	if rule.needsBaseline() {
		return c.before
	}
	if j.baseline != nil {
		if mean, n := j.baseline.mean(rule.subject, rule.stratum); n > 0 {
			return mean
		}
	}
	return c.now
}

// mean returns the true mean of a contrast when the change is that many times the limit.
func (r *drawnRule) mean(limits float64) float64 { return float64((1 - limits) * r.slack) }

// decide returns what the gate as a whole says of a draw when the true means of the contrasts are these.
// Where several rules have to show a drop, Holm's correction finds one if it does so at the first step.
func (d *drawing) decide(draws []stats.GateDraw, mean func(rule int) float64) result.GateStatus {
	worst := result.RulePassed
	for i := range d.rules {
		r := &d.rules[i]
		if !r.decides {
			continue
		}
		at := mean(i)
		outcome := draws[i].Outcome(at)
		if outcome == stats.BrokenShown && r.mode == Regression && !draws[i].BrokenAmong(d.regressions, at) {
			outcome = stats.Broken
		}
		switch d.of.status(r.mode, outcome) {
		case result.RuleFailed:
			return result.RuleFailed
		case result.RuleInconclusive:
			worst = result.RuleInconclusive
		}
	}
	return worst
}

// A count of draws by what the gate as a whole said.
type count struct{ fails, open int }

func (c *count) add(s result.GateStatus) {
	switch s {
	case result.RuleFailed:
		c.fails++
	case result.RuleInconclusive:
		c.open++
	}
}

func (c count) shares(of int) result.GateShares {
	n := float64(of)
	return result.GateShares{Fails: float64(c.fails) / n, Inconclusive: float64(c.open) / n, Passes: float64(of-c.fails-c.open) / n}
}

// A ruleCount is that of one rule alone, by what each mode makes of a draw.
type ruleCount struct{ broken, notShown, shown int }

func (c *ruleCount) add(o stats.GateOutcome) {
	if o.Failed() {
		c.broken++
	}
	if o != stats.KeptShown {
		c.notShown++
	}
	if o == stats.BrokenShown {
		c.shown++
	}
}

// simulate draws queries of all rules together, and says how often the gate as a
// whole fails, and each rule alone under each of these multiples of its limit.
func (d *drawing) simulate(size int, limits []float64, s Simulation) (*result.GateOdds, [][]result.GateChances, error) {
	var none, all count
	one := make([]count, len(d.rules))
	alone := make([][]ruleCount, len(d.rules))
	for i := range alone {
		alone[i] = make([]ruleCount, len(limits))
	}
	draws := stats.GateDraws{Units: len(d.units), Size: size, Draws: s.Replicates, Seed: s.Seed, Alpha: d.of.rules.Alpha, Among: d.regressions}
	err := draws.Each(d.contrasts, func(drawn []stats.GateDraw) {
		none.add(d.decide(drawn, func(rule int) float64 { return d.rules[rule].mean(0) }))
		all.add(d.decide(drawn, func(rule int) float64 { return d.rules[rule].mean(1) }))
		for i := range d.rules {
			one[i].add(d.decide(drawn, func(rule int) float64 {
				if rule == i {
					return d.rules[rule].mean(1)
				}
				return d.rules[rule].mean(0)
			}))
			for n, l := range limits {
				alone[i][n].add(drawn[i].Outcome(d.rules[i].mean(l)))
			}
		}
	})
	if err != nil {
		return nil, nil, err
	}
	odds := &result.GateOdds{N: size, Draws: s.Replicates, Seed: s.Seed, NoChange: none.shares(s.Replicates), AllAtLimit: all.shares(s.Replicates)}
	for i := range d.rules {
		if shares := one[i].shares(s.Replicates); d.rules[i].decides && (odds.Rule == "" || shares.Passes > odds.OneAtLimit.Passes) {
			odds.OneAtLimit, odds.Rule = shares, d.rules[i].rule.String()
		}
	}
	return odds, d.chances(alone, size, limits, s.Replicates), nil
}

func (d *drawing) chances(counts [][]ruleCount, size int, limits []float64, of int) [][]result.GateChances {
	all := make([][]result.GateChances, len(counts))
	n := float64(of)
	for i, r := range d.rules {
		own := (size*len(d.contrasts[i].Units) + len(d.units)/2) / len(d.units)
		for at, l := range limits {
			c := counts[i][at]
			all[i] = append(all[i], result.GateChances{
				N: own, Limits: l, Drop: float64(l * r.slack),
				PointFails: float64(c.broken) / n, NonInfBlocks: float64(c.notShown) / n, RegressionFails: float64(c.shown) / n,
			})
		}
	}
	return all
}

// likelyBlock is the share of unchanged systems that a rule in mode point may block without a warning.
const likelyBlock = 0.1

// addOdds says how often the gate decides by chance on these queries.
func (j *judgement) addOdds(g *result.Gate) error {
	d := j.drawing()
	if !slices.ContainsFunc(d.rules, func(r drawnRule) bool { return r.decides }) {
		return nil
	}
	if !slices.ContainsFunc(d.rules, func(r drawnRule) bool { return r.decides && r.spreads }) {
		g.OddsUnknown = "no score changed, so that these queries do not show how often it fails by chance"
		return nil
	}
	odds, alone, err := d.simulate(len(d.units), []float64{0, 1}, Simulation{}.withDefaults())
	if err != nil {
		return err
	}
	g.Odds = odds
	var often []string
	for i, r := range d.rules {
		g.Rules[r.at].Chances = alone[i]
		if c := alone[i][0]; r.decides && r.mode == Point && c.PointFails > likelyBlock {
			often = append(often, fmt.Sprintf("%s (%.0f %%; in mode %s %.0f %%)", r.rule.written(), 100*c.PointFails, Regression, 100*c.RegressionFails))
		}
	}
	if often != nil {
		g.Health = append(g.Health, result.Warned(result.FindingPointGate,
			"decided by the means alone, more than one in ten comparisons of an unchanged system on these queries would fail: "+strings.Join(often, ", ")))
	}
	return nil
}
