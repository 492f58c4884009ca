package gate

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rankduel/rankduel/metrics"
)

// A Mode says how sure a rule has to be.
type Mode string

// The modes.
const (
	Point       Mode = "point"       // the means alone decide
	NonInferior Mode = "noninferior" // passes only when a bound shows that the limit is kept
	Regression  Mode = "regression"  // fails only when a bound shows that it is broken
)

// Modes lists them.
func Modes() []Mode { return []Mode{Point, NonInferior, Regression} }

// A bound is the form of a rule's limit.
type bound int

const (
	relativeChange bound = iota // drop <= 5%
	absoluteChange              // drop <= 0.01
	floor                       // >= 0.70
	ceiling                     // <= 250
)

// A Rule is one promise about a system, for example
//
//	R@10: drop <= 5%                       relative to the baseline
//	nDCG@10: drop <= 0.01                  in the measure's unit
//	R@10{stratum=paraphrase}: >= 0.70      of the system itself
//	latency_p95_ms: <= 250
//	latency_mean_ms: rise <= 10%
//	coverage: >= 0.98
//
// Drop is for what should be high, rise for what should be low. Exactly the limit passes. Build it with ParseRule.
type Rule struct {
	Mode     Mode // empty: that of the rules it is in
	Advisory bool // shown, and never decides

	subject string
	called  string          // the profile's own name for the measure, where that was written: hit@5; or empty
	measure metrics.Measure // nil for latency, coverage and failures
	stratum string
	form    bound
	limit   float64 // a ratio for relativeChange
}

// DefaultRule is the one of the medical source: Recall@10 may drop by 5 % of the baseline.
const DefaultRule = "R@10: drop <= 5%"

// Subjects that are not measures, with the direction in which they are good.
const (
	coverage = "coverage"
	failures = "failed_queries"
)

var latencies = []string{"latency_mean_ms", "latency_p50_ms", "latency_p95_ms", "latency_p99_ms", "latency_max_ms"}

// ParseRule reads a rule as one text, SUBJECT: LIMIT. Measures are named as in the profile.
func ParseRule(text string, profile metrics.Profile) (Rule, error) {
	i := strings.LastIndexByte(text, ':') // a measure may hold a colon in its gains
	if i < 0 {
		return Rule{}, fmt.Errorf("rule %q has no colon; a rule is like %q", text, DefaultRule)
	}
	return parseRule(text[:i], text[i+1:], profile)
}

func parseRule(subject, limit string, profile metrics.Profile) (Rule, error) {
	var r Rule
	if err := r.parseSubject(subject, profile); err != nil {
		return Rule{}, err
	}
	err := r.parseLimit(limit)
	return r, err
}

// parseSubject reads "R@10", "R@10{stratum=paraphrase}" or "latency_p95_ms".
func (r *Rule) parseSubject(subject string, profile metrics.Profile) error {
	subject = strings.TrimSpace(subject)
	if i := strings.LastIndex(subject, "{stratum="); i >= 0 && strings.HasSuffix(subject, "}") {
		r.stratum = subject[i+len("{stratum=") : len(subject)-1]
		subject = strings.TrimSpace(subject[:i])
		if r.stratum == "" {
			return fmt.Errorf("rule %q names no stratum", subject)
		}
	}
	switch {
	case subject == coverage, subject == failures, slices.Contains(latencies, subject):
		if r.stratum != "" {
			return fmt.Errorf("%s is of all queries and has no strata", subject)
		}
		r.subject = subject
	default:
		m, err := measureOf(subject, profile)
		if err != nil {
			return fmt.Errorf("%w; a rule is about a measure, %s, %s or %s", err, coverage, failures, strings.Join(latencies, ", "))
		}
		if metrics.AggregateOf(m) != metrics.Mean || metrics.DirectionOf(m) == metrics.Neutral {
			return fmt.Errorf("%s cannot be in a rule: it has no direction or is no mean over queries", m)
		}
		r.measure, r.subject = m, m.String()
		if profile.Calls(subject) {
			r.called = subject
		}
	}
	return nil
}

