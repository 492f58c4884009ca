package gate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/stats"
)

// failing lists the queries that a side failed on, and below each rule that did not pass, or whose means
// are beyond its limit, those that fell beyond it, worst first: the rules that failed before the others.
func (j *judgement) failing(rules []result.GateRule) []result.GateQuery {
	var out []result.GateQuery
	for _, p := range j.pairs {
		if p.now.Status == result.Failed {
			out = append(out, result.GateQuery{QueryID: p.now.QueryID, Text: p.now.Text, Stratum: p.now.Stratum, Error: p.now.Error})
		}
	}
	for _, failed := range []bool{true, false} { // first the rules that failed, then those of which nothing is known
		for i, judged := range rules {
			rule := &j.rules.Rules[i]
			passed := judged.Status == result.RulePassed && !stats.GateOutcome(judged.Outcome).Failed()
			if rule.measure == nil || passed || failed != (judged.Status == result.RuleFailed) {
				continue
			}
			if _, none := j.unmatched(rule.measure); none == nil {
				out = append(out, j.fallen(rule)...)
			}
		}
	}
	return out
}

// fallen returns the queries that alone break a rule.
func (j *judgement) fallen(rule *Rule) []result.GateQuery {
	type fall struct {
		query result.GateQuery
		by    float64
	}
	var falls []fall
	for _, p := range j.pairs {
		now := p.now.Scores[rule.subject]
		if now == nil || rule.stratum != "" && p.now.Stratum != rule.stratum {
			continue
		}
		q := result.GateQuery{
			QueryID: p.now.QueryID, Text: p.now.Text, Stratum: p.now.Stratum, Rule: rule.String(),
			Current: now,
		}
		if p.before != nil {
			q.Baseline, q.Before = p.before.Scores[rule.subject], p.before.Relevant
		}
		if q.Relevant = p.now.Relevant; q.Before == nil {
			q.Relevant = missedFirst(q.Relevant, rule.measure.Cutoff())
		}
		allowed := rule.limit
		if rule.needsBaseline() {
			if q.Baseline == nil {
				continue
			}
			allowed = rule.allowed(*q.Baseline)
		}
		if by := float64(rule.worth() * (allowed - *now)); by > stats.GateSlack {
			falls = append(falls, fall{q, by})
		}
	}
	ordered.Stable(falls, func(a, b fall) int {
		return cmp.Or(cmp.Compare(b.by, a.by), strings.Compare(a.query.QueryID, b.query.QueryID))
	})
	return ordered.Each(falls, func(f fall) result.GateQuery { return f.query })
}

// missedFirst puts those relevant documents first that a measure of this cutoff does not see, the best
// before the others: who does not know where they stood before takes these for the reason of a fall.
func missedFirst(relevant []result.RankedRelevant, cutoff int) []result.RankedRelevant {
	seen := func(d result.RankedRelevant) int {
		if d.Rank > 0 && (cutoff == 0 || d.Rank <= cutoff) {
			return 1
		}
		return 0
	}
	out := slices.Clone(relevant)
	ordered.Stable(out, func(a, b result.RankedRelevant) int {
		return cmp.Or(seen(a)-seen(b), b.Grade-a.Grade, strings.Compare(a.DocID, b.DocID))
	})
	return out
}

// means sets every measure of both sides side by side, overall and by stratum, over
// the queries that both have and by the units that rules go by.
func (j *judgement) means() []result.GateMean {
	out := []result.GateMean{}
	strata := []string{""}
	for _, p := range j.pairs {
		if s := p.now.Stratum; s != "" && !slices.Contains(strata, s) {
			strata = append(strata, s)
		}
	}
	order := j.current.TestSet.Order
	ordered.Stable(strata[1:], func(a, b string) int {
		return cmp.Compare(slices.Index(order, a), slices.Index(order, b))
	})
	for _, measure := range j.inOrder() {
		for _, stratum := range strata {
			if m := j.meanOf(measure, stratum); m.Current != nil {
				out = append(out, m)
			}
		}
	}
	return out
}

