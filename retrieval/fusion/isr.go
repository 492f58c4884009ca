package fusion

// isr fuses by inverse square ranks:
//
//	score(d) = N(d) · Σ_c 1 / rank_c(d)²
//
// over the N(d) components c that returned d. The range is (0, m²] for m components; higher is better.
// The squares let a first rank outweigh any number of deep ones, where rrf lets them add up.
//
// Mourão, Martins and Magalhães (2014), "Inverse square rank fusion for multimodal search", CBMI,
// doi:10.1109/CBMI.2014.6849825.
func isr(p *Pool, _ Settings, dst []float64) ([]float64, error) {
	return inverseSquares(p, dst, func(votes float64) float64 { return votes })
}

// inverseSquares returns the family of isr: the sum of the inverse squared ranks times a function of N.
func inverseSquares(p *Pool, dst []float64, factor func(votes float64) float64) ([]float64, error) {
	t, err := p.table(tableKey{name: "isr"}, false, squaredRanks)
	if err != nil {
		return nil, err
	}
	return p.times(t, p.sum(t, nil, dst), factor), nil
}

func squaredRanks(p *Pool, c int, _ float64, column []float64) error {
	for i, d := range p.docs[c] {
		rank := float64(i + 1)
		column[d] = 1 / (rank * rank)
	}
	return nil
}

func isrEntry() Entry {
	return Entry{
		Name:    "isr",
		Summary: "inverse square rank, number of lists times sum of 1/rank²",
		Build:   by(isr),
	}
}
