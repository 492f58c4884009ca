package metrics

// The set measures look at all that was retrieved and not at its order. They suit systems that return what
// they deem relevant, and nothing else. With a fixed depth they measure the depth. All agree with
// trec_eval's set_ measures; source: van Rijsbergen (1979), Information Retrieval, 2nd ed., chapter 7.

// SetPrecision is the share of the retrieved documents that is relevant:
//
//	SetP = relevant documents retrieved / documents retrieved
//
// and 0 for an empty ranking. With relative=true it is divided by the highest value that so many documents
// allow, so that the divisor is min(retrieved, R). Range [0, 1], higher is better. Undefined for a query
// without a relevant document. Agrees with trec_eval set_P and set_relative_P.
type SetPrecision struct {
	View
	Relative bool
}

// Score computes the measure.
func (m SetPrecision) Score(j *Judged) (float64, bool) {
	all, shown := m.relevant(j), m.retrieved(j)
	if all == 0 {
		return 0, false
	}
	if m.Relative {
		shown = min(shown, all)
	}
	if shown == 0 {
		return 0, true
	}
	return float64(m.found(j, 0)) / float64(shown), true
}

func (m SetPrecision) String() string {
	if m.Relative {
		return m.text("SetP", "relative=true")
	}
	return m.text("SetP")
}

// SetRecall is the share of the relevant documents that was retrieved:
//
//	SetR = relevant documents retrieved / R
//
// Range [0, 1], higher is better. Undefined for a query without a relevant document. Agrees with trec_eval set_recall.
type SetRecall struct{ View }

// Score computes the measure.
func (m SetRecall) Score(j *Judged) (float64, bool) { return m.share(j, 0, relevantOnes) }

func (m SetRecall) String() string { return m.text("SetR") }

// SetF is the weighted harmonic mean of SetP and SetR:
//
//	SetF = (beta + 1)·P·R / (beta·P + R), 0 when nothing relevant was retrieved
//
// beta is how much recall matters against precision, as in trec_eval; the textbook F has beta² in its
// place. SetF1 is beta = 1. Range [0, 1], higher is better. Undefined for a query without a relevant
// document. Agrees with trec_eval set_F and ir_measures SetF.
type SetF struct {
	View
	Beta float64 // 0 means 1
}

// Score computes the measure.
func (m SetF) Score(j *Judged) (float64, bool) {
	all := m.relevant(j)
	if all == 0 {
		return 0, false
	}
	n := m.found(j, 0)
	if n == 0 {
		return 0, true
	}
	beta := m.Beta
	if beta == 0 {
		beta = 1
	}
	p, r := float64(n)/float64(m.retrieved(j)), float64(n)/float64(all)
	return (beta + 1) * p * r / (float64(beta*p) + r), true
}

func (m SetF) String() string {
	if m.Beta == 0 {
		return m.text("SetF1")
	}
	return m.text("SetF", "beta="+number(m.Beta))
}

// SetAP is average precision without ranks:
//
//	SetAP = SetP · SetR = (relevant documents retrieved)² / (retrieved · R)
//
// Range [0, 1], higher is better. Undefined for a query without a relevant document. Agrees with trec_eval set_map.
type SetAP struct{ View }

// Score computes the measure.
func (m SetAP) Score(j *Judged) (float64, bool) {
	all, shown := m.relevant(j), m.retrieved(j)
	if all == 0 {
		return 0, false
	}
	if shown == 0 {
		return 0, true
	}
	n := float64(m.found(j, 0))
	return n * n / (float64(shown) * float64(all)), true
}

func (m SetAP) String() string { return m.text("SetAP") }

func newSetF(a *Args) Measure {
	m := SetF{View: a.View(), Beta: a.Float("beta", 1, 1e-9, 1e9)}
	if m.Beta == 1 {
		m.Beta = 0
	}
	return m
}
