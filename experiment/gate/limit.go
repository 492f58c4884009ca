package gate

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// timesOf are the statistics of latency that pairs of queries can show a limit of: quantiles, and 0 the mean.
var timesOf = map[string]float64{"latency_mean_ms": 0, "latency_p50_ms": .50, "latency_p95_ms": .95, "latency_p99_ms": .99}

// ParseLimit reads "SUBJECT drop <= 5%" or "SUBJECT rise <= 10", a rule about a change that queries can show.
func ParseLimit(text string, find func(string) (metrics.Measure, error)) (Rule, error) {
	at := max(strings.LastIndex(text, " drop"), strings.LastIndex(text, " rise"))
	if at < 0 {
		return Rule{}, fmt.Errorf("%q says neither drop nor rise; a limit is like %q or %q", text, "R@100 drop <= 0.01", "latency_p95_ms rise <= 5%")
	}
	r := Rule{Mode: NonInferior, subject: strings.TrimSuffix(strings.TrimSpace(text[:at]), ":")}
	if _, time := timesOf[r.subject]; !time {
		m, err := find(r.subject)
		if err != nil {
			return Rule{}, fmt.Errorf("%w; a limit is of a measure, or of %s", err, strings.Join(slices.Sorted(maps.Keys(timesOf)), ", "))
		}
		if metrics.AggregateOf(m) != metrics.Mean {
			return Rule{}, fmt.Errorf("%s is not a mean over queries, and has no limit", m)
		}
		r.measure, r.subject = m, m.String()
	}
	return r, r.parseLimit(text[at:])
}

// Quantile returns that of the times that the rule is about, 0 for a mean.
func (r *Rule) Quantile() float64 { return timesOf[r.subject] }

// Pairs are the scores or times of two systems, a value each a query, or a group of wordings of one need.
type Pairs struct {
	Before, Now []float64
	Grouped     bool
	Alpha       float64
	Range       float64 // that two values can differ by; 0: not known, then as far as these do
	Bootstrap   stats.Bootstrap
}

// Hold judges by pairs whether a limit is shown to be kept.
func (r *Rule) Hold(p Pairs) result.GateRule {
	j := judgement{rules: Rules{Alpha: p.Alpha, Ranges: map[string]float64{}}}
	if all := slices.Concat(p.Before, p.Now); len(all) > 0 {
		j.rules.Ranges[""] = cmp.Or(p.Range, slices.Max(all)-slices.Min(all))
	}
	s := sample{now: p.Now, before: p.Before, grouped: p.Grouped, changed: len(p.Now)}
	out := result.GateRule{Rule: r.String(), Subject: r.subject, Mode: string(NonInferior), Required: true, N: len(p.Now), Unit: s.unit()}
	err := stats.ErrNoPairs
	switch q := timesOf[r.subject]; {
	case len(p.Now) == 0:
	case q > 0:
		p.Bootstrap.Level = 1 - 2*p.Alpha
		err = j.judgeQuantile(r, s, q, p.Bootstrap, &out)
	default:
		err = j.judgeSample(r, s, &out)
	}
	if err != nil {
		out.Status, out.Text = result.RuleNotMeasured, fmt.Sprintf("%s: %v", r.about(), err)
	}
	return out
}

// judgeTimes decides about a change of times, where that is to be shown and both sides have times by query.
func (j *judgement) judgeTimes(rule *Rule, out *result.GateRule) bool {
	_, times := timesOf[rule.subject]
	if !times || !rule.needsBaseline() || rule.modeOr(j.rules.Mode) != NonInferior || j.baseline == nil {
		return false
	}
	s := j.sampleOf(rule, false)
	if len(s.now) == 0 {
		return false
	}
	held := rule.Hold(Pairs{Before: s.before, Now: s.now, Grouped: s.grouped, Alpha: j.rules.Alpha})
	if n, of := len(j.pairs)-s.failed-s.alone-s.undefined, len(j.pairs); float64(n) < *j.rules.MinCoverage*float64(of) {
		held.Status, held.Outcome, held.Text = result.RuleNotMeasured, "", fmt.Sprintf("%s is known of %d of %d queries in both systems", rule.about(), n, of)
	}
	held.Required, held.Written = out.Required, out.Written
	*out = held
	return true
}

// judgeQuantile decides about a quantile of times: of the current side's against that of what is allowed.
func (j *judgement) judgeQuantile(rule *Rule, s sample, quantile float64, b stats.Bootstrap, out *result.GateRule) error {
	most := ordered.Each(s.before, rule.allowed)
	changes, err := b.QuantileChanges(most, s.now, []float64{quantile})
	if err != nil {
		return err
	}
	c := contrast{now: changes[0].B, before: stats.Quantile7(slices.Sorted(slices.Values(s.before)), quantile), allowed: changes[0].A}
	out.CurrentMean, out.BaselineMean = &c.now, &c.before
	if err := rule.describeChange(out, c.now, c.before); err != nil {
		return err
	}
	above := changes[0].Interval // times should be low
	if above == nil {
		if j.decideByMean(rule, out, c.allowed-c.now); out.Status == result.RulePassed {
			out.Status = result.RuleInconclusive
		}
		out.Text += fmt.Sprintf("; %d values are too few to bound it", len(s.now))
		return nil
	}
	unknown := math.NaN()
	d := stats.GateDecision{PKept: unknown, PBroken: unknown, Mean: c.allowed - c.now, Bounds: stats.Interval{Method: above.Method, Level: above.Level, Low: -above.High, High: -above.Low}}
	d.Outcome = stats.OutcomeOf(d.Mean, d.Bounds.Low, d.Bounds.High)
	j.conclude(rule, sample{now: s.now}, d, c, out)
	return nil
}