// parseLimit reads "drop <= 5%", "rise <= 10", ">= 0.7" or "<= 250".
func (r *Rule) parseLimit(text string) error {
	fields := strings.Fields(strings.NewReplacer(" %", "%", "<=", " <= ", ">=", " >= ", "≤", " <= ", "≥", " >= ").Replace(text))
	wrong := func(why string) error {
		return fmt.Errorf("rule %q: limit %q %s; limits are %q, %q, %q or %q",
			r.name(), strings.TrimSpace(text), why, "drop <= 5%", "drop <= 0.01", ">= 0.7", "<= 250")
	}
	change := ""
	if len(fields) == 3 {
		change, fields = fields[0], fields[1:]
	}
	if len(fields) != 2 {
		return wrong("is not understood")
	}
	number, percent := strings.CutSuffix(fields[1], "%")
	limit, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(limit) || math.IsInf(limit, 0) || limit < 0 {
		return wrong("has no number from 0 on")
	}
	r.limit = limit
	own, foreign := r.measure.(metrics.Foreign)
	if foreign {
		if !own.Declared && (change == "rise" || change == "" && fields[0] == "<=") {
			own.Better = metrics.LowerIsBetter
		}
		r.measure = own
	}
	width, known := r.width()
	switch {
	case change != "" && fields[0] != "<=":
		return wrong("is the wrong way round")
	case change != "" && r.subject == coverage:
		return wrong("is about a change, but coverage is of both systems together: say >=")
	case change == "drop" && r.lowIsGood():
		return wrong(fmt.Sprintf("is about a drop, but %s should be low: say rise", r.name()))
	case change == "rise" && !r.lowIsGood():
		return wrong(fmt.Sprintf("is about a rise, but %s should be high: say drop", r.name()))
	case change != "" && change != "drop" && change != "rise":
		return wrong("is not understood")
	case change != "" && percent:
		if r.form, r.limit = relativeChange, limit/100; !r.lowIsGood() && r.limit >= 1 {
			return wrong("allows everything")
		}
	case change != "" && known && limit >= width:
		return wrong(fmt.Sprintf("allows everything: %s is from 0 to %g; for a share of the baseline write %s%%", r.name(), width, number))
	case change != "":
		r.form = absoluteChange
	case percent && known:
		return wrong(fmt.Sprintf("is in percent, and %s is from 0 to %g: write %g", r.name(), width, limit/100))
	case percent:
		return wrong("is a share of nothing: say drop or rise")
	case fields[0] == ">=" && r.lowIsGood(), fields[0] == "<=" && !r.lowIsGood():
		return wrong(fmt.Sprintf("bounds %s on its good side", r.name()))
	case fields[0] == ">=" && known && limit > width:
		return wrong(fmt.Sprintf("can never be met: %s is from 0 to %g", r.name(), width))
	case fields[0] == ">=" && limit == 0 && !foreign:
		return wrong(fmt.Sprintf("allows everything: %s is never below 0", r.name()))
	case fields[0] == ">=":
		r.form = floor
	case fields[0] == "<=" && known && limit >= width:
		return wrong(fmt.Sprintf("allows everything: %s is from 0 to %g", r.name(), width))
	case fields[0] == "<=":
		r.form = ceiling
	default:
		return wrong("is not understood")
	}
	return nil
}

// width returns the largest value of the subject, where it has one; the least is 0.
func (r *Rule) width() (width float64, known bool) {
	if r.measure == nil {
		return 1, r.subject == coverage
	}
	return metrics.WidthOf(r.measure)
}

func (r *Rule) lowIsGood() bool {
	if r.measure != nil {
		return metrics.DirectionOf(r.measure) == metrics.LowerIsBetter
	}
	return r.subject != coverage
}

func (r *Rule) needsBaseline() bool { return r.form == relativeChange || r.form == absoluteChange }

// Subject returns what the rule is about, with its stratum.
func (r *Rule) Subject() string { return r.inStratum(r.subject) }

func (r *Rule) inStratum(subject string) string {
	if r.stratum == "" {
		return subject
	}
	return subject + "{stratum=" + r.stratum + "}"
}

// name returns what people call the rule's subject: hit@5 under kebab. about is that with
// its stratum, and written the whole rule.
func (r *Rule) name() string    { return cmp.Or(r.called, r.subject) }
func (r *Rule) about() string   { return r.inStratum(r.name()) }
func (r *Rule) written() string { return r.about() + ": " + r.limitText() }

// otherwise returns the rule as it was written, "" where that is its canonical text.
func (r *Rule) otherwise() string {
	if r.called == "" {
		return ""
	}
	return r.written()
}

// Measure returns the measure that the rule is about; nil for latency, coverage and failed queries.
func (r *Rule) Measure() metrics.Measure { return r.measure }

// String returns the rule's canonical text, which ParseRule reads back.
func (r *Rule) String() string { return r.Subject() + ": " + r.limitText() }

// change returns what a change for the worse is called.
func (r *Rule) change() string {
	if r.lowIsGood() {
		return "rise"
	}
	return "drop"
}

func (r *Rule) limitText() string {
	switch r.form {
	case relativeChange:
		return r.change() + " <= " + percent(r.limit)
	case absoluteChange:
		return r.change() + " <= " + number(r.limit)
	case floor:
		return ">= " + number(r.limit)
	default:
		return "<= " + number(r.limit)
	}
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

// percent prints a ratio so that it reads back to the same: 0.05 is 5%, and not 5.000000000000001%.
func percent(ratio float64) string {
	for _, digits := range []int{6, 12, -1} {
		text := strconv.FormatFloat(100*ratio, 'g', digits, 64)
		if x, err := strconv.ParseFloat(text, 64); err == nil && x/100 == ratio {
			return text + "%"
		}
	}
	return number(100*ratio) + "%"
}

// modeOr returns the rule's own mode, or else that of its file.
func (r *Rule) modeOr(mode Mode) Mode { return cmp.Or(r.Mode, mode) }

// worth returns 1 where more of the subject is better, and −1 where less is.
func (r *Rule) worth() float64 {
	if r.lowIsGood() {
		return -1
	}
	return 1
}
