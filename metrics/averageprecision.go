package metrics

import (
	"cmp"
	"math"
)

// AveragePrecision averages the precision at the ranks of the relevant documents:
//
//	AP@k = Σ P@rank over the relevant documents within k / R
//
// R counts all relevant documents, so AP@k stays below 1 where there are more than k. Range [0, 1], higher is better.
// Undefined for a query without a relevant document. Cost: the judged documents within k. Source: Buckley and Voorhees
// (2000), SIGIR, doi:10.1145/345508.345543. Agrees with trec_eval map and map_cut_k.
type AveragePrecision struct{ Top }

// Score computes the measure.
func (m AveragePrecision) Score(j *Judged) (float64, bool) {
	var score [1]float64
	defined := m.scoreAt(j, []int{cmp.Or(m.K, math.MaxInt)}, score[:]) > 0
	return score[0], defined
}

func (m AveragePrecision) String() string { return m.text("AP") }

// GMAP is average precision with a geometric mean over queries, so that equal relative gains count
// alike on hard and easy queries:
//
//	GMAP = exp(mean of ln(max(AP, 0.00001)))
//
// Score is the AP of one query. Range [0, 1], higher is better. Undefined for a query without a relevant
// document. Source: Robertson (2006), CIKM, doi:10.1145/1183614.1183630. Agrees with trec_eval gm_map.
type GMAP struct{ View }

// Score computes the average precision of one query.
func (m GMAP) Score(j *Judged) (float64, bool) { return AveragePrecision{Top{View: m.View}}.Score(j) }

func (m GMAP) String() string { return m.text("GMAP") }
