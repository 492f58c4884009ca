package metrics

// GMAP is average precision whose mean over queries is geometric, so that a
// gain on a hard query counts as much as the same relative gain on an easy one:
//
//	GMAP = exp(mean of ln(max(AP, 0.00001)))
//
// Score is the AP of one query. Range [0, 1], higher is better. Undefined for
// a query without a relevant document. Source: Robertson (2006), CIKM,
// doi:10.1145/1183614.1183630. Agrees with trec_eval gm_map.
type GMAP struct{ View }

// Score computes the average precision of one query.
func (m GMAP) Score(j *Judged) (float64, bool) { return AveragePrecision{View: m.View}.Score(j) }

// Aggregate returns the geometric mean.
func (m GMAP) Aggregate() Aggregate { return GeometricMean }

func (m GMAP) String() string { return canonical("GMAP", m.parameters(), 0) }

// TrecName returns trec_eval's name, gm_map.
func (m GMAP) TrecName() string { return m.trecName("gm_map") }

func defineGMAP() Definition {
	return Definition{
		Name:      "GMAP",
		Aliases:   []string{"gm_map"},
		Summary:   "Average precision, with the geometric mean over queries.",
		Formula:   "GMAP = exp(mean over queries of ln(max(AP, 0.00001)))",
		Range:     "[0, 1]",
		Unit:      "mean precision",
		Undefined: "a query without a relevant document",
		Source:    "Robertson (2006), On GMAP and other transformations, CIKM, doi:10.1145/1183614.1183630",
		Agrees:    "trec_eval gm_map",
		Params:    viewParams(),
		New:       func(a *Args) Measure { return GMAP{a.View()} },
	}
}
