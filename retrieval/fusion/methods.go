package fusion

import (
	"cmp"
	"fmt"
	"strings"
)

// rankMethods returns those that look at ranks alone.
func rankMethods() []Entry {
	return []Entry{
		{
			Name:    single{}.Name(),
			Summary: "no fusion, the ranking of the only component",
			Check: func(_ Settings, components []string) []error {
				if len(components) > 1 {
					return []error{fmt.Errorf("fusion_method is missing: %d components (%s) have to be fused, for example with rrf",
						len(components), strings.Join(components, ", "))}
				}
				return nil
			},
			Build: func(Settings) Scorer { return single{} },
		},
		{
			Name: "rrf", Uses: []string{keyRRFK},
			Summary: "reciprocal rank fusion, sum of 1/(rrf_k + rank)",
			Resolve: resolveRRFK,
			Check:   checkRRFK,
			Build:   by(rrf),
		},
		{
			Name: "w_rrf", Aliases: []string{"wrrf", "weighted_rrf"}, Uses: []string{keyRRFK, keyWeights},
			Summary: "weighted reciprocal rank fusion, sum of weight/(rrf_k + rank)",
			Resolve: resolveRRFK,
			Check:   checkRRFK,
			Build:   by(rrf),
		},
		{
			Name:    "isr",
			Summary: "inverse square rank, number of lists times sum of 1/rank²",
			Build:   inverseSquares(isr),
		},
		{
			Name: "log_isr", Aliases: []string{"logisr"},
			Summary: "inverse square rank, log of the number of lists times sum of 1/rank²",
			Build:   inverseSquares(logISR),
		},
		{
			Name: "logn_isr", Aliases: []string{"lognisr"}, Uses: []string{keySigma},
			Summary: "inverse square rank, log of (the number of lists + isr_sigma) times sum of 1/rank²",
			Resolve: func(s Settings) Settings {
				s.ISRSigma = cmp.Or(s.ISRSigma, new(defaultISRSigma))
				return s
			},
			Check: func(s Settings, _ []string) []error {
				return between(keySigma, s.ISRSigma, func(x float64) bool { return x >= 0 && x <= 1 }, "a number from 0 to 1")
			},
			Build: inverseSquares(logNISR),
		},
		{
			Name:    "rbc",
			Summary: "rank-biased centroid, sum of (1 - rbc_p) rbc_p^(rank - 1)",
			Uses:    []string{keyRBCP},
			Check: func(s Settings, _ []string) []error {
				return between(keyRBCP, s.RBCP, func(x float64) bool { return x > 0 && x < 1 }, "a number between 0 and 1, such as 0.9 for a reader of 10 documents")
			},
			Build: by(rbc),
		},
		{
			Name: "bordafuse", Aliases: []string{"borda"},
			Summary: "Borda count, points by rank, left-over points shared",
			Build:   by(bordaFuse),
		},
		{
			Name: "w_bordafuse", Aliases: []string{"weighted_bordafuse", "w_borda"}, Uses: []string{keyWeights},
			Summary: "weighted Borda count",
			Build:   by(bordaFuse),
		},
		{
			Name:    "condorcet",
			Summary: "majority vote between each two documents",
			Build:   by(condorcet),
		},
		{
			Name: "w_condorcet", Aliases: []string{"weighted_condorcet"}, Uses: []string{keyWeights},
			Summary: "weighted majority vote between each two documents",
			Build:   by(condorcet),
		},
	}
}

