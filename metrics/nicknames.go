package metrics

import (
	"cmp"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// nicknames returns names of trec_eval that stand for lists of measures, in the order in which it prints
// them. Its runid and relstring are not measures; see [RelString].
func nicknames() map[string]string {
	return map[string]string{
		"official": "num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P",
		"set":      "num_q num_ret num_rel num_rel_ret utility set_P set_relative_P set_recall set_map set_F",
		"all_trec": "num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P recall " +
			"infAP gm_bpref Rprec_mult utility 11pt_avg binG G ndcg_linear ndcg_rel Rndcg ndcg_cut map_cut relative_P " +
			"success set_P set_relative_P set_recall set_map set_F num_nonrel_judged_ret rbp rbp_resid unj",
	}
}

// trecOrder is the order in which trec_eval prints measures, whatever the order in which they were asked
// for. Longer names go before the names they start with.
var trecOrder = strings.Fields("num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P " +
	"recall infAP gm_bpref Rprec_mult utility 11pt_avg binG G dcg ideal_dcg ndcg ndcg_rel Rndcg ndcg_cut map_cut " +
	"relative_P success set_P set_relative_P set_recall set_map set_F num_nonrel_judged_ret yaap rbp rbp_resid unj")

// SortTrec sorts measures as trec_eval prints them: by its own order of families, and by cutoff or level
// within one. Measures that it does not have come last, in the order they were in.
func SortTrec(measures []Measure) {
	ordered.Stable(measures, func(a, b Measure) int {
		return cmp.Or(cmp.Compare(trecPlace(a), trecPlace(b)), cmp.Compare(trecLevel(a), trecLevel(b)))
	})
}

// trecPlace returns the place of m's family in trec_eval's order.
func trecPlace(m Measure) int {
	name, ok := TrecName(m)
	if !ok {
		return len(trecOrder)
	}
	place, longest := len(trecOrder), 0
	for i, family := range trecOrder {
		if len(family) > longest && (name == family || strings.HasPrefix(name, family+"_")) {
			place, longest = i, len(family)
		}
	}
	return place
}

// trecLevel returns what the members of a family differ in.
func trecLevel(m Measure) float64 {
	switch m := m.(type) {
	case InterpolatedPrecision:
		return m.Recall
	case RPrecision:
		return m.Mult
	}
	return float64(m.Cutoff())
}

// SummaryOnly tells whether trec_eval -q leaves m out for single queries and prints it for all of them only.
func SummaryOnly(m Measure) bool {
	_, counts := m.(NumQ)
	return counts || AggregateOf(m) == GeometricMean
}
