package metrics

// NumRet counts the documents retrieved. Over queries it is added up, not
// averaged. Always defined. Agrees with trec_eval num_ret.
type NumRet struct{ View }

// Score computes the measure.
func (m NumRet) Score(j *Judged) (float64, bool) { return float64(m.retrieved(j)), true }

func (m NumRet) String() string { return m.text("NumRet") }

// NumRel counts the relevant documents of the query, retrieved or not. Over
// queries it is added up. Always defined. Agrees with trec_eval num_rel.
type NumRel struct{ View }

// Score computes the measure.
func (m NumRel) Score(j *Judged) (float64, bool) { return float64(m.relevant(j)), true }

func (m NumRel) String() string { return m.text("NumRel") }

// NumRelRet counts the relevant documents retrieved, or those among the first k. Over queries it is added
// up. Always defined. Agrees with trec_eval num_rel_ret and ranx hits@k.
type NumRelRet struct{ Top }

// Score computes the measure.
func (m NumRelRet) Score(j *Judged) (float64, bool) { return float64(m.found(j, m.K)), true }

func (m NumRelRet) String() string { return m.text("NumRelRet") }

// NumNonRelRet counts the retrieved documents that were judged and found not relevant. Over queries it is
// added up. Always defined. Agrees with trec_eval num_nonrel_judged_ret.
type NumNonRelRet struct{ View }

// Score computes the measure.
func (m NumNonRelRet) Score(j *Judged) (float64, bool) {
	return float64(len(j.Hits) - m.found(j, 0)), true
}

func (m NumNonRelRet) String() string { return m.text("NumNonRelRet") }

// NumQ counts queries: 1 for each, added up. Agrees with trec_eval num_q.
type NumQ struct{}

// Score returns 1.
func (NumQ) Score(*Judged) (float64, bool) { return 1, true }

// Cutoff returns 0: the ranking does not count at all.
func (NumQ) Cutoff() int { return 0 }

func (NumQ) String() string { return "NumQ" }

func newNumRet(a *Args) Measure {
	if a.Has("rel") { // ir_measures writes NumRet(rel=1)
		return NumRelRet{Top: a.top()}
	}
	return NumRet{a.View()}
}
