package gate

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/stats"
)

// sentence says what became of a rule: what was seen, what is allowed, and how sure that is.
func sentence(rule *Rule, out *result.GateRule, notes []string) string {
	var b strings.Builder
	b.WriteString(rule.about() + " ")
	switch {
	case out.Drop == nil:
		fmt.Fprintf(&b, "is %s", rule.level(*out.CurrentMean))
	case math.Abs(*out.Drop) <= stats.GateSlack:
		fmt.Fprintf(&b, "is %s as in the baseline", plain(rule, *out.CurrentMean))
	default:
		worse, better := "fell", "rose"
		if rule.lowIsGood() {
			worse, better = better, worse
		}
		verb := better
		if *out.Drop > 0 {
			verb = worse
		}
		fmt.Fprintf(&b, "%s from %s to %s, by %s", verb, plain(rule, *out.BaselineMean), plain(rule, *out.CurrentMean), by(rule, out))
	}
	word := "keeps"
	if stats.GateOutcome(out.Outcome).Failed() {
		word = "breaks"
	}
	fmt.Fprintf(&b, ", which %s %q", word, rule.limitText())
	if len(notes) > 0 {
		b.WriteString("; " + strings.Join(notes, "; "))
	}
	return b.String()
}

// by returns the size of a change, as the rule counts it.
func by(rule *Rule, out *result.GateRule) string {
	if rule.form == relativeChange && out.DropRatio != nil {
		return rule.percentOf(math.Abs(*out.DropRatio))
	}
	return rule.level(math.Abs(*out.Drop))
}

// plain returns a score or a number in the subject's unit.
func plain(rule *Rule, x float64) string {
	switch {
	case rule.subject == failures:
		return fmt.Sprintf("%g", x)
	case rule.measure == nil && rule.subject != coverage:
		return fmt.Sprintf("%.4g ms", x+0) // of -0 it makes 0
	}
	return fmt.Sprintf("%.*f", rule.decimals(x), x)
}

// decimals returns how many show a value: of a share four, of a cost also more.
func (r *Rule) decimals(x float64) int {
	if _, share := r.width(); share {
		return 4
	}
	return prose.Decimals(x)
}

// level returns what is compared with the limit in the subject's unit, exactly enough to be on the same side of it.
func (r *Rule) level(x float64) string {
	if r.measure == nil && r.subject != coverage {
		return plain(r, x)
	}
	return prose.SideOfLimit(x, r.limit, r.decimals(x))
}

// percentOf returns what is compared with a relative limit.
func (r *Rule) percentOf(ratio float64) string {
	return prose.SideOfLimit(100*ratio, 100*r.limit, 1) + " %"
}

// chance says what the bounds tell of a rule, how often chance alone does as much, and how many queries settle it.
func (j *judgement) chance(rule *Rule, s sample, out *result.GateRule) []string {
	var notes []string
	bound := fmt.Sprintf("(%.4g %% bound)", 100*(1-j.rules.Alpha))
	switch o := stats.GateOutcome(out.Outcome); {
	case o == stats.BrokenShown:
		return []string{fmt.Sprintf("the queries show %s %s", rule.extent(rule.best(out), "at least", out), bound)}
	case o == stats.KeptShown && rule.needsBaseline() && out.Bounds.High <= 0:
		return []string{fmt.Sprintf("the queries show no %s %s", rule.change(), bound)}
	case o == stats.KeptShown:
		return []string{fmt.Sprintf("the queries show %s %s", rule.extent(rule.worst(out), "at most", out), bound)}
	case o == stats.Broken:
		if share, ok := byChance(rule, s); ok {
			rarely := fmt.Sprintf("%.0f %%", 100*share)
			if share < 0.005 {
				rarely = "less than 1 %"
			}
			notes = append(notes, fmt.Sprintf("where nothing changed, chance alone causes such a %s in %s of comparisons", rule.change(), rarely))
		}
	case out.Bounds != nil:
		notes = append(notes, fmt.Sprintf("but the queries allow for %s %s", rule.extent(rule.worst(out), "", out), bound))
	}
	if n, ok := j.settledBy(rule, s); ok && n > len(s.now) {
		notes = append(notes, fmt.Sprintf("about %d %s would show that an unchanged system is within the limit", n, cmp.Or(s.unit(), "queries")))
	}
	return notes
}

// byChance returns how often a change that is not there looks as large as the one
// that was seen, were the differences to spread like these.
func byChance(rule *Rule, s sample) (share float64, ok bool) {
	d, ok := s.spread()
	if !ok {
		return 0, false
	}
	alternative := stats.Less
	if rule.lowIsGood() {
		alternative = stats.Greater
	}
	t, err := stats.TTest{Alternative: alternative}.Test(d)
	if err != nil || t.P == nil {
		return 0, false
	}
	return *t.P, true
}

// worst returns as bad a change or level as the queries allow for, and best as good a one.
func (r *Rule) worst(out *result.GateRule) float64 {
	if r.form == floor {
		return out.Bounds.Low
	}
	return out.Bounds.High
}

func (r *Rule) best(out *result.GateRule) float64 {
	if r.form == floor {
		return out.Bounds.High
	}
	return out.Bounds.Low
}

// extent says a bound of a change, or of a level where the rule is about that: a floor is bounded the other way round.
func (r *Rule) extent(x float64, bounded string, out *result.GateRule) string {
	value := r.level(x)
	switch {
	case r.form == floor && bounded != "":
		bounded = map[string]string{"at least": "at most", "at most": "at least"}[bounded]
	case r.form == relativeChange && out.DropRatio != nil:
		value = r.percentOf(x / *out.BaselineMean)
	}
	text := strings.TrimSpace(bounded + " " + value)
	if r.needsBaseline() {
		text = "a " + r.change() + " of " + text
	}
	return text
}

// settledBy returns the number of queries that show a change of nothing to be within the limit in 80 % of
// the cases. It rests on the spread and not on the change that was seen.
func (j *judgement) settledBy(rule *Rule, s sample) (n int, ok bool) {
	d, ok := s.spread()
	if !ok {
		return 0, false
	}
	margin := rule.limit
	if rule.form == relativeChange {
		margin *= mean(s.before)
	}
	n, err := j.gate(rule, &s).QueriesFor(*d.SD, margin, 0.8)
	return n, err == nil
}
