package gate

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// seenWith is the share of comparisons in which a drop that a gate is said to see is blocked.
const seenWith = 0.8

// AA says how often the rules would block a system that is held against itself, all together, and the smallest drops
// that they see. The two sides of a comparison are drawn for each query: halves of its runs where the system was run
// several times; without a repeat the system and its baseline, as if it did not matter which is which.
func AA(current Side, baseline *Side, rules Rules, profile metrics.Profile, s Simulation) (*result.GatePlan, error) {
	if current.meansOnly() || baseline != nil && baseline.meansOnly() {
		return nil, errors.New("an A/A needs scores by query, and a side is means only")
	}
	runs, of := repeatsOf(&current), result.AARepeats
	if runs == nil {
		if baseline == nil {
			return nil, errors.New("an A/A needs the same system twice: several run files (NAME=FILE,FILE), an experiment with repeats, a table of scores with a column repeat, or another run as --baseline")
		}
		runs, of = labelsOf(&current, baseline), result.AALabels
	}
	if of == result.AARepeats {
		baseline = &current
	}
	j, out, err := prepare(current, baseline, rules, profile, &s)
	if err != nil {
		return nil, err
	}
	a := &aa{
		j:      j,
		result: &result.GateAA{Of: of, SeenWith: seenWith},
	}
	a.take(runs)
	if a.result.N < 2 {
		return nil, fmt.Errorf("an A/A needs two runs of 2 queries or more; there are two of %d", a.result.N)
	}
	if err := a.draw(s); err != nil {
		return nil, err
	}
	out.AA = a.result
	return out, a.describe(out, s)
}

// repeatsOf returns the runs of each query as rows of their own; nil of one run.
func repeatsOf(side *Side) [][]result.Row {
	var all [][]result.Row
	repeated := false
	for _, row := range side.Rows {
		var runs []result.Row
		for measure, scores := range row.Runs {
			for r, score := range scores {
				if r == len(runs) {
					runs = append(runs, result.Row{QueryID: row.QueryID, Stratum: row.Stratum, Group: row.Group, Scores: map[string]*float64{}})
				}
				runs[r].Scores[measure] = score
			}
		}
		runs = slices.DeleteFunc(runs, func(run result.Row) bool { // one that failed has no part in a mean
			for _, score := range run.Scores {
				if score != nil {
					return false
				}
			}
			return true
		})
		repeated = repeated || len(runs) > 1
		all = append(all, runs)
	}
	if !repeated {
		return nil
	}
	return all
}

// labelsOf returns both systems' rows of each query that both have.
func labelsOf(current, baseline *Side) [][]result.Row {
	var all [][]result.Row
	for _, p := range pairUp(current, baseline) {
		if p.before != nil {
			all = append(all, []result.Row{*p.now, *p.before})
		}
	}
	return all
}

// aa is a system against itself, at work.
type aa struct {
	j      judgement
	runs   [][]result.Row // by query, two or more of each
	result *result.GateAA
	of     *drawing           // the last
	drawn  [][]stats.GateDraw // by draw and rule
}

// take keeps the queries that have two runs.
func (a *aa) take(runs [][]result.Row) {
	sides := 0
	for _, of := range runs {
		if len(of) < 2 {
			a.result.LeftOut++
			continue
		}
		a.runs = append(a.runs, of)
		sides += len(of) / 2
		if !slices.ContainsFunc(a.j.rules.Rules, func(r Rule) bool {
			return slices.ContainsFunc(of, func(run result.Row) bool { return !sameScore(run.Scores[r.subject], of[0].Scores[r.subject]) })
		}) {
			a.result.Unmoved++
		}
	}
	a.result.N = len(a.runs)
	a.result.Runs = float64(sides) / float64(max(1, len(a.runs)))
}

func sameScore(a, b *float64) bool { return a == b || a != nil && b != nil && *a == *b }

