package gate

import (
	"fmt"
	"math"
	"slices"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// A contrast is a sample seen by a rule: of each unit by how much it is within the
// limit, so that the mean is at or above 0 when the rule is kept.
type contrast struct {
	values      []float64
	now, before float64 // means of both sides; before is NaN where there is none
	allowed     float64 // the worst mean that the rule allows
}

func (j *judgement) contrastOf(rule *Rule, s *sample) contrast {
	c := contrast{now: mean(s.now), before: math.NaN(), values: make([]float64, len(s.now))}
	switch {
	case s.before != nil:
		c.before = mean(s.before)
	case rule.needsBaseline(): // means only
		c.before, _ = j.baseline.mean(rule.subject, rule.stratum)
	}
	allowed := make([]float64, len(s.now))
	for i := range allowed {
		before := c.before
		if s.before != nil {
			before = s.before[i]
		}
		allowed[i] = rule.allowed(before)
		c.values[i] = float64(rule.worth() * (s.now[i] - allowed[i]))
	}
	c.allowed = mean(allowed)
	return c
}

// judge holds one rule against both sides.
func (j *judgement) judge(rule *Rule) result.GateRule {
	out := result.GateRule{
		Rule: rule.String(), Written: rule.otherwise(), Subject: rule.subject, Stratum: rule.stratum,
		Mode: string(rule.modeOr(j.rules.Mode)), Required: !rule.Advisory,
	}
	if j.judgeTimes(rule, &out) {
		return out
	}
	if rule.measure == nil || j.current.meansOnly() {
		out.Mode = string(Point) // one number a side shows no spread
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

// unmatched returns the side in which a measure was not measured, and why; nil where it was in both.
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
	out.Text += fmt.Sprintf("; but only because %s failed: counted as misses they would break the rule", prose.Plural(failed, "query"))
}

// judgeSample decides from scores by query.
func (j *judgement) judgeSample(rule *Rule, s sample, out *result.GateRule) error {
	if err := rule.checkScores(s.now, s.before); err != nil {
		return err
	}
	c := j.contrastOf(rule, &s)
	out.CurrentMean, out.BaselineMean = result.Number(c.now), result.Number(c.before)
	if err := rule.describeChange(out, c.now, c.before); err != nil {
		return err
	}
	if j.unchanged(rule, &s) {
		out.Status, out.Text = result.RulePassed, fmt.Sprintf("%s is %s as in the baseline: no ranking changed", rule.about(), plain(rule, c.now))
		return nil
	}
	k, err := stats.DifferencesOf(c.values)
	if err != nil {
		return err
	}
	d, err := j.gate(rule, &s).Judge(k)
	if err != nil {
		return err
	}
	if s.before == nil && rule.needsBaseline() { // the spread of one side alone says nothing about the change
		j.decideByMean(rule, out, d.Mean)
		return nil
	}
	j.conclude(rule, s, d, c, out)
	if rule.form == relativeChange && s.before != nil {
		if r, err := stats.CompareRelative(s.before, s.now, 0, 1-2*j.rules.Alpha); err == nil {
			out.RatioInterval = (*result.Interval)(r.Interval)
		}
	}
	return nil
}

// conclude fills in what a decision about a contrast says of the rule.
func (j *judgement) conclude(rule *Rule, s sample, d stats.GateDecision, c contrast, out *result.GateRule) {
	out.Outcome = string(d.Outcome)
	out.PKept, out.PBroken = result.Number(d.PKept), result.Number(d.PBroken)
	out.Bounds = rule.boundsOfChange(d, c.allowed, c.before)
	out.Status = j.status(Mode(out.Mode), d.Outcome)
	out.Text = sentence(rule, out, j.chance(rule, s, out))
}

// checkScores refuses scores that the measure cannot have.
func (r *Rule) checkScores(sides ...[]float64) error {
	width, known := r.width()
	for _, x := range slices.Concat(sides...) {
		if known && !(x >= -stats.GateSlack && x <= width+stats.GateSlack) {
			return fmt.Errorf("a score of %v, and the measure is from 0 to %g", x, width)
		}
	}
	return nil
}

// unchanged tells whether a rule about a change has nothing to judge: both sides ranked the same documents
// alike for every query. That scores are equal does not say so.
func (j *judgement) unchanged(rule *Rule, s *sample) bool {
	return rule.needsBaseline() && s.before != nil && s.changed == 0 && metrics.LevelOf(rule.measure) != metrics.AnswerLevel && j.rankAlike()
}

// rankAlike tells whether both sides have the same ranking of every query.
func (j *judgement) rankAlike() bool {
	return j.baseline != nil && j.current.System.Rankings != "" && j.current.System.Rankings == j.baseline.System.Rankings
}

// gate returns what decides from a contrast. The range is that of the measure, also where a limit is
// relative; of one without bounds the one that was declared, or else the largest change that was seen.
func (j *judgement) gate(rule *Rule, s *sample) stats.Gate {
	return stats.Gate{Alpha: j.rules.Alpha, Range: j.rangeOf(rule, s)}
}

func (j *judgement) rangeOf(rule *Rule, s *sample) (width float64) {
	if width, known := j.declaredRange(rule); known {
		return width
	}
	for i := range s.before {
		width = max(width, math.Abs(s.now[i]-s.before[i]))
	}
	return width
}

// declaredRange returns the largest difference that two scores of a rule's subject can have: of a measure
// without bounds the one that was declared, here or in the document of a side.
func (j *judgement) declaredRange(rule *Rule) (width float64, known bool) {
	if width, known = rule.width(); known {
		return width, true
	}
	all := []map[string]float64{j.rules.Ranges, j.current.Ranges}
	if j.baseline != nil {
		all = append(all, j.baseline.Ranges)
	}
	for _, declared := range all {
		if width, known = declared[rule.subject]; known {
			return width, true
		}
		if width, known = declared[""]; known {
			return width, true
		}
	}
	return 0, false
}

// allowed returns the worst score that the rule lets a query have on average.
func (r *Rule) allowed(before float64) float64 {
	switch r.form {
	case relativeChange:
		return float64((1 - float64(r.worth()*r.limit)) * before)
	case absoluteChange:
		return before - float64(r.worth()*r.limit)
	default:
		return r.limit
	}
}

// describeChange fills in by how much the current system is worse. A share of a mean below 0 means nothing.
func (r *Rule) describeChange(out *result.GateRule, now, before float64) error {
	if r.form == relativeChange && before < 0 {
		return fmt.Errorf("the baseline has %v, and a share of what is below 0 means nothing: write the change itself, without %%", before)
	}
	if !r.needsBaseline() {
		return nil
	}
	drop := float64(r.worth() * (before - now))
	out.Drop = &drop
	if before != 0 {
		out.DropRatio = new(drop / before)
	}
	return nil
}

// boundsOfChange turns the bounds of the contrast into bounds of the drop, or for a floor of the level
// itself. No score is below 0 or above the width of its measure, whatever the interval allows for.
func (r *Rule) boundsOfChange(d stats.GateDecision, allowed, before float64) *result.Interval {
	worth := r.worth()
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

func (j *judgement) status(mode Mode, o stats.GateOutcome) result.GateStatus {
	required := j.rules.Evidence == EvidenceRequired
	switch {
	case o == stats.KeptShown:
		return result.RulePassed
	case o == stats.BrokenShown:
		return result.RuleFailed
	case o == stats.Broken && mode == Regression:
		return j.notShown()
	case o == stats.Broken:
		return result.RuleFailed
	case mode == NonInferior || required:
		return result.RuleInconclusive
	}
	return result.RulePassed
}

// decideByMean judges by the mean of a contrast, whose spread is not known.
func (j *judgement) decideByMean(rule *Rule, out *result.GateRule, k float64) {
	o := stats.Kept
	if k < -stats.GateSlack {
		o = stats.Broken
	}
	out.Outcome, out.Status = string(o), j.status(Point, o)
	if rule.measure == nil && out.Status == result.RuleInconclusive { // evidence is for what can have some
		out.Status = result.RulePassed
	}
	var notes []string
	if out.Status == result.RuleInconclusive {
		notes = []string{"but means alone do not show how sure that is"}
	}
	out.Text = sentence(rule, out, notes)
}

// judgeFigure decides about a single number of the system: latency, coverage,
// failed queries, or a mean of which nothing else is known.
func (j *judgement) judgeFigure(rule *Rule, out *result.GateRule) {
	now, ok := j.figure(rule, &j.current)
	if !ok {
		out.Status, out.Text = result.RuleNotMeasured, fmt.Sprintf("%s was not measured in the current system", rule.name())
		return
	}
	out.CurrentMean = &now
	allowed := rule.limit
	if rule.needsBaseline() {
		before, ok := j.figure(rule, j.baseline)
		if !ok {
			out.Status, out.Text = result.RuleNotMeasured, fmt.Sprintf("%s was not measured in the baseline", rule.subject)
			return
		}
		allowed = rule.allowed(before)
		out.BaselineMean = &before
		if err := rule.describeChange(out, now, before); err != nil {
			out.Status, out.Text = result.RuleNotMeasured, fmt.Sprintf("%s: %v", rule.about(), err)
			return
		}
	}
	j.decideByMean(rule, out, float64(rule.worth()*(now-allowed)))
}

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
		failed := ordered.Count(s.Rows, func(row result.Row) bool { return row.Status == result.Failed })
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
