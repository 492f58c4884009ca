package gate

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/stats"
)

// sentence says what became of a rule: what was seen, what is allowed, and how
// sure that is.
func sentence(rule *Rule, out *result.GateRule, noise []string) string {
	var b strings.Builder
	b.WriteString(rule.about() + " ")
	switch {
	case out.Drop == nil:
		fmt.Fprintf(&b, "is %s", plain(rule, *out.CurrentMean))
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
		fmt.Fprintf(&b, "%s from %s to %s%s", verb, plain(rule, *out.BaselineMean), plain(rule, *out.CurrentMean), by(rule, out))
	}
	fmt.Fprintf(&b, ", %s", kept(rule, out.Outcome))
	if len(noise) > 0 {
		b.WriteString("; " + strings.Join(noise, "; "))
	}
	return b.String()
}

func kept(rule *Rule, outcome string) string {
	limit := rule.limitText()
	switch stats.GateOutcome(outcome) {
	case stats.FailProven:
		return fmt.Sprintf("which breaks %q beyond noise", limit)
	case stats.FailLiteral:
		return fmt.Sprintf("which breaks %q", limit)
	case stats.PassProven:
		return fmt.Sprintf("which keeps %q beyond noise", limit)
	default:
		return fmt.Sprintf("which keeps %q", limit)
	}
}

// by returns the size of a change, as the rule counts it.
func by(rule *Rule, out *result.GateRule) string {
	if rule.form == relativeChange && out.DropRatio != nil {
		return fmt.Sprintf(", by %s", percentOf(math.Abs(*out.DropRatio)))
	}
	return fmt.Sprintf(", by %s", plain(rule, math.Abs(*out.Drop)))
}

func plain(rule *Rule, x float64) string {
	switch {
	case rule.subject == failures:
		return fmt.Sprintf("%g", x)
	case rule.measure == nil && rule.subject != coverage:
		return fmt.Sprintf("%.4g ms", x)
	}
	return fmt.Sprintf("%.4f", x)
}

func percentOf(ratio float64) string { return fmt.Sprintf("%.1f %%", 100*ratio) }

// noise says what the figures cannot tell: how often noise alone shows as much,
// how bad it may be, and how many queries would settle it.
func (j *judgement) noise(rule *Rule, s sample, out *result.GateRule) []string {
	var notes []string
	switch stats.GateOutcome(out.Outcome) {
	case stats.FailLiteral:
		if share, ok := noiseShows(rule, s); ok {
			rarely := fmt.Sprintf("%.0f %%", 100*share)
			if share < 0.005 {
				rarely = "less than 1 %"
			}
			notes = append(notes, fmt.Sprintf("without any change noise alone shows as much in %s of such comparisons", rarely))
		}
	case stats.PassUnproven:
		notes = append(notes, "but the queries cannot rule out "+worstCase(rule, out))
	default:
		return nil
	}
	if n, ok := j.settledBy(rule, s); ok && n > len(s.now) {
		notes = append(notes, fmt.Sprintf("about %d %s would prove that no change is within the limit", n, cmp.Or(s.unit(), "queries")))
	}
	return notes
}

// noiseShows returns how often a change that is not there looks as large as the one
// that was seen, were the differences to spread like these.
func noiseShows(rule *Rule, s sample) (share float64, ok bool) {
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

// worstCase is as bad as it may be, for all that the queries can tell.
func worstCase(rule *Rule, out *result.GateRule) string {
	switch {
	case !rule.needsBaseline() && rule.lowIsGood():
		return plain(rule, out.Bounds.High)
	case !rule.needsBaseline():
		return plain(rule, out.Bounds.Low)
	}
	what := "a drop of "
	if rule.lowIsGood() {
		what = "a rise of "
	}
	if rule.form == relativeChange && out.DropRatio != nil {
		return what + percentOf(out.Bounds.High / *out.BaselineMean)
	}
	return what + plain(rule, out.Bounds.High)
}

// settledBy returns the number of queries with which a change of nothing is proven
// to be within the limit in 80 % of the cases. It rests on the spread and not on
// the change that was seen.
func (j *judgement) settledBy(rule *Rule, s sample) (n int, ok bool) {
	d, ok := s.spread()
	if !ok {
		return 0, false
	}
	margin := rule.limit
	if rule.form == relativeChange {
		margin *= mean(s.before)
	}
	n, err := j.gate(rule).QueriesFor(*d.SD, margin, 0.8)
	return n, err == nil
}
