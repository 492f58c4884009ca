// Package gate decides by rules whether a system may replace its baseline: the
// step of a build that fails when retrieval got worse.
//
// ReadRules or ParseRule give the rules, a Side is what is known of a system, and Judge holds one against
// the other. A Baseline is a side in a small file that lives in git. Plan says beforehand what the rules
// would miss and block on such a set. It retrieves and scores nothing.
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
	"github.com/rankduel/rankduel/metrics"
	"github.com/rankduel/rankduel/stats"
)

// A NotComparableError says that two sides were not measured alike: that is no regression, and no pass either.
type NotComparableError struct{ Reasons []string }

func (e *NotComparableError) Error() string {
	return "not comparable: " + strings.Join(e.Reasons, "; ")
}

// A StaleError says that the rankings to judge are older than the rules allow.
type StaleError struct{ Age, MaxAge time.Duration }

func (e *StaleError) Error() string {
	return fmt.Sprintf("the rankings are %s old, more than max_age %s allows; record them again (`--fresh`)",
		e.Age.Round(time.Minute), e.MaxAge)
}

// Judge holds rules against the current system and its baseline, nil when there is none. now decides
// whether waivers have expired and how old the rankings are. Errors: *NotComparableError, *StaleError,
// and rules that ask for more than the baseline knows. What a single rule lacks is in its result.
func Judge(current Side, baseline *Side, rules Rules, profile metrics.Profile, now time.Time) (*result.Gate, error) {
	rules, err := rules.For(&current, baseline, profile)
	if err != nil {
		return nil, err
	}
	if current.RecordedAt != nil && rules.MaxAge > 0 {
		if age := now.Sub(*current.RecordedAt); age > rules.MaxAge {
			return nil, &StaleError{Age: age, MaxAge: rules.MaxAge}
		}
	}
	j := judgement{current: current, baseline: baseline, rules: rules, profile: profile, now: now}
	j.pairs = pairUp(&current, baseline)
	g := &result.Gate{
		Sources: []result.GateSource{},
		Schema:  result.GateSchema, Profile: profile.Name, TestSet: current.TestSet, Current: current.System,
		Settings: result.GateSettings{Alpha: rules.Alpha, Evidence: string(rules.Evidence), MinCoverage: *rules.MinCoverage},
		Health:   slices.Concat(current.Health, j.health()), Rules: []result.GateRule{}, Means: j.means(), Failing: []result.GateQuery{},
	}
	if baseline != nil {
		g.Baseline = &baseline.System
	}
	if g.Health == nil {
		g.Health = []result.Finding{}
	}
	for i := range rules.Rules {
		g.Rules = append(g.Rules, j.judge(&rules.Rules[i]))
	}
	g.Settings.Several = j.together(g.Rules)
	j.waive(g.Rules)
	if err := j.addOdds(g); err != nil {
		return nil, err
	}
	g.State, g.Reason = j.verdict(g.Rules)
	g.Failing = append(g.Failing, j.failing(g.Rules)...)
	return g, nil
}

// Fail fails a gate for a reason that is not a rule's, and says it first.
func Fail(g *result.Gate, why result.Finding) {
	g.Health = slices.Insert(g.Health, 0, why)
	g.Reason = fmt.Sprintf("%s; by the rules as they are here: %s: %s", why.Text, g.State, g.Reason)
	g.State = result.GateFailed
}

// For returns the rules with their defaults written out, or why they cannot be held against a system and
// its baseline, whatever their scores are. Rules without a mode are of mode regression; of mode point where
// the profile's source has it so, or where means are all that is known of a side.
func (r Rules) For(current, baseline *Side, profile metrics.Profile) (Rules, error) {
	if profile.NoGate {
		return r, fmt.Errorf("profile %s is that of a benchmark whose runs nothing may pass or fail; its source forbids a gate", profile.Name)
	}
	r, err := r.withDefaults(current, baseline, profile)
	if err != nil {
		return r, err
	}
	if err := r.usable(current, baseline); err != nil {
		return r, err
	}
	return r, comparable(current, baseline, r)
}

func (r Rules) withDefaults(current, baseline *Side, profile metrics.Profile) (Rules, error) {
	r, err := r.OrDefault(profile)
	if err != nil {
		return r, err
	}
	mode := Regression
	if profile.PointGate || current.meansOnly() || baseline != nil && baseline.meansOnly() {
		mode = Point
	}
	r.Mode, r.Evidence = cmp.Or(r.Mode, mode), cmp.Or(r.Evidence, EvidenceAccepted)
	r.Alpha = cmp.Or(r.Alpha, 0.05)
	if r.MinCoverage == nil {
		r.MinCoverage = new(DefaultMinCoverage)
	}
	return r, r.Validate()
}

