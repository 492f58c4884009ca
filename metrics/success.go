package metrics

import "strconv"

// Success is 1 when there is a relevant document among the first k, else 0.
// Its mean over queries is the hit rate.
//
// Undefined for a query without a relevant document: nothing is there to be
// found. Cost: up to the first relevant document. Source: the TREC robust
// track, Voorhees (2005), SIGIR Forum 39(1), doi:10.1145/1067268.1067272.
// Agrees with trec_eval success_k; kebab calls it hit@k, BEIR Accuracy@k.
type Success struct {
	View
	K int // k ≥ 1
}

// Score computes the measure.
func (m Success) Score(j *Judged) (float64, bool) {
	if m.relevant(j) == 0 {
		return 0, false
	}
	if r := m.first(j); r == 0 || r > m.K {
		return 0, true
	}
	return 1, true
}

// Cutoff returns k.
func (m Success) Cutoff() int { return m.K }

func (m Success) String() string { return canonical("Success", m.parameters(), m.K) }

// TrecName returns trec_eval's name, success_k.
func (m Success) TrecName() string { return m.trecName("success_" + strconv.Itoa(m.K)) }

func defineSuccess() Definition {
	return Definition{
		Name:      "Success",
		Aliases:   []string{"hit", "hit_rate"},
		Forms:     []Form{{Name: "success", Cutoffs: true, Default: "1,5,10"}},
		Summary:   "1 when a relevant document is among the first k, else 0.",
		Formula:   "Success@k = 1 if any of the first k is relevant, else 0",
		Range:     "0 or 1",
		Unit:      "share of the queries, after the mean",
		Undefined: "a query without a relevant document",
		Source:    "Voorhees (2005), The TREC robust retrieval track, SIGIR Forum 39(1), doi:10.1145/1067268.1067272",
		Agrees:    "trec_eval success_k, ir_measures Success@k, ranx hit_rate@k, BEIR Accuracy@k",
		Cut:       CutRequired,
		Params:    viewParams(),
		New:       func(a *Args) Measure { return Success{View: a.View(), K: a.Cutoff} },
	}
}
