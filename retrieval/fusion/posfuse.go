package fusion

// posFuse adds up how probable it is to find a relevant document at each position where one was returned:
//
//	P_c(r)   = relevant documents at rank r of c's training lists / training lists of c with a rank r
//	score(d) = Σ_c P_c(rank_c(d))
//
// over the components c that returned d. The range is [0, m] for m components; higher is better. Positions
// beyond the longest training list are worth 0. Few queries make jagged estimates: slideFuse smooths them.
//
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

func posFuseEntry() Entry {
	return Entry{
		Name:    "posfuse",
		Summary: "trained: sum of the probabilities of relevance at each position",
		Train:   learning(posFuse, 0),
	}
}
