package compare

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// reach judges every part of an objective: all of them have to be shown, so that each may be judged at
// alpha (intersection–union). Over several candidates alpha is divided by their number.
func (p *pairing) reach(pr *result.Pair, s Settings, measured bool) (*result.Objective, error) {
	o := &result.Objective{Better: s.Objective.Better.String(), Verdict: pr.Verdict, Limits: []result.GateRule{}}
	why := pr.VerdictReason
	if len(s.Objective.Rates) > 0 && measured {
		var err error
		if o.Net, err = p.net(s); err != nil {
			return nil, fmt.Errorf("objective: %w", err)
		}
		o.Verdict, why = o.Net.Verdict, o.Net.Text
		veto := func(m result.MeasureComparison) bool {
			return m.Verdict == result.Worse && slices.Contains(metrics.Texts(s.Guardrails), m.Measure)
		}
		if i := slices.IndexFunc(pr.Measures, veto); i >= 0 && o.Verdict == result.Better {
			o.Verdict, why = result.Inconclusive, why+", but worse on the guardrail "+pr.Measures[i].Measure
		}
	}
	texts := map[result.GateStatus][]string{}
	aim := map[result.Verdict]result.GateStatus{result.Better: result.RulePassed, result.Inconclusive: result.RuleInconclusive}[o.Verdict]
	texts[aim] = append(texts[aim], why) // "" is worse, or equivalent
	for i := range s.Objective.Limits {
		g := p.hold(&s.Objective.Limits[i], s)
		o.Limits = append(o.Limits, g)
		texts[g.Status] = append(texts[g.Status], g.Text)
	}
	said := texts[result.RulePassed]
	o.State = result.ObjectiveMet
	if open := append(texts[result.RuleInconclusive], texts[result.RuleNotMeasured]...); open != nil {
		o.State, said = result.ObjectiveOpen, open
	}
	if broken := append(texts[""], texts[result.RuleFailed]...); broken != nil {
		o.State, said = result.ObjectiveMissed, broken
	}
	o.Text = strings.Join(said, "; ")
	return o, nil
}

// valuesBy returns what both arms have of each pair: the scores by a measure, or for none the latencies.
func (p *pairing) valuesBy(m metrics.Measure) func(i int) (a, b float64) {
	if m == nil {
		ta, tb := p.a.Latencies(), p.b.Latencies()
		return func(i int) (a, b float64) { return ta[p.qa[i]], tb[p.qb[i]] }
	}
	at := metrics.Index(p.a.Measures, m)
	return func(i int) (a, b float64) { return p.scores(at, i, nil) }
}

// collect returns the pairs of which both arms have a value.
func (p *pairing) collect(values func(i int) (a, b float64)) (s sample) {
	for i := range p.qa {
		if a, b := values(i); !math.IsNaN(a) && !math.IsNaN(b) {
			s.at, s.a, s.b = append(s.at, i), append(s.a, a), append(s.b, b)
		}
	}
	return s
}

// lacking says that too few pairs have values, "" if enough have.
func (p *pairing) lacking(what string, s sample, settings Settings) string {
	if n, of := len(s.at), len(p.qa); n == 0 || float64(n) < *settings.MinCoverage*float64(of) {
		return fmt.Sprintf("%s is known of %d of %d queries in both systems%s", what, n, of, map[bool]string{true: "; -m leaves out columns of scores"}[n == 0])
	}
	return ""
}

// hold judges a limit.
func (p *pairing) hold(limit *gate.Rule, s Settings) result.GateRule {
	all := p.collect(p.valuesBy(limit.Measure()))
	of := p.byUnit(all)
	in := gate.Pairs{Before: of.a, Now: of.b, Grouped: p.grouped, Alpha: s.Alpha / float64(s.candidates), Bootstrap: s.bootstrap()}
	if m := limit.Measure(); m != nil {
		in.Range = s.rangeOf(m)
	}
	g := limit.Hold(in)
	if few := p.lacking(limit.Subject(), all, s); few != "" {
		g.Status, g.Outcome, g.Text = result.RuleNotMeasured, "", few
	}
	return g
}

func (s Settings) bootstrap() stats.Bootstrap {
	return stats.Bootstrap{Level: 1 - s.Alpha, Resamples: s.Resamples, Seed: *s.Seed, Workers: s.Workers}
}

// net judges the mean of a measure less what is paid for it, by the rule of a mean whose range is not known.
func (p *pairing) net(s Settings) (*result.Net, error) {
	aim, sign := p.valuesBy(s.Objective.Better), 1.0
	net := &result.Net{Formula: s.Objective.Better.String(), Verdict: result.Inconclusive}
	if directionOf(s.Objective.Better) == stats.LowerIsBetter {
		sign, net.Formula = -1, "-"+net.Formula
	}
	var paid []func(i int) (a, b float64)
	for _, r := range s.Objective.Rates {
		paid = append(paid, p.valuesBy(r.Paid))
		net.Formula += fmt.Sprintf(" - %.4g per %s", r.Each, r.What)
	}
	all := p.collect(func(i int) (a, b float64) {
		a, b = aim(i)
		a, b = float64(sign*a), float64(sign*b)
		for r, rate := range s.Objective.Rates {
			x, y := paid[r](i)
			a, b = a-float64(rate.Each*x), b-float64(rate.Each*y)
		}
		return a, b
	})
	if net.Text = p.lacking(net.Formula, all, s); net.Text != "" {
		return net, nil
	}
	all = p.byUnit(all)
	d, err := stats.NewDifferences(all.a, all.b)
	i, wrong := stats.Tail{}.Interval(d, 1-s.Alpha/float64(s.candidates))
	if err = errors.Join(err, wrong); err != nil {
		return nil, err
	}
	net.N, net.MeanDifference, net.Interval = d.N, &d.Mean, interval(&i.Interval)
	net.Text = fmt.Sprintf("%s differs by %+.4g [%+.4g, %+.4g]", net.Formula, d.Mean, i.Low, i.High)
	switch {
	case d.Changed < stats.MinChanged:
		net.Text += "; too few queries changed"
	case i.Low > 0:
		net.Verdict = result.Better
	case i.High < 0:
		net.Verdict = result.Worse
	}
	return net, nil
}