// inOrder returns the measures of which something was measured in both sides, those with a rule first.
func (j *judgement) inOrder() []string {
	all := slices.DeleteFunc(j.current.measures(), func(name string) bool {
		m, err := j.profile.Parse(name)
		if err != nil {
			return false // someone else's
		}
		_, none := j.unmatched(m)
		return none != nil
	})
	ruled := func(name string) int {
		i := slices.IndexFunc(j.rules.Rules, func(r Rule) bool { return r.subject == name })
		if i < 0 {
			return len(j.rules.Rules)
		}
		return i
	}
	ordered.Stable(all, func(a, b string) int { return cmp.Compare(ruled(a), ruled(b)) })
	return all
}

func (j *judgement) meanOf(measure, stratum string) result.GateMean {
	m := result.GateMean{Measure: measure, Stratum: stratum}
	if x, ok := j.current.Means[measure]; ok && j.current.meansOnly() {
		m.Current = &x
		j.besideIt(&m)
		return m
	}
	pairs := j.sampleOf(&Rule{subject: measure, stratum: stratum}, false) // as a rule about a change sees them
	if m.N = len(pairs.now); m.N == 0 {
		return m
	}
	m.Current = result.Number(mean(pairs.now))
	if pairs.before != nil {
		m.Baseline = result.Number(mean(pairs.before))
	} else {
		j.besideIt(&m)
	}
	return m
}

// besideIt adds the baseline's mean over its own queries.
func (j *judgement) besideIt(m *result.GateMean) {
	if j.baseline == nil {
		return
	}
	if x, n := j.baseline.mean(m.Measure, m.Stratum); n > 0 {
		m.Baseline = &x
	}
}

func (j *judgement) health() []result.Finding {
	var out []result.Finding
	var alone, failed, lost []string
	for _, p := range j.pairs {
		switch {
		case p.now.Status == result.Failed:
			failed = append(failed, p.now.QueryID)
		case p.before == nil && j.baseline != nil && !j.baseline.meansOnly():
			alone = append(alone, p.now.QueryID)
		case p.before != nil && p.before.Status == result.Missing:
			lost = append(lost, p.now.QueryID)
		}
	}
	said := slices.ContainsFunc(j.current.Health, func(f result.Finding) bool { return f.Code == result.FindingFailed })
	if len(failed) > 0 && !said {
		out = append(out, result.Warned(result.FindingFailed, fmt.Sprintf("%s failed in the current system: %s", prose.Plural(len(failed), "query"), prose.FirstFew(failed))))
	}
	if len(alone) > 0 {
		out = append(out, result.Warned(result.FindingMissing, fmt.Sprintf("%s not in the baseline: %s", prose.Plural(len(alone), "query"), prose.FirstFew(alone))))
	}
	if len(lost) > 0 { // low scores of a baseline let a drop pass
		out = append(out, result.Warned(result.FindingMissing, fmt.Sprintf("%s not in the run of the baseline, where they score 0: %s", prose.Plural(len(lost), "query"), prose.FirstFew(lost))))
	}
	if j.rules.byDefault {
		out = append(out, result.Noted(result.FindingDefaultRule, "no rule was given, so that "+DefaultRule+" alone is checked; write your own as --rule 'nDCG@10: drop <= 2%', repeated, or in a file for --rules"))
	}
	for i := range j.rules.Rules {
		rule := &j.rules.Rules[i]
		if _, known := j.declaredRange(rule); !known && rule.measure != nil && !j.current.meansOnly() {
			out = append(out, result.Warned(result.FindingNoRange, fmt.Sprintf(
				"%s has no known range, so that its bounds allow for no more than the largest change that was seen; --range %s=W says how far two scores can differ", rule.name(), rule.name())))
		}
	}
	for _, w := range j.rules.Waivers {
		if !slices.ContainsFunc(j.rules.Rules, func(r Rule) bool { return w.covers(&r, j.profile) }) {
			out = append(out, result.Warned(result.FindingWaiver, fmt.Sprintf("the waiver of %s is for %q, and there is no such rule", w.Owner, w.Rule)))
		}
		if w.Expires.After(j.now.AddDate(1, 0, 0)) {
			out = append(out, result.Warned(result.FindingLongWaiver, fmt.Sprintf("the waiver of %s for %q ends on %s, in more than a year: give it an end that someone will see", w.Owner, w.Rule, w.Expires.Format(time.DateOnly))))
		}
	}
	return out
}
