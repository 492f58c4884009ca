package metrics

// RPrecision is the precision at as many documents as there are relevant ones:
//
//	Rprec = relevant documents among the first R / R
//
// which is also the recall there. With mult=m it is the precision at ⌊m·R + 0.9⌋, as in trec_eval. Range [0, 1], higher
// is better. Undefined for a query without a relevant document. Cost: the judged documents within the cutoff. Source:
// Buckley and Voorhees (2005), "Retrieval System Evaluation", in TREC: Experiment and Evaluation in Information
// Retrieval, MIT Press. Agrees with trec_eval Rprec and Rprec_mult_m.
type RPrecision struct {
	View
	Mult float64 // 0 means 1
}

// Score computes the measure.
func (m RPrecision) Score(j *Judged) (float64, bool) {
	all := m.relevant(j)
	if all == 0 {
		return 0, false
	}
	k := all
	if m.Mult != 0 {
		k = int(min(float64(m.Mult*float64(all))+0.9, 1<<40))
	}
	if k == 0 {
		return 0, true // a multiple so small that nothing is looked at
	}
	return float64(m.found(j, k)) / float64(k), true
}

func (m RPrecision) String() string {
	if m.Mult == 0 {
		return m.text("Rprec")
	}
	return m.text("Rprec", "mult="+number(m.Mult))
}
