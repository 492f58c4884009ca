package fusion

// mapFuse trusts each component as much as its mean average precision, and positions as their inverse:
//
//	score(d) = Σ_c MAP_c / rank_c(d)
//
// over the components c that returned d. MAP_c is the mean AP (0 for relevant documents not returned)
// over c's training queries that have a relevant document. The range is [0, Σ MAP_c]; higher is better.
// Lillis, Zhang, Toolan, Collier, Leonard and Dunnion (2010), "Estimating probabilities for effective
// data fusion", SIGIR, doi:10.1145/1835449.1835508. ranx counts queries without relevant documents as
// AP 0: smaller scores, and the same order as long as all components had the same queries.
func mapFuse(_ Settings, lists []judgedList) lesson {
	mean, n := 0.0, 0.0
	for _, l := range lists {
		if l.total > 0 {
			mean += averagePrecision(l)
			n++
		}
	}
	mean /= max(n, 1)
	return func(_ List, worth []float64) error {
		for i := range worth {
			worth[i] = mean / float64(i+1)
		}
		return nil
	}
}

func averagePrecision(l judgedList) float64 {
	sum, found := 0.0, 0.0
	for i, is := range l.relevant {
		if is {
			found++
			sum += found / float64(i+1)
		}
	}
	return sum / float64(l.total)
}
