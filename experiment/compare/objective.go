package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/experiment/gate"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/metrics"
)

// An Objective is one decision of several parts, such as "better nDCG@10; latency_p95_ms rise <= 5%" or
// "better nDCG@10; 0.01 nDCG@10 = 20 ms". A candidate meets it if it is better by one measure and shown to be within each limit. With a rate the
// measure is taken less what is paid for it, query by query: "= 20 ms" is of latency, "= 500 tokens" of a measure.
type Objective struct {
	Better metrics.Measure
	Limits []gate.Rule
	Rates  []Rate
	needed []metrics.Measure
}

// A Rate says what a measure may cost.
type Rate struct {
	Each float64         // of the better measure, for 1 of what is paid
	What string          // is paid
	Paid metrics.Measure // nil: milliseconds of latency
}

// parseObjective reads the parts of an objective, each text one or several.
func parseObjective(texts []string, find func(string) (metrics.Measure, error)) (*Objective, error) {
	var o Objective
	var errs prose.Faults
	named := func(text string) (metrics.Measure, error) {
		m, err := find(strings.TrimSpace(text))
		if err == nil {
			o.needed = append(o.needed, m)
		}
		return m, err
	}
	for _, part := range metrics.SplitList(strings.ReplaceAll(strings.Join(texts, ","), ";", ",")) { // an address has lists with commas
		part = strings.TrimSpace(part)
		name, better := strings.CutPrefix(part, "better ")
		var err error
		switch {
		case part == "": // after the last semicolon
		case better && o.Better != nil:
			err = fmt.Errorf("%q is the second measure to be better by; one is the aim, others get a limit", part)
		case better:
			o.Better, err = named(name)
		case strings.Contains(part, " = "):
			err = o.addRate(part, named)
		default:
			var limit gate.Rule
			limit, err = gate.ParseLimit(part, named)
			o.Limits = append(o.Limits, limit)
		}
		errs.In("objective", err)
	}
	errs.If(errs == nil && o.Better == nil, "objective: it says nothing to be better by; begin with %q", "better nDCG@10")
	errs.If(errs == nil && len(o.Limits)+len(o.Rates) == 0, "objective: it has neither a limit nor a rate, and the verdict says so much; add %q, for example", "latency_p95_ms rise <= 5%")
	return &o, errs.Join()
}

// addRate reads "0.01 nDCG@10 = 20 ms", in an objective that began with what is to be better.
func (o *Objective) addRate(part string, find func(string) (metrics.Measure, error)) error {
	var gain, price float64
	var of string
	var r Rate
	_, err := fmt.Sscanf(part, "%g %s = %g %s", &gain, &of, &price, &r.What)
	if r.Each = gain / price; err != nil || len(strings.Fields(part)) != 5 || !(gain > 0 && price > 0 && r.Each > 0 && r.Each <= math.MaxFloat64) {
		return fmt.Errorf("%q has no amounts above 0; a rate is like %q", part, "0.01 nDCG@10 = 20 ms")
	}
	if m, err := find(of); err != nil || o.Better == nil || m.String() != o.Better.String() {
		return fmt.Errorf("%q: %s is not what is to be better, which comes before it", part, of)
	}
	if r.What != "ms" {
		if r.Paid, err = find(r.What); err != nil {
			return err
		}
		f, foreign := r.Paid.(metrics.Foreign)
		if metrics.AggregateOf(r.Paid) != metrics.Mean || metrics.DirectionOf(r.Paid) == metrics.HigherIsBetter && (!foreign || f.Declared) {
			return fmt.Errorf("%s is nothing that is paid: it should be high, or is not a mean over queries", r.Paid)
		}
	}
	if slices.ContainsFunc(o.Rates, func(other Rate) bool { return other.What == r.What }) {
		return fmt.Errorf("%q is the second rate of %s", part, r.What)
	}
	o.Rates = append(o.Rates, r)
	return nil
}
