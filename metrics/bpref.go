package metrics

// Bpref counts how many judged non-relevant documents come before relevant
// ones, and looks at judged documents only:
//
//	bpref = 1/R · Σ over relevant documents retrieved of
//	        1 − min(judged non-relevant documents above it, R) / min(N, R)
//
// where N judged documents of the query are not relevant. A relevant document
// with no judged non-relevant one above it counts 1, so that a query without
// judged non-relevant documents has no division by zero. Range [0, 1], higher
// is better. Undefined for a query without a relevant document. Cost: the
// judged documents retrieved.
//
// Source: Buckley and Voorhees (2004), SIGIR, doi:10.1145/1008992.1009000.
// Agrees with trec_eval bpref, and gm_bpref where Geometric; ranx gives NaN
// without judged non-relevant documents.
type Bpref struct {
	View
	Geometric bool // combine queries by the geometric mean
}

// Score computes the measure.
func (m Bpref) Score(j *Judged) (float64, bool) {
	all := m.relevant(j)
	if all == 0 {
		return 0, false
	}
	others := j.NonRelevant + len(j.Ideal) - all
	above, sum, least := 0, 0.0, m.threshold()
	for _, h := range j.Hits {
		switch {
		case h.Grade < least:
			above++
		case above == 0:
			sum++
		default:
			sum += 1 - float64(min(above, all))/float64(min(others, all))
		}
	}
	return sum / float64(all), true
}

// Aggregate returns the mean, or the geometric mean.
func (m Bpref) Aggregate() Aggregate {
	if m.Geometric {
		return GeometricMean
	}
	return Mean
}

func (m Bpref) String() string {
	if m.Geometric {
		return canonical("GMBpref", m.parameters(), 0)
	}
	return canonical("Bpref", m.parameters(), 0)
}

// TrecName returns trec_eval's name, bpref or gm_bpref.
func (m Bpref) TrecName() string {
	if m.Geometric {
		return m.trecName("gm_bpref")
	}
	return m.trecName("bpref")
}

func defineBpref() Definition {
	return Definition{
		Name:      "Bpref",
		Summary:   "Share of preferences between relevant and judged non-relevant documents that the ranking keeps.",
		Formula:   "bpref = 1/R · Σ over relevant documents retrieved (1 - min(judged non-relevant above, R) / min(N, R))",
		Range:     "[0, 1]",
		Unit:      "share of preferences",
		Undefined: "a query without a relevant document",
		Source:    "Buckley, Voorhees (2004), Retrieval evaluation with incomplete information, SIGIR, doi:10.1145/1008992.1009000",
		Agrees:    "trec_eval bpref, ir_measures Bpref",
		Differs:   "ranx gives NaN without judged non-relevant documents; here, as in trec_eval, nothing is lost then",
		Params:    []Param{relParam(), levelParam()},
		New:       func(a *Args) Measure { return Bpref{View: a.View()} },
	}
}

func defineGMBpref() Definition {
	d := defineBpref()
	d.Name, d.Aliases = "GMBpref", []string{"gm_bpref"}
	d.Summary = "Bpref, with the geometric mean over queries."
	d.Formula += "\nover queries: exp of the mean of ln(max(bpref, 0.00001))"
	d.Agrees, d.Differs = "trec_eval gm_bpref", ""
	d.New = func(a *Args) Measure { return Bpref{View: a.View(), Geometric: true} }
	return d
}
