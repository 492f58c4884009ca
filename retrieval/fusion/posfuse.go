package fusion

import "github.com/rankduel/rankduel/internal/ordered"

// posFuse adds up how probable it is to find a relevant document at each position where one was returned:
//
//	P_c(r)   = relevant documents at rank r of c's training lists / training lists of c with a rank r
//	score(d) = Σ_c P_c(rank_c(d))
//
// over the components c that returned d. The range is [0, m] for m components; higher is better.
// Positions beyond the longest training list are worth 0; few queries make jagged estimates, see [slideFuse].
// Lillis, Zhang, Toolan, Collier, Leonard and Dunnion (2010), "Estimating probabilities for effective data
// fusion", SIGIR, doi:10.1145/1835449.1835508.
func posFuse(_ Settings, lists []judgedList) lesson {
	probabilities := byPosition(lists)
	return func(_ List, worth []float64) error {
		copy(worth, probabilities)
		return nil
	}
}

// byPosition estimates for each rank how probable a relevant document is there.
func byPosition(lists []judgedList) []float64 {
	var relevant, total []float64
	for _, l := range lists {
		for i, is := range l.relevant {
			if i == len(total) {
				relevant, total = append(relevant, 0), append(total, 0)
			}
			total[i]++
			if is {
				relevant[i]++
			}
		}
	}
	for i := range relevant {
		relevant[i] /= total[i]
	}
	return relevant
}

// defaultSlideFuseWindow is that of the method's author in https://github.com/ishnid/fusion.
const defaultSlideFuseWindow = 5

// slideFuse fuses as posFuse does, with estimates that are smoothed over neighbouring positions:
//
//	W_c(r)   = mean of P_c(i) for i from r − window to r + window
//	score(d) = Σ_c W_c(rank_c(d))
//
// with P_c(i) of posFuse, over the components c that returned d. The window is cut at both ends of the list being
// fused, as in ranx; the author's program cuts it at the end of the longest training list. The range is [0, m] for m
// components; higher is better. A window of 0 is posFuse. Lillis, Toolan, Collier and Dunnion (2008), "Extending
// probabilistic data fusion using sliding windows", ECIR, doi:10.1007/978-3-540-78646-7_33.
func slideFuse(s Settings, lists []judgedList) lesson {
	probabilities := byPosition(lists)
	return func(_ List, worth []float64) error {
		for i := range worth {
			start, end := max(i-*s.SlideFuseWindow, 0), min(i+*s.SlideFuseWindow+1, len(worth))
			sum := ordered.Sum(probabilities[min(start, len(probabilities)):min(end, len(probabilities))])
			worth[i] = sum / float64(end-start)
		}
		return nil
	}
}

// maxWindow is wider than any list.
const maxWindow = 1_000_000