// draw judges that many comparisons of the system with itself.
func (a *aa) draw(s Simulation) error {
	rng := rand.New(rand.NewPCG(s.Seed, uint64(len(a.runs))))
	now, before := make([]result.Row, len(a.runs)), make([]result.Row, len(a.runs))
	a.j.pairs = make([]pair, len(a.runs))
	for range s.Replicates {
		for q, runs := range a.runs {
			half := len(runs) / 2
			rng.Shuffle(len(runs), func(i, j int) { runs[i], runs[j] = runs[j], runs[i] })
			now[q], before[q] = meanOf(runs[:half]), meanOf(runs[half:2*half])
			a.j.pairs[q] = pair{&now[q], &before[q]}
		}
		a.of = a.j.drawing()
		draws, err := stats.GateDraws{Units: len(a.of.units), Alpha: a.j.rules.Alpha, Among: a.of.regressions}.Undrawn(a.of.contrasts)
		if err != nil {
			return err
		}
		if a.drawn = append(a.drawn, draws); len(draws) != len(a.drawn[0]) {
			return errors.New("a rule is about scores that are undefined in most runs; take it out")
		}
	}
	if !slices.ContainsFunc(a.of.rules, func(r drawnRule) bool { return r.decides }) {
		return errors.New("no rule is about scores that the queries have, so there is nothing to block")
	}
	return nil
}

func meanOf(runs []result.Row) result.Row {
	if len(runs) == 1 {
		return runs[0]
	}
	out := runs[0]
	out.Scores = make(map[string]*float64, len(out.Scores))
	for measure := range runs[0].Scores {
		sum, n := 0.0, 0.0
		for _, run := range runs {
			if score := run.Scores[measure]; score != nil {
				sum, n = sum+*score, n+1
			}
		}
		out.Scores[measure] = result.Number(sum / n)
	}
	return out
}

func (a *aa) describe(p *result.GatePlan, s Simulation) error {
	whole := a.blocks(-1, 0)
	a.result.Shares = whole.shares(s.Replicates)
	blocked, err := stats.ClopperPearson(whole.fails+whole.open, s.Replicates, 0.95)
	if err != nil {
		return err
	}
	a.result.Blocked = result.Interval(blocked)
	planned := map[int]bool{}
	for i, r := range a.of.rules {
		planned[r.at] = true
		broken := ordered.Count(a.drawn, func(draws []stats.GateDraw) bool {
			return a.j.status(r.mode, draws[i].Outcome(0)) != result.RulePassed
		})
		a.result.PerRule = append(a.result.PerRule, result.GateAARule{
			Rule: r.rule.String(), Written: r.rule.otherwise(), Mode: string(r.mode), Required: r.decides,
			Broken: float64(broken) / float64(s.Replicates), Seen: a.smallestDrop(i),
		})
	}
	for i := range a.j.rules.Rules {
		if !planned[i] {
			p.NotPlanned = append(p.NotPlanned, a.j.rules.Rules[i].written())
		}
	}
	return nil
}

// blocks counts what the gate as a whole says of the draws when one rule's measure drops
// by that much; no rule has a negative number.
func (a *aa) blocks(rule int, drop float64) (c count) {
	for _, draws := range a.drawn {
		c.add(a.of.decide(draws, func(i int) float64 {
			if i == rule {
				return -drop
			}
			return 0
		}))
	}
	return c
}

// smallestDrop returns the smallest drop of the measure of a rule that the gate blocks in
// most draws; nil where no drop within the measure's range is, or the rule decides nothing.
func (a *aa) smallestDrop(rule int) *float64 {
	if !a.of.rules[rule].decides {
		return nil
	}
	seen := func(drop float64) bool {
		c := a.blocks(rule, drop)
		return float64(c.fails+c.open) >= seenWith*float64(len(a.drawn))
	}
	low, high := 0.0, 1.0
	if width, known := a.of.rules[rule].rule.width(); known {
		high = width
	} else {
		for !seen(high) && high < 1e12 {
			high *= 2
		}
	}
	if !seen(high) {
		return nil
	}
	for range 30 {
		if mid := (low + high) / 2; seen(mid) {
			high = mid
		} else {
			low = mid
		}
	}
	return &high
}
