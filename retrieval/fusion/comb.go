package fusion

import (
	"math"
	"slices"
)

// combSum adds up normalized scores, with weights (wsum) or with w_c = 1:
//
//	score(d) = Σ_c w_c · x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1] is [0, Σ
// w_c], [0, m] for m components without weights; higher is better. Only the ratios of weights matter for the order.
// Their gain on the queries they were chosen on says nothing; see sweeps for an honest estimate.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252. Vogt
// and Cottrell (1999), doi:10.1023/A:1009980820262, on when a linear combination helps.
func combSum(p *Pool, s Settings, dst []float64) ([]float64, error) {
	_, dst, err := p.weightedSum(s, dst)
	return dst, err
}

// combMNZ multiplies CombSUM by the number of components that returned the document:
//
//	score(d) = N(d) · Σ_c x_c(d)
//
// over these N(d) components c, with x_c the scores of c after norm. The range for parts in [0, 1] is
// [0, m²] for m components; higher is better. N counts lists, parts of 0 included. Negative parts turn
// the reward into a punishment: with norm zmuv take sum. Fox and Shaw (1994), "Combination of multiple
// searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combMNZ(votes float64, _ Settings) float64 { return votes }

// combANZ takes the mean of the normalized scores that a document has:
//
//	score(d) = Σ_c x_c(d) / N(d)
//
// over the N(d) components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1] is [0,
// 1]; higher is better. Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combANZ(votes float64, _ Settings) float64 { return 1 / votes }

// combGMNZ fuses as mnz does, with the reward for being returned often as a parameter:
//
//	score(d) = N(d)^γ · Σ_c x_c(d)
//
// over the N(d) components c that returned d, with x_c the scores of c after norm. The range for parts in
// [0, 1] is [0, m^(γ+1)] for m components; higher is better. γ = 0 is sum and γ = 1 is mnz. Lee (1997),
// "Analyses of multiple evidence combination", SIGIR, doi:10.1145/258525.258587. ranx has no default.
func combGMNZ(votes float64, s Settings) float64 { return math.Pow(votes, *s.GMNZGamma) }

// combMin takes the smallest of the normalized scores that a document has:
//
//	score(d) = min_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, 1]; higher is better. A document that one component alone returned keeps its score there, as in
// ranx. Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combMin(parts []float64) float64 { return slices.Min(parts) }

// combMax takes the largest of the normalized scores that a document has:
//
//	score(d) = max_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in
// [0, 1] is [0, 1]; higher is better. With min-max each list's first has 1, and ties decide. Fox and
// Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combMax(parts []float64) float64 { return slices.Max(parts) }

// combMed takes the median of a document's normalized scores, of an even number the mean of the middle two:
//
//	score(d) = median_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1] is [0, 1];
// higher is better. Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
func combMed(parts []float64) float64 {
	slices.Sort(parts)
	low, high := parts[(len(parts)-1)/2], parts[len(parts)/2]
	return float64(low/2) + float64(high/2)
}
