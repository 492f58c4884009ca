package metrics

import "math"

// InterpolatedPrecision is the best precision that the ranking reaches at or beyond a share r of the
// relevant documents:
//
//	IPrec@r = max of P@i over the ranks i with at least ⌊r·R + ½⌋ relevant documents
//
// It is 0 when the ranking never gets that far. Range [0, 1], higher is better. Undefined for a query
// without a relevant document. Cost: the judged documents retrieved. Source: van Rijsbergen (1979),
// Information Retrieval, 2nd ed., chapter 7. Agrees with trec_eval 10 iprec_at_recall; up to version 9
// trec_eval, and with it pytrec_eval and ir_measures, rounded r·R up.
type InterpolatedPrecision struct {
	View
	Recall float64 // r in [0, 1]
}

// Score computes the measure.
func (m InterpolatedPrecision) Score(j *Judged) (float64, bool) { return m.interpolated(j, m.Recall) }

// interpolated returns the interpolated precision at one recall level.
func (v View) interpolated(j *Judged, recall float64) (float64, bool) {
	all := v.relevant(j)
	if all == 0 {
		return 0, false
	}
	wanted := int(math.Round(recall * float64(all)))
	best, found, least := 0.0, 0, v.threshold()
	for i := range j.Hits {
		if j.Hits[i].Grade < least {
			continue
		}
		found++
		if p := float64(found) / float64(v.rank(j, i)); found >= wanted && p > best {
			best = p
		}
	}
	return best, true
}

func (m InterpolatedPrecision) String() string { return m.text("IPrec") + "@" + number(m.Recall) }
