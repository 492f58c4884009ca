package metrics

import (
	"strconv"
	"strings"
)

// TrecName returns what trec_eval calls m, if it has that measure.
func TrecName(m Measure) (name string, ok bool) {
	name = trecKey(m)
	return name, name != ""
}

// The keys are what a profile calls a measure, "" where it has no name for it.

func trecKey(m Measure) string {
	if t, is := m.(interface{ inTrec() string }); is {
		return t.inTrec()
	}
	return ""
}

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

// kebabKeys returns the fields of kebab's aggregate. What its groundedness counts
// depends on the profile.
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
