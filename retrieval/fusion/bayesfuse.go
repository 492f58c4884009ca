package fusion

import "math"

// bayesFuse adds up the log odds of relevance that the positions of a document stand for:
//
//	P_c(k)   = mean over c's training lists of the relevant documents in band k / length of band k
//	score(d) = Σ_c ln (P_c(k_c(d)) / (1 − P_c(k_c(d))))
//
// over all components c, where k_c(d) is the band of d's rank in c's list, out of 1-5, 6-10, 11-15, 16-20,
// 21-30, 31-100, 101-200, 201-500 and 501-1000. P is kept from 0.001 to 0.999; a document that c did not
// return, or at a deeper rank, has 0.001. Scores are mostly negative, 0 means even odds; higher is better.
//
// Aslam and Montague (2001), "Models for metasearch", SIGIR, doi:10.1145/383952.384007, add up ln
// (P[rank_c | relevant] / P[rank_c | not relevant]), for components that err independently. This form
// is that of ranx: the prior odds count once for each component, the same for all documents, so the
// order is the paper's up to what was not returned. ranx fails beyond 1000 hits, lets a P between 0 and
// 0.001 count for less than P = 0, and takes odds of 1000 instead of 999 for P = 1.
func bayesFuse(_ Settings, lists []judgedList) lesson {
	ends := []int{5, 10, 15, 20, 30, 100, 200, 500, 1000}
	var odds []float64 // by rank
	start := 0
	for _, end := range ends {
		found := 0.0
		for _, l := range lists {
			found += l.hits(start, end)
		}
		in := logOdds(found / float64(end-start) / float64(len(lists)))
		for range end - start {
			odds = append(odds, in)
		}
		start = end
	}
	return func(_ List, worth []float64) error {
		for i := range worth {
			worth[i] = logOdds(0)
		}
		copy(worth, odds)
		return nil
	}
}

// logOdds keeps away from certainty, which no other component could ever outvote.
func logOdds(p float64) float64 {
	p = min(max(p, 0.001), 0.999)
	return math.Log(p / (1 - p))
}