// usable refuses rules that ask for more than a side can answer.
func (r Rules) usable(current, baseline *Side) error {
	for i := range r.Rules {
		rule := &r.Rules[i]
		switch alone := current.meansOnly() && rule.measure != nil; {
		case alone && rule.modeOr(r.Mode) != Point:
			return fmt.Errorf("rule %q in mode %s needs the current system's queries, and it is means only; use mode %s, or give its scores by query", rule.written(), rule.modeOr(r.Mode), Point)
		case alone && rule.stratum != "":
			return fmt.Errorf("rule %q is about a stratum, and the current system is means only", rule.written())
		case !rule.needsBaseline():
		case baseline == nil:
			return fmt.Errorf("rule %q is about a change, and there is no baseline; give one with --baseline", rule.written())
		case baseline.meansOnly() && rule.modeOr(r.Mode) != Point:
			return fmt.Errorf("rule %q in mode %s needs the baseline's queries, and it is means only; use mode %s, or `rankduel gate bless`", rule.written(), rule.modeOr(r.Mode), Point)
		case baseline.meansOnly() && rule.stratum != "":
			return fmt.Errorf("rule %q is about a stratum, and the baseline is means only", rule.written())
		}
	}
	return nil
}

// comparable holds the sides' keys together: test set, part, profile and measures.
func comparable(current, baseline *Side, rules Rules) error {
	if baseline == nil {
		return nil
	}
	var why prose.Notes
	differ := func(what, a, b string) {
		why.If(a != "" && b != "" && a != b, "%s of the baseline is %s, and of the current system %s", what, a, b)
	}
	differ("the profile", conventionsOf(baseline), conventionsOf(current))
	switch a, b := baseline.TestSet, current.TestSet; {
	case a.SHA256 == "" || b.SHA256 == "" && current.meansOnly(): // means of unknown queries
	case a.SHA256 != b.SHA256:
		differ("the test set", a.Label(), b.Label())
	default:
		differ("the part", cmp.Or(a.Part, "all"), cmp.Or(b.Part, "all"))
	}
	have := baseline.measures()
	for i := range rules.Rules {
		rule := &rules.Rules[i]
		absent := rule.measure != nil && rule.needsBaseline() && !slices.Contains(have, rule.subject)
		why.If(absent, "the baseline has no %s; it has %s", rule.name(), strings.Join(have, ", "))
	}
	if why != nil {
		return &NotComparableError{Reasons: why}
	}
	return nil
}

// conventionsOf returns the profile that a side was scored by, "" where it has none.
func conventionsOf(s *Side) string {
	if s.Profile == ScoresProfile {
		return ""
	}
	return s.Profile
}

// A judgement is one gate at work.
type judgement struct {
	current  Side
	baseline *Side
	rules    Rules
	profile  metrics.Profile // that waivers name measures in, and that says whether failed queries count
	now      time.Time
	pairs    []pair
}

// A pair is one query of the current system next to the baseline's; before is nil where that has none.
type pair struct{ now, before *result.Row }

func pairUp(current, baseline *Side) []pair {
	before := map[string]*result.Row{}
	if baseline != nil {
		for i := range baseline.Rows {
			before[baseline.Rows[i].QueryID] = &baseline.Rows[i]
		}
	}
	pairs := make([]pair, len(current.Rows))
	for i := range current.Rows {
		row := &current.Rows[i]
		pairs[i] = pair{now: row, before: before[row.QueryID]}
		delete(before, row.QueryID)
	}
	return pairs
}

// together says how several rules are one decision, and corrects for them where each of them could fail by chance.
func (j *judgement) together(rules []result.GateRule) string {
	var at []int
	var p []float64
	deciding, shown := 0, 0
	for i, r := range rules {
		if !r.Required {
			continue
		}
		deciding++
		if r.Mode == string(NonInferior) {
			shown++
		}
		if r.Mode == string(Regression) && r.PBroken != nil {
			at, p = append(at, i), append(p, *r.PBroken)
		}
	}
	switch {
	case deciding < 2:
		return "one rule decides"
	case shown == deciding:
		return "all rules must pass, each at its own level, which makes a wrong pass no likelier (intersection-union)"
	case len(p) < 2:
		return "all rules must pass, so that each one more makes a failure by chance likelier"
	}
	adjusted, err := stats.Adjust(p, stats.Holm)
	if err != nil {
		return "all rules must pass"
	}
	for n, i := range at {
		// Shown alone, but not among that many.
		if rules[i].Status == result.RuleFailed && adjusted[n] >= j.rules.Alpha {
			rules[i].Status = j.notShown()
			rules[i].Text += fmt.Sprintf("; but among %d such rules chance may have caused it (Holm, p = %.3f)", len(p), adjusted[n])
		}
	}
	return fmt.Sprintf("all rules must pass; those of mode regression fail where a drop shows, corrected for %d rules (Holm)", len(p))
}

