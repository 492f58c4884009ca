package fusion

import (
	"fmt"
	"strings"
)

// methods returns the table of all methods: name, other names, settings that are read, what it does, how it is made.
func methods() []Entry {
	passed := fused("single", "", "", "no fusion, the ranking of the only component", func(Settings) Scorer { return single{} })
	passed.Check = checkSingle
	return []Entry{
		passed,

		// Those that look at ranks alone.
		fused("rrf", "", "rrf_k", "reciprocal rank fusion, sum of 1/(rrf_k + rank)", by(rrf)),
		fused("w_rrf", "wrrf weighted_rrf", "rrf_k weights", "weighted reciprocal rank fusion, sum of weight/(rrf_k + rank)", by(rrf)),
		fused("isr", "", "", "inverse square rank, number of lists times sum of 1/rank²", inverseSquares(isr)),
		fused("log_isr", "logisr", "", "inverse square rank, log of the number of lists times sum of 1/rank²", inverseSquares(logISR)),
		fused("logn_isr", "lognisr", "isr_sigma",
			"inverse square rank, log of (the number of lists + isr_sigma) times sum of 1/rank²", inverseSquares(logNISR)),
		fused("rbc", "", "rbc_p", "rank-biased centroid, sum of (1 - rbc_p) rbc_p^(rank - 1)", by(rbc)),
		fused("bordafuse", "borda", "", "Borda count, points by rank, left-over points shared", by(bordaFuse)),
		fused("w_bordafuse", "weighted_bordafuse w_borda", "weights", "weighted Borda count", by(bordaFuse)),
		fused("condorcet", "", "", "majority vote between each two documents", by(condorcet)),
		fused("w_condorcet", "weighted_condorcet", "weights", "weighted majority vote between each two documents", by(condorcet)),

		// Those that add up scores, normalized.
		fused("weighted", "", "weights", "weighted sum of min-max normalized scores", by(weighted)),
		fused("sum", "combsum comb_sum", "norm", "CombSUM, sum of normalized scores", by(combSum)),
		fused("mnz", "combmnz comb_mnz", "norm", "CombMNZ, number of lists times sum of normalized scores", sumTimes(combMNZ)),
		fused("anz", "combanz comb_anz", "norm", "CombANZ, mean of the normalized scores that are there", sumTimes(combANZ)),
		fused("gmnz", "combgmnz comb_gmnz", "norm gmnz_gamma",
			"CombGMNZ, (number of lists)^gmnz_gamma times sum of normalized scores", sumTimes(combGMNZ)),
		fused("min", "combmin comb_min", "norm", "CombMIN, smallest of the normalized scores that are there", reduced(combMin)),
		fused("max", "combmax comb_max", "norm", "CombMAX, largest of the normalized scores that are there", reduced(combMax)),
		fused("med", "combmed comb_med", "norm", "CombMED, median of the normalized scores that are there", reduced(combMed)),
		fused("wsum", "weighted_sum", "weights norm", "weighted sum of normalized scores", by(combSum)),
		fused("wprod", "weighted_product", "norm weights wprod_floor",
			"weighted geometric mean of normalized scores, none below wprod_floor", by(wprod)),
		fused("wmnz", "", "norm weights", "weighted CombMNZ, sum of the lists' weights times sum of normalized scores", by(wmnz)),
		fused("mixed", "", "norm weights", "weighted sum of normalized scores times the root of the number of lists", sumTimes(mixed)),

		// Those that learn from judged queries.
		learned("bayesfuse", "", "sum of the log odds of relevance at bands of ranks", learning(bayesFuse, logOdds(0))),
		learned("mapfuse", "", "sum of each list's mean average precision over the rank", learning(mapFuse, 0)),
		learned("posfuse", "", "sum of the probabilities of relevance at each position", learning(posFuse, 0)),
		learned("probfuse", "probfuse_segments",
			"sum of the probabilities of relevance in each of probfuse_segments segments, over the segment's number", learning(probFuse, 0)),
		learned("segfuse", "",
			"sum of min-max scores times the probability of relevance in segments of 5, 15, 35, ... hits", learning(segFuse, 0)),
		learned("slidefuse", "slidefuse_window", "posfuse smoothed over slidefuse_window positions on either side", learning(slideFuse, 0)),
	}
}

func fused(name, aliases, uses, summary string, build func(Settings) Scorer) Entry {
	return Entry{Name: name, Aliases: strings.Fields(aliases), Uses: strings.Fields(uses), Summary: summary, Build: build}
}

func learned(name, uses, summary string, train func(Settings) Trainer) Entry {
	return Entry{Name: name, Uses: strings.Fields(uses), Summary: "trained: " + summary, Train: train}
}

func checkSingle(_ Settings, components []string) []error {
	if len(components) < 2 {
		return nil
	}
	return []error{fmt.Errorf("fusion_method is missing: %d components (%s) have to be fused, for example with rrf",
		len(components), strings.Join(components, ", "))}
}
