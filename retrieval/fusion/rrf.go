package fusion

// defaultRRFK is the constant of Cormack, Clarke and Büttcher (2009), fixed there in a pilot study and
// found not to be critical.
const defaultRRFK = 60

// rrf fuses by reciprocal ranks, counted from 1 in the order in which the hits came, with weights
// (w_rrf) or with w_c = 1:
//
//	score(d) = Σ_c w_c / (k + rank_c(d))
//
// over the components c that returned d. The range is (0, Σ w_c/(k+1)], (0, m/(k+1)] for m components
// without weights, and 0 for a document of components with weight 0 alone; higher is better. A larger k
// flattens the difference between the first ranks; k → ∞ counts votes.
//
// Cormack, Clarke and Büttcher (2009), SIGIR, pp. 758-759, doi:10.1145/1571941.1572114. Weights are not in
// ranx, but in https://www.elastic.co/docs/reference/elasticsearch/rest-apis/retrievers/rrf-retriever.
func rrf(p *Pool, s Settings, dst []float64) ([]float64, error) {
	return p.weightedTable(s, dst, tableKey{"rrf", float64(*s.RRFK)}, false, reciprocalRanks)
}

// reciprocalRanks has the parts 1/(k + rank).
func reciprocalRanks(p *Pool, c int, k float64, column []float64) error {
	for i, d := range p.docs[c] {
		column[d] = 1 / (k + float64(i+1))
	}
	return nil
}
