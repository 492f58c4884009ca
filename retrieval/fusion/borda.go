package fusion

// bordaFuse holds an election in which each component is a voter with a ranked ballot. With n candidates (the
// documents of all lists together), a voter gives n points to its first document, n − 1 to the second, and
// so on; the points that are left when its list ends are shared by the documents it did not return:
//
//	points_c(d) = n − rank_c(d) + 1, or (n − n_c + 1)/2 where c returned n_c documents and not d
//	score(d)    = Σ_c points_c(d)
//
// The range is [m/2, mn] for m components; higher is better. An empty list gives everybody the same.
//
// Aslam and Montague (2001), "Models for metasearch", SIGIR, doi:10.1145/383952.384007.
//
// With weights it is w_bordafuse, with unequal votes: score(d) = Σ_c w_c · points_c(d). The range is that of
// bordafuse with Σ w_c for m. Aslam and Montague (2001) take the average precision of the voters as weights.
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
