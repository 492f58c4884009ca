package prom

import (
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/metrics"
)

// An Evaluation is what one system did on one test set, as it is published.
type Evaluation struct {
	Config  string // the name of the system
	Profile string
	TestSet result.TestSetInfo
	System  result.RunEvaluation
	Ended   time.Time

	// Verdicts are those of the comparison that the evaluation is of, on its
	// primary measure, by candidate; nil without a comparison.
	Verdicts map[string]result.Verdict

	// LatencyMS are the times of the queries that were answered. They enter the histogram once: an
	// evaluation that asked no one (Asked is 0) has the times of one before it.
	LatencyMS []float64
	Asked     int // calls that were made for this evaluation

	// Fault says that what was measured is not a measurement, such as too few
	// queries: there are counts of queries then, and no measures.
	Fault bool
}

// value returns the number that reports show for a measure over all queries.
func value(m result.MeasureSummary) (v float64, defined bool) {
	shown := m.Mean
	if m.Overall != nil && aggregateOf(m) != metrics.Mean {
		shown = m.Overall
	}
	if shown == nil || math.IsNaN(*shown) || math.IsInf(*shown, 0) {
		return 0, false
	}
	return *shown, true
}

func aggregateOf(m result.MeasureSummary) metrics.Aggregate {
	of := m.Of
	if of == nil {
		read, err := metrics.Parse(m.Measure)
		if err != nil {
			return metrics.Mean
		}
		of = read
	}
	return metrics.AggregateOf(of)
}

// measured returns the families of an evaluation's measures, in its order.
func (e *Evaluation) measured(o Options, labels []label) ([]family, error) {
	var list []family
	at := map[string]int{}
	by := map[string]string{} // what has a name: the measure that took it
	for _, m := range e.System.Measures {
		n := nameOf(m.Measure)
		name := o.name(n.metric)
		s := sample{labels: append(n.labels, labels...)}
		key := name + s.key()
		if other, taken := by[key]; taken || reserved()[n.metric] {
			if !taken {
				other = "something else"
			}
			return nil, fmt.Errorf("measures %s and %s would both be %s%s; leave one of them out", other, m.Measure, name, braced(s.labels))
		}
		by[key] = m.Measure
		v, defined := value(m)
		if !defined || e.Fault {
			continue
		}
		s.value = v
		i, known := at[name]
		if !known {
			i = len(list)
			at[name] = i
			list = append(list, family{name: name, help: n.help, kind: gauge})
		}
		list[i].samples = append(list[i].samples, s)
	}
	return list, nil
}

// verdicts are those that a comparison can end in.
var verdicts = []string{string(result.Better), string(result.Worse), string(result.Equivalent), string(result.Inconclusive)}

// gateStates are those that a gate can end in.
var gateStates = []string{string(result.GatePassed), string(result.GateFailed), string(result.GateInconclusive), string(result.GateFault)}

// oneOf returns a sample for each state, 1 for the one that is and 0 for others; none for a state not in the list.
func oneOf(name, now string, states []string, labels []label) []sample {
	var list []sample
	found := false
	for _, state := range states {
		s := sample{labels: append([]label{{name, state}}, labels...)}
		if state == now {
			s.value, found = 1, true
		}
		list = append(list, s)
	}
	if !found {
		return nil
	}
	return list
}

// OfComparison returns what a comparison says of one of its systems, and whether that is there.
func OfComparison(c *result.Comparison, config string, ended time.Time) (Evaluation, bool) {
	e := Evaluation{Config: config, Profile: c.Profile, TestSet: c.TestSet, Ended: ended}
	i := slices.IndexFunc(c.Systems, func(s result.RunEvaluation) bool {
		return s.Name == config && s.Role != result.RoleComponent
	})
	if i < 0 {
		return e, false
	}
	e.System = c.Systems[i]
	if c.Retrieval != nil {
		e.Asked = c.Retrieval.Calls + c.Retrieval.Reranks
	}
	e.Verdicts = make(map[string]result.Verdict, len(c.Comparisons))
	for _, pair := range c.Comparisons {
		e.Verdicts[pair.B.Name] = pair.Verdict
	}
	return e, true
}

// Times returns the latencies of the rows of a stored run that have one.
func Times(rows []result.Row) []float64 {
	var ms []float64
	for _, row := range rows {
		if row.LatencyMS != nil {
			ms = append(ms, *row.LatencyMS)
		}
	}
	return ms
}
