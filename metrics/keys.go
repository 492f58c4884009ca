package metrics

import (
	"strconv"
	"strings"
	"sync"
)

// TrecName returns what trec_eval calls m, if it has that measure.
func TrecName(m Measure) (name string, ok bool) {
	name = trecKey(m)
	return name, name != ""
}

// The keys are what a profile calls a measure, "" where it has no name for it.

func trecKey(m Measure) string {
	switch m := m.(type) {
	case InterpolatedPrecision:
		if m.View == (View{}) {
			return "iprec_at_recall_" + strconv.FormatFloat(m.Recall, 'f', 2, 64)
		}
	case RPrecision:
		if m.View == (View{}) && m.Mult != 0 {
			return "Rprec_mult_" + strconv.FormatFloat(m.Mult, 'f', 2, 64)
		}
	case Foreign:
		return ""
	}
	return trecKeys()(m)
}

// trecKeys returns the names of trec_eval.
var trecKeys = sync.OnceValue(func() func(Measure) string {
	return named(map[string]string{
		"AP": "map", "AP@k": "map_cut_k", "GMAP": "gm_map", "infAP": "infAP", "yaap": "yaap", "11pt": "11pt_avg",
		"Bpref": "bpref", "GMBpref": "gm_bpref", "Rprec": "Rprec", "RR": "recip_rank",
		"P@k": "P_k", "R@k": "recall_k", "RCap@k": "relative_P_k", "Success@k": "success_k", "Unjudged@k": "unj_k",
		"nDCG(gain=linear)": "ndcg", "nDCG(gain=linear)@k": "ndcg_cut_k", "DCG(gain=linear)": "dcg",
		"IdealDCG(gain=linear)": "ideal_dcg", "ndcg_rel(gain=linear)": "ndcg_rel", "Rndcg(gain=linear)": "Rndcg",
		"G(gain=linear)": "G", "binG": "binG", "RBP(p=0.9,gain=query)": "rbp", "RBPResidual(p=0.9)": "rbp_resid",
		"SetP": "set_P", "SetP(relative=true)": "set_relative_P", "SetR": "set_recall", "SetAP": "set_map", "SetF1": "set_F",
		"NumQ": "num_q", "NumRet": "num_ret", "NumRel": "num_rel", "NumRelRet": "num_rel_ret",
		"NumNonRelRet": "num_nonrel_judged_ret", "Utility": "utility",
	})
})

// named returns the key that says what a table has for the canonical text of a
// measure, in which @k is any cutoff, the k at the end of its name.
func named(names map[string]string) func(Measure) string {
	return func(m Measure) string {
		text := m.String()
		if name, exact := names[text]; exact {
			return name
		}
		head, k, cut := strings.Cut(text, "@")
		if name, found := strings.CutSuffix(names[head+"@k"], "k"); cut && found {
			return name + k
		}
		return ""
	}
}

// medkgKeys returns the names of the medical knowledge graph's evaluation.
func medkgKeys() map[string]string {
	return map[string]string{
		"R@k": "recall@k", "nDCG(gain=exp)@k": "ndcg_exp@k", "nDCG(gain=linear)@k": "ndcg_linear@k", "RR": "mrr",
	}
}

// kebabKeys returns the fields of kebab's aggregate. What its groundedness counts depends on the profile.
func kebabKeys(groundedness RequiredStrings) map[string]string {
	return map[string]string{
		"Success(level=chunk)@k": "hit_at_k.k", "RR(level=chunk)@10": "mrr",
		"R@k": "recall_at_k_doc.k", "P(level=chunk)@k": "precision_at_k_chunk.k",
		"CitationCoverage": "citation_coverage", "CitationCoverage(strict)": "citation_coverage_strict",
		"EmptyResultRate": "empty_result_rate", "RefusalCorrectness": "refusal_correctness",
		groundedness.String(): "groundedness",
	}
}

// csbKeys returns the fields of CodeScaleBench's file_level_metrics.
func csbKeys() map[string]string {
	return map[string]string{
		"P@k": "precision.k", "R@k": "recall.k", "F1@k": "f1.k", "nDCG(gain=binary)@k": "ndcg.k",
		"RR": "mrr", "AP": "map_score", "SetR": "file_recall", "SetP": "context_efficiency",
	}
}

// kebabNames are what people who use kebab call its figures, by the canonical
// text before the cutoff, and what may stand behind the cutoff.
var kebabNames = map[string]struct{ canonical, level string }{
	"hit": {"Success(level=chunk)", ""}, "recall": {"R", "_doc"}, "precision": {"P(level=chunk)", "_chunk"},
}

// kebabName turns hit@5, recall@5_doc, precision@5_chunk and mrr into canonical
// texts, and leaves others as they are: recall@5_chunk is not a figure of kebab.
func kebabName(text string) string {
	if strings.EqualFold(text, "mrr") {
		return "RR(level=chunk)@10"
	}
	name, k, ok := strings.Cut(text, "@")
	known := kebabNames[name]
	k = strings.TrimSuffix(k, known.level)
	if _, err := strconv.Atoi(k); !ok || known.canonical == "" || err != nil {
		return text
	}
	return known.canonical + "@" + k
}
