package gate

import (
	"fmt"
	"math"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// judge holds one rule against both sides.
func (j *judgement) judge(rule *Rule) result.GateRule {
	out := result.GateRule{
		Rule: rule.String(), Written: rule.otherwise(), Subject: rule.subject, Stratum: rule.stratum,
		Mode: string(rule.modeOr(j.rules.Mode)), Required: !rule.Advisory,
	}
	if rule.measure == nil || j.current.meansOnly() {
		out.Mode = string(Point) // one number a side: nothing to prove with
		j.judgeFigure(rule, &out)
		return out
	}
	if side, u := j.unmatched(rule.measure); u != nil {
		out.Status, out.Text = result.RuleNotMeasured, fmt.Sprintf("%s was not measured in %s: %s", rule.about(), side.System.Name, unmatchedText(*u))
		return out
	}
	s := j.sampleOf(rule, false)
	out.N, out.Unit = len(s.now), s.unit()
	if out.N == 0 {
		j.lack(rule, &out, s)
		return out
	}
	if err := j.judgeSample(rule, s, &out); err != nil {
		out.Status, out.Text = result.RuleNotMeasured, fmt.Sprintf("%s: %v", rule.about(), err)
		return out
	}
	if s.failed > 0 && out.Status == result.RulePassed {
		j.tryFailures(rule, &out, s.failed)
	}
	return out
}

// unmatched returns the side in which a measure was not measured, and why; nil where it
// was in both.
func (j *judgement) unmatched(m metrics.Measure) (*Side, *result.UnmatchedIDs) {
	for _, side := range []*Side{&j.current, j.baseline} {
		if side == nil {
			continue
		}
		if u := side.unmatched(metrics.LevelOf(m)); u != nil {
			return side, u
		}
	}
	return nil, nil
}

func (j *judgement) lack(rule *Rule, out *result.GateRule, s sample) {
	out.Status = result.RuleNotMeasured
	switch {
	case s.failed+s.alone+s.undefined > 0:
		out.Text = fmt.Sprintf("%s is defined for no query (%s failed, %d not in the baseline, for %d it is undefined)",
			rule.about(), prose.Plural(s.failed, "query"), s.alone, s.undefined)
	case rule.stratum != "":
		out.Text = fmt.Sprintf("%s: no query is of stratum %q", rule.name(), rule.stratum)
	default:
		out.Text = fmt.Sprintf("%s was not measured in the current system", rule.name())
	}
}

// tryFailures takes a pass back that rests on failed queries being left out.
func (j *judgement) tryFailures(rule *Rule, out *result.GateRule, failed int) {
	with := result.GateRule{Mode: out.Mode}
	if err := j.judgeSample(rule, j.sampleOf(rule, true), &with); err != nil || with.Status == result.RulePassed {
		return
	}
	out.Status = result.RuleNotMeasured
	out.Text += fmt.Sprintf("; but only because %s failed: with score 0 for them the rule would be broken", prose.Plural(failed, "query"))
}

// judgeSample decides from scores by query.
func (j *judgement) judgeSample(rule *Rule, s sample, out *result.GateRule) error {
	worth := 1.0 // +1 when a drop is bad, −1 when a rise is
	if rule.lowIsGood() {
		worth = -1
	}
	now := mean(s.now)
	out.CurrentMean = result.Number(now)
	before := math.NaN()
	switch {
	case s.before != nil:
		before = mean(s.before)
	case rule.needsBaseline(): // means only
		before, _ = j.baseline.mean(rule.subject, rule.stratum)
	}
	out.BaselineMean = result.Number(before)

	floor := make([]float64, len(s.now))
	for i := range floor {
		floor[i] = rule.allowed(s.beforeOr(i, before), worth)
	}
	k, err := stats.NewDifferences(scaled(floor, worth), scaled(s.now, worth))
	if err != nil {
		return err
	}
	proof := s.before != nil || !rule.needsBaseline()
	d, err := j.gate(rule).Judge(k)
	if err != nil {
		return err
	}
	describeChange(rule, out, now, before, worth)
	if !proof { // the spread of one side alone says nothing about the change
		out.Outcome, out.Status = literal(d.Mean), j.status(Point, literalOutcome(d.Mean))
		out.Text = sentence(rule, out, unproven(out))
		return nil
	}
	out.Outcome = string(d.Outcome)
	out.PKept, out.PBroken = result.Number(d.PKept), result.Number(d.PBroken)
	out.Bounds = rule.boundsOfChange(d, mean(floor), before, worth)
	if rule.form == relativeChange && s.before != nil {
		if r, err := stats.CompareRelative(s.before, s.now, 0, 1-2*j.rules.Alpha); err == nil && r.Interval != nil {
			out.RatioInterval = &result.Interval{Method: r.Interval.Method, Level: r.Interval.Level, Low: r.Interval.Low, High: r.Interval.High}
		}
	}
	out.Status = j.status(Mode(out.Mode), d.Outcome)
	out.Text = sentence(rule, out, j.noise(rule, s, out))
	return nil
}

// gate returns what decides from a contrast. The range is that of the measure, also
// where a limit is relative.
func (j *judgement) gate(rule *Rule) stats.Gate {
	width, _ := rule.width()
	return stats.Gate{Alpha: j.rules.Alpha, Range: width}
}

// allowed returns the worst score that the rule lets a query have on average.
func (r *Rule) allowed(before, worth float64) float64 {
	switch r.form {
	case relativeChange:
		return float64((1 - float64(worth*r.limit)) * before)
	case absoluteChange:
		return before - float64(worth*r.limit)
	default:
		return r.limit
	}
}

func (s *sample) beforeOr(i int, mean float64) float64 {
	if s.before != nil {
		return s.before[i]
	}
	return mean
}

// describeChange fills in by how much the current system is worse.
func describeChange(rule *Rule, out *result.GateRule, now, before, worth float64) {
	if !rule.needsBaseline() {
		return
	}
	drop := float64(worth * (before - now))
	out.Drop = &drop
	if before != 0 {
		ratio := drop / before
		out.DropRatio = &ratio
	}
}

// boundsOfChange turns the bounds of the contrast into bounds of the drop, or
// for a floor of the level itself. No score is below 0 or above the width of its
// measure, whatever the interval allows for.
func (r *Rule) boundsOfChange(d stats.GateDecision, allowed, before, worth float64) *result.Interval {
	worst, best := allowed+float64(worth*d.Bounds.Low), allowed+float64(worth*d.Bounds.High) // of the current mean
	if width, known := r.width(); known {
		worst, best = min(max(worst, 0), width), min(max(best, 0), width)
	}
	b := &result.Interval{Method: d.Bounds.Method, Level: d.Bounds.Level}
	if r.needsBaseline() {
		b.Low, b.High = float64(worth*(before-best)), float64(worth*(before-worst))
	} else {
		b.Low, b.High = min(worst, best), max(worst, best)
	}
	return b
}

// status applies the mode.
func (j *judgement) status(mode Mode, o stats.GateOutcome) result.GateStatus {
	required := j.rules.Evidence == EvidenceRequired
	switch {
	case o == stats.PassProven:
		return result.RulePassed
	case o == stats.FailProven:
		return result.RuleFailed
	case o == stats.FailLiteral && mode == Regression:
		return j.unproven()
	case o == stats.FailLiteral:
		return result.RuleFailed
	case mode == NonInferior || required:
		return result.RuleInconclusive
	}
	return result.RulePassed
}

// literalOutcome returns that of a mean alone.
func literalOutcome(k float64) stats.GateOutcome {
	if k < -stats.GateSlack {
		return stats.FailLiteral
	}
	return stats.PassUnproven
}

func literal(k float64) string { return string(literalOutcome(k)) }

// judgeFigure decides about a single number of the system: latency, coverage,
// failed queries, or a mean of which nothing else is known.
func (j *judgement) judgeFigure(rule *Rule, out *result.GateRule) {
	now, ok := j.figure(rule, &j.current)
	if !ok {
		out.Status, out.Text = result.RuleNotMeasured, fmt.Sprintf("%s was not measured in the current system", rule.name())
		return
	}
	out.CurrentMean = &now
	before, allowed := math.NaN(), rule.limit
	worth := 1.0
	if rule.lowIsGood() {
		worth = -1
	}
	if rule.needsBaseline() {
		if before, ok = j.figure(rule, j.baseline); !ok {
			out.Status, out.Text = result.RuleNotMeasured, fmt.Sprintf("%s was not measured in the baseline", rule.subject)
			return
		}
		allowed = rule.allowed(before, worth)
		out.BaselineMean = &before
		describeChange(rule, out, now, before, worth)
	}
	k := float64(worth * (now - allowed))
	out.Outcome, out.Status = literal(k), j.status(Point, literalOutcome(k))
	if rule.measure == nil && out.Status == result.RuleInconclusive { // evidence is for what can have some
		out.Status = result.RulePassed
	}
	out.Text = sentence(rule, out, unproven(out))
}

// unproven says why means that keep the limit are not enough where proof is asked for.
func unproven(out *result.GateRule) []string {
	if out.Status != result.RuleInconclusive {
		return nil
	}
	return []string{"but means alone prove nothing"}
}

// figure returns a number of one side.
func (j *judgement) figure(rule *Rule, s *Side) (value float64, ok bool) {
	if rule.measure != nil {
		mean, n := s.mean(rule.subject, "")
		return mean, n > 0
	}
	switch rule.subject {
	case coverage:
		share, of := j.coverage()
		return share, of > 0 && !s.meansOnly()
	case failures:
		failed := 0
		for _, row := range s.Rows {
			if row.Status == result.Failed {
				failed++
			}
		}
		return float64(failed), !s.meansOnly()
	}
	if s.Latency == nil {
		return 0, false
	}
	l := s.Latency
	return map[string]float64{
		"latency_mean_ms": l.MeanMS, "latency_p50_ms": l.P50MS, "latency_p95_ms": l.P95MS, "latency_p99_ms": l.P99MS, "latency_max_ms": l.MaxMS,
	}[rule.subject], true
}

func mean(x []float64) float64 {
	m, err := stats.Summarize(x)
	if err != nil {
		return math.NaN()
	}
	return m.Mean
}

func scaled(x []float64, by float64) []float64 {
	out := make([]float64, len(x))
	for i := range x {
		out[i] = float64(by * x[i])
	}
	return out
}