// scoreMethods returns those that add up scores, normalized.
func scoreMethods() []Entry {
	return []Entry{
		{
			Name: "weighted", Uses: []string{keyWeights},
			Summary: "weighted sum of min-max normalized scores",
			Build:   by(weighted),
		},
		{
			Name: "sum", Aliases: []string{"combsum", "comb_sum"}, Uses: []string{keyNorm},
			Summary: "CombSUM, sum of normalized scores",
			Build:   by(combSum),
		},
		{
			Name: "mnz", Aliases: []string{"combmnz", "comb_mnz"}, Uses: []string{keyNorm},
			Summary: "CombMNZ, number of lists times sum of normalized scores",
			Build:   sumTimes(combMNZ),
		},
		{
			Name: "anz", Aliases: []string{"combanz", "comb_anz"}, Uses: []string{keyNorm},
			Summary: "CombANZ, mean of the normalized scores that are there",
			Build:   sumTimes(combANZ),
		},
		{
			Name: "gmnz", Aliases: []string{"combgmnz", "comb_gmnz"}, Uses: []string{keyNorm, keyGamma},
			Summary: "CombGMNZ, (number of lists)^gmnz_gamma times sum of normalized scores",
			// With γ = 10 to be returned twice is worth a thousand times the score; more would only be a way to overflow.
			Check: func(s Settings, _ []string) []error {
				return between(keyGamma, s.GMNZGamma, func(x float64) bool { return x >= 0 && x <= 10 }, "a number from 0 (CombSUM) over 1 (CombMNZ) to 10")
			},
			Build: sumTimes(combGMNZ),
		},
		{
			Name: "min", Aliases: []string{"combmin", "comb_min"}, Uses: []string{keyNorm},
			Summary: "CombMIN, smallest of the normalized scores that are there",
			Build:   reduced(combMin),
		},
		{
			Name: "max", Aliases: []string{"combmax", "comb_max"}, Uses: []string{keyNorm},
			Summary: "CombMAX, largest of the normalized scores that are there",
			Build:   reduced(combMax),
		},
		{
			Name: "med", Aliases: []string{"combmed", "comb_med"}, Uses: []string{keyNorm},
			Summary: "CombMED, median of the normalized scores that are there",
			Build:   reduced(combMed),
		},
		{
			Name: "wsum", Aliases: []string{"weighted_sum"}, Uses: []string{keyWeights, keyNorm},
			Summary: "weighted sum of normalized scores",
			Build:   by(combSum),
		},
		{
			Name: "wprod", Aliases: []string{"weighted_product"}, Uses: []string{keyNorm, keyWeights, keyFloor},
			Summary: "weighted geometric mean of normalized scores, none below wprod_floor",
			Resolve: func(s Settings) Settings {
				s.WProdFloor = cmp.Or(s.WProdFloor, new(defaultWProdFloor))
				return s
			},
			Check: func(s Settings, _ []string) []error {
				return between(keyFloor, s.WProdFloor, func(x float64) bool { return x > 0 && x < 1 }, "a number between 0 and 1")
			},
			Build: by(wprod),
		},
		{
			Name: "wmnz", Uses: []string{keyNorm, keyWeights},
			Summary: "weighted CombMNZ, sum of the lists' weights times sum of normalized scores",
			Build:   by(wmnz),
		},
		{
			Name: "mixed", Uses: []string{keyNorm, keyWeights},
			Summary: "weighted sum of normalized scores times the root of the number of lists",
			Build:   sumTimes(mixed),
		},
	}
}

// trainedMethods returns those that learn from judged queries.
func trainedMethods() []Entry {
	return []Entry{
		{
			Name:    "bayesfuse",
			Summary: "trained: sum of the log odds of relevance at bands of ranks",
			Train:   learning(bayesFuse, logOdds(0)),
		},
		{
			Name:    "mapfuse",
			Summary: "trained: sum of each list's mean average precision over the rank",
			Train:   learning(mapFuse, 0),
		},
		{
			Name:    "posfuse",
			Summary: "trained: sum of the probabilities of relevance at each position",
			Train:   learning(posFuse, 0),
		},
		{
			Name:    "probfuse",
			Summary: "trained: sum of the probabilities of relevance in each of probfuse_segments segments, over the segment's number",
			Uses:    []string{keySegments},
			Check: func(s Settings, _ []string) []error {
				switch n := s.ProbFuseSegments; {
				case n == nil:
					return []error{fmt.Errorf("%s is missing: want from 1 to %d", keySegments, maxSegments)}
				case *n < 1 || *n > maxSegments:
					return []error{fmt.Errorf("%s %d: want from 1 to %d", keySegments, *n, maxSegments)}
				}
				return nil
			},
			Train: learning(probFuse, 0),
		},
		{
			Name:    "segfuse",
			Summary: "trained: sum of min-max scores times the probability of relevance in segments of 5, 15, 35, ... hits",
			Train:   learning(segFuse, 0),
		},
		{
			Name:    "slidefuse",
			Summary: "trained: posfuse smoothed over slidefuse_window positions on either side",
			Uses:    []string{keyWindow},
			Resolve: func(s Settings) Settings {
				s.SlideFuseWindow = cmp.Or(s.SlideFuseWindow, new(defaultSlideFuseWindow))
				return s
			},
			Check: func(s Settings, _ []string) []error {
				if n := *s.SlideFuseWindow; n < 0 || n > maxWindow {
					return []error{fmt.Errorf("%s %d: want from 0 to %d", keyWindow, n, maxWindow)}
				}
				return nil
			},
			Train: learning(slideFuse, 0),
		},
	}
}
