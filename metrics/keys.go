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
	if t, is := m.(interface{ TrecName() string }); is {
		return t.TrecName()
	}
	return ""
}

// medkgKey writes recall@10, ndcg_exp@10, ndcg_linear@10 and mrr.
func medkgKey(m Measure) string {
	switch m := m.(type) {
	case Recall:
		if m.View == (View{}) {
			return "recall@" + strconv.Itoa(m.K)
		}
	case NDCG:
		if m.View == (View{}) && m.K > 0 && (m.Gain.kind == exponential || m.Gain.kind == linear) {
			return "ndcg_" + m.Gain.String() + "@" + strconv.Itoa(m.K)
		}
	case ReciprocalRank:
		if m == (ReciprocalRank{}) {
			return "mrr"
		}
	}
	return ""
}

// kebabKey writes the fields of kebab's aggregate. What its groundedness counts
// depends on the profile.
func kebabKey(refusals bool) func(Measure) string {
	return func(m Measure) string {
		if m == (RequiredStrings{Refusals: refusals}) {
			return "groundedness"
		}
		return kebabField(m)
	}
}

func kebabField(m Measure) string {
	chunks := View{Level: ChunkLevel}
	switch m := m.(type) {
	case Success:
		if m.View == chunks {
			return "hit_at_k." + strconv.Itoa(m.K)
		}
	case ReciprocalRank:
		if m == (ReciprocalRank{View: chunks, K: 10}) {
			return "mrr"
		}
	case Recall:
		if m.View == (View{}) {
			return "recall_at_k_doc." + strconv.Itoa(m.K)
		}
	case Precision:
		if m.View == chunks {
			return "precision_at_k_chunk." + strconv.Itoa(m.K)
		}
	case CitationCoverage:
		if m.Strict {
			return "citation_coverage_strict"
		}
		return "citation_coverage"
	case EmptyResultRate:
		return "empty_result_rate"
	case RefusalCorrectness:
		return "refusal_correctness"
	}
	return ""
}

// csbKey writes the fields of CodeScaleBench's file_level_metrics.
func csbKey(m Measure) string {
	switch m := m.(type) {
	case Precision:
		if m.View == (View{}) {
			return "precision." + strconv.Itoa(m.K)
		}
	case Recall:
		if m.View == (View{}) {
			return "recall." + strconv.Itoa(m.K)
		}
	case F1:
		if m.View == (View{}) {
			return "f1." + strconv.Itoa(m.K)
		}
	case NDCG:
		if m.View == (View{}) && m.Gain.kind == binary && m.K > 0 {
			return "ndcg." + strconv.Itoa(m.K)
		}
	case ReciprocalRank:
		if m == (ReciprocalRank{}) {
			return "mrr"
		}
	case AveragePrecision:
		if m == (AveragePrecision{}) {
			return "map_score"
		}
	case SetRecall:
		if m == (SetRecall{}) {
			return "file_recall"
		}
	case SetPrecision:
		if m == (SetPrecision{}) {
			return "context_efficiency"
		}
	}
	return ""
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
