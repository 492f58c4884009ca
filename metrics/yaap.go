package metrics

import "math"

// YAAP is average precision on a scale on which extreme queries do not dominate a mean:
//
//	yaap = ln((1 + S) / (1 + R − S)),  S = Σ P@rank over the relevant documents
//
// Range (−∞, ∞), higher is better; on one query it orders rankings as AP does. Undefined for a query
// without a relevant document. Source: Robertson (2012), "On smoothing average precision", ECIR,
// doi:10.1007/978-3-642-28997-2_14. Agrees with trec_eval yaap.
type YAAP struct{ View }

// Score computes the measure.
func (m YAAP) Score(j *Judged) (float64, bool) {
	ap, defined := AveragePrecision{Top{View: m.View}}.Score(j)
	all := float64(m.relevant(j))
	return math.Ln2 * log2((1+float64(ap*all))/(1+all-float64(ap*all))), defined
}

func (m YAAP) String() string { return m.text("yaap") }
