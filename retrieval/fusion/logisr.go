package fusion

import "math"

// logISR fuses as isr does, with a gentler reward for being returned often:
//
//	score(d) = ln N(d) · Σ_c 1 / rank_c(d)²
//
// over the N(d) components c that returned d. The range is [0, m ln m] for m components; higher is better.
// As ln 1 is 0, all documents of a single component score 0 and are left to the rule for ties: use it where
// lists overlap, or take logNISR.
//
// Mourão, Martins and Magalhães (2015), doi:10.1016/j.compmedimag.2014.05.006.
func logISR(p *Pool, _ Settings, dst []float64) ([]float64, error) {
	return inverseSquares(p, dst, math.Log)
}

func logISREntry() Entry {
	return Entry{
		Name:    "log_isr",
		Aliases: []string{"logisr"},
		Summary: "inverse square rank, log of the number of lists times sum of 1/rank²",
		Build:   by(logISR),
	}
}
