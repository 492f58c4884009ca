package fusion

import (
	"math"
	"slices"
)

// combSum adds up normalized scores:
//
//	score(d) = Σ_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, m] for m components; higher is better.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combSum(p *Pool, s Settings, dst []float64) ([]float64, error) {
	_, dst, err := p.weightedSum(s, dst)
	return dst, err
}

func combSumEntry() Entry {
	return Entry{
		Name: "sum", Aliases: []string{"combsum", "comb_sum"}, Uses: []string{keyNorm},
		Summary: "CombSUM, sum of normalized scores",
		Build:   by(combSum),
	}
}

// combMNZEntry multiplies CombSUM by the number of components that returned the document:
//
//	score(d) = N(d) · Σ_c x_c(d)
//
// over these N(d) components c, with x_c the scores of c after norm. The range for parts in [0, 1] is
// [0, m²] for m components; higher is better. N counts lists, and so a document whose part is 0 as well,
// where "nonzero" in the name goes back to systems that scored everything else 0. Negative parts turn the
// reward into a punishment: with norm zmuv take sum.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combMNZEntry() Entry {
	return Entry{
		Name: "mnz", Aliases: []string{"combmnz", "comb_mnz"}, Uses: []string{keyNorm},
		Summary: "CombMNZ, number of lists times sum of normalized scores",
		Build:   sumTimes(func(votes float64, _ Settings) float64 { return votes }),
	}
}

// combANZEntry takes the mean of the normalized scores that a document has:
//
//	score(d) = Σ_c x_c(d) / N(d)
//
// over the N(d) components c that returned d, with x_c the scores of c after norm. The range for parts in
// [0, 1] is [0, 1]; higher is better. To be returned by many is not a merit here.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combANZEntry() Entry {
	return Entry{
		Name: "anz", Aliases: []string{"combanz", "comb_anz"}, Uses: []string{keyNorm},
		Summary: "CombANZ, mean of the normalized scores that are there",
		Build:   sumTimes(func(votes float64, _ Settings) float64 { return 1 / votes }),
	}
}

// combGMNZEntry fuses as mnz does, with the reward for being returned often as a parameter:
//
//	score(d) = N(d)^γ · Σ_c x_c(d)
//
// over the N(d) components c that returned d, with x_c the scores of c after norm. The range for parts in
// [0, 1] is [0, m^(γ+1)] for m components; higher is better. γ = 0 is sum and γ = 1 is mnz.
//
// Lee (1997), "Analyses of multiple evidence combination", SIGIR, doi:10.1145/258525.258587.
// ranx has no default either.
func combGMNZEntry() Entry {
	return Entry{
		Name: "gmnz", Aliases: []string{"combgmnz", "comb_gmnz"}, Uses: []string{keyNorm, keyGamma},
		Summary: "CombGMNZ, (number of lists)^gmnz_gamma times sum of normalized scores",
		// With γ = 10 to be returned twice is worth a thousand times the score; more would only be a way to overflow.
		Check: func(s Settings, _ []string) []error {
			return between(keyGamma, s.GMNZGamma, func(x float64) bool { return x >= 0 && x <= 10 }, "a number from 0 (CombSUM) over 1 (CombMNZ) to 10")
		},
		Build: sumTimes(func(votes float64, s Settings) float64 { return math.Pow(votes, *s.GMNZGamma) }),
	}
}

// combMinEntry takes the smallest of the normalized scores that a document has:
//
//	score(d) = min_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, 1]; higher is better. A document that one component alone returned keeps its score there, which is
// how ranx reads it too; to take 0 for components without d would leave only documents of all lists.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combMinEntry() Entry {
	return Entry{
		Name: "min", Aliases: []string{"combmin", "comb_min"}, Uses: []string{keyNorm},
		Summary: "CombMIN, smallest of the normalized scores that are there",
		Build:   reduced(slices.Min),
	}
}

// combMaxEntry takes the largest of the normalized scores that a document has:
//
//	score(d) = max_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, 1]; higher is better. With min-max the first of each list has 1, so the rule for ties decides.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combMaxEntry() Entry {
	return Entry{
		Name: "max", Aliases: []string{"combmax", "comb_max"}, Uses: []string{keyNorm},
		Summary: "CombMAX, largest of the normalized scores that are there",
		Build:   reduced(slices.Max),
	}
}

// combMedEntry takes the median of the normalized scores that a document has, the mean of the middle two of an
// even number:
//
//	score(d) = median_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, 1]; higher is better.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combMedEntry() Entry {
	return Entry{
		Name: "med", Aliases: []string{"combmed", "comb_med"}, Uses: []string{keyNorm},
		Summary: "CombMED, median of the normalized scores that are there",
		Build: reduced(func(parts []float64) float64 {
			slices.Sort(parts)
			low, high := parts[(len(parts)-1)/2], parts[len(parts)/2]
			return float64(low/2) + float64(high/2)
		}),
	}
}