// notShown returns what becomes of a rule in mode regression that is broken by no more than chance may cause.
func (j *judgement) notShown() result.GateStatus {
	if j.rules.Evidence == EvidenceRequired {
		return result.RuleInconclusive
	}
	return result.RulePassed
}

// waive lets off what someone answers for. A waiver that has expired is named and lets nothing off.
func (j *judgement) waive(rules []result.GateRule) {
	for i := range rules {
		r := &rules[i]
		if r.Status != result.RuleFailed && r.Status != result.RuleInconclusive {
			continue
		}
		for _, w := range j.rules.Waivers {
			if !w.covers(&j.rules.Rules[i], j.profile) {
				continue
			}
			r.Waiver = &result.GateWaiver{Owner: w.Owner, Reason: w.Reason, Expires: w.Expires.Format(time.DateOnly)}
			if w.validAt(j.now) {
				r.Status = result.RuleWaived
				break
			}
			r.Waiver.Expired = true
		}
		if w := r.Waiver; w != nil && w.Expired {
			r.Text += fmt.Sprintf("; the waiver of %s expired on %s", w.Owner, w.Expires)
		}
	}
}

// verdict sums the rules up: a broken rule outweighs one that was not measured, and that one doubts.
func (j *judgement) verdict(rules []result.GateRule) (result.GateState, string) {
	var failed, lacking, open, beyond []string
	waived, required, advice := 0, 0, advice(rules)
	for _, r := range rules {
		if r.Required {
			required++
		}
		switch {
		case !r.Required:
		case r.Status == result.RulePassed && stats.GateOutcome(r.Outcome).Failed():
			beyond = append(beyond, r.Text)
		case r.Status == result.RuleFailed:
			failed = append(failed, r.Text)
		case r.Status == result.RuleNotMeasured:
			lacking = append(lacking, r.Text)
		case r.Status == result.RuleInconclusive:
			open = append(open, r.Text)
		case r.Status == result.RuleWaived:
			waived++
		}
	}
	if share, of := j.coverage(); !j.current.meansOnly() && share < *j.rules.MinCoverage-1e-9 {
		lacking = append(lacking, fmt.Sprintf("only %.1f %% of %d queries were measured in both systems, and min_coverage is %.1f %%", 100*share, of, 100**j.rules.MinCoverage))
	}
	switch {
	case failed != nil:
		return result.GateFailed, strings.Join(append(failed, lacking...), "; ")
	case lacking != nil:
		return result.GateFault, strings.Join(lacking, "; ")
	case open != nil:
		return result.GateInconclusive, strings.Join(open, "; ")
	case beyond != nil:
		return result.GatePassed, "the means are beyond a limit, but the queries do not show that it is broken: " + strings.Join(beyond, "; ") + advice
	case required == 0:
		return result.GatePassed, "no rule is required, so nothing was decided" + advice
	}
	kept := "every rule is kept"
	if waived > 0 {
		kept = fmt.Sprintf("required rules: %d kept, %d waived", required-waived, waived)
	} else if advice != "" {
		kept = "every required rule is kept"
	}
	if waived == 0 && j.rankAlike() {
		kept += ": no ranking changed"
	}
	return result.GatePassed, kept + advice
}

// advice says how many rules that decide nothing are not kept, "" where all are.
func advice(rules []result.GateRule) string {
	broken, open := 0, 0
	for _, r := range rules {
		switch {
		case r.Required:
		case r.Status == result.RuleFailed:
			broken++
		case r.Status == result.RuleNotMeasured, r.Status == result.RuleInconclusive:
			open++
		}
	}
	if broken+open == 0 {
		return ""
	}
	return fmt.Sprintf("; advisory rules: %d broken, %d not decided", broken, open)
}

// measured tells whether both sides answered a query, or the profile counts those that were not answered.
// Scores of other programs say so by a score, where the other side has one or a judge gave it.
func (j *judgement) measured(p pair) bool {
	switch {
	case j.profile.Name == ScoresProfile && p.before != nil && slices.ContainsFunc(j.rules.Rules, func(r Rule) bool {
		now, before := p.now.Scores[r.subject] == nil, p.before.Scores[r.subject] == nil
		return now != before || now && j.current.Judged[r.subject]
	}):
		return false
	case p.now.Status == result.Failed && !j.profile.CountsFailed:
		return false
	case j.baseline == nil || j.baseline.meansOnly():
		return true
	}
	return p.before != nil && (p.before.Status != result.Failed || j.profile.CountsFailed)
}

// coverage returns the share of the queries that both sides have a score of.
func (j *judgement) coverage() (share float64, of int) {
	of = max(len(j.pairs), j.current.TestSet.Queries-j.current.TestSet.Unjudged)
	if of == 0 {
		return 0, 0
	}
	return float64(ordered.Count(j.pairs, j.measured)) / float64(of), of
}
