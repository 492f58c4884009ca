package fusion

// bordaFuse holds an election in which each component is a voter. With n candidates (the documents of
// all lists together), the first document gets n points, the second n − 1, and so on; what is left when
// a list ends is shared by the documents not in it:
//
//	points_c(d) = n − rank_c(d) + 1, or (n − n_c + 1)/2 where c returned n_c documents and not d
//	score(d)    = Σ_c w_c · points_c(d)
//
// with w_c = 1 unless there are weights (w_bordafuse). The range is [W/2, W·n] with W = Σ w_c; higher
// is better. Aslam and Montague (2001), "Models for metasearch", SIGIR, doi:10.1145/383952.384007, take
// the average precision of the voters as weights.
func bordaFuse(p *Pool, s Settings, dst []float64) ([]float64, error) {
	return p.weightedTable(s, dst, tableKey{name: "bordafuse"}, true, bordaPoints)
}

func bordaPoints(p *Pool, c int, _ float64, column []float64) error {
	candidates := float64(p.Len())
	for d := range column {
		column[d] = (candidates - float64(len(p.docs[c])) + 1) / 2
	}
	for i, d := range p.docs[c] {
		column[d] = candidates - float64(i)
	}
	return nil
}
