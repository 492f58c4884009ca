package metrics

// RBPResidual is how much RBP could rise if every unjudged document turned out to be the best possible,
// and everything below the ranking too:
//
//	residual = (1 − p) · Σ over unjudged ranks i of pⁱ⁻¹ + pⁿ,  n documents retrieved
//
// It is 0 when no unjudged document was retrieved. Range [0, 1], lower is better: a residual as large as the difference
// between two systems leaves open which is better. Always defined. Cost: the documents retrieved. Source: Moffat and
// Zobel (2008), ACM TOIS 27(1), doi:10.1145/1416950.1416952. Agrees with trec_eval 10 rbp_resid.
type RBPResidual struct {
	View
	P float64 // in [0, 1)
}

// Score computes the measure. What is unjudged is all that is not judged, so
// the sum over it is built rank by rank between the hits.
func (m RBPResidual) Score(j *Judged) (float64, bool) {
	if j.Retrieved == len(j.Hits) {
		return 0, true
	}
	const several = 32 // ranks between two looks at whether more of them matter
	sum, weight, rank := 0.0, 1.0, 1
	for hit := 0; ; hit++ {
		last := j.Retrieved // unjudged rank before the hit, or of all
		if hit < len(j.Hits) {
			last = j.Hits[hit].Rank - 1
		}
		for rank <= last && weight >= (1-m.P)*sum*0x1p-54 {
			for stop := min(rank+several, last+1); rank < stop; rank++ {
				sum += weight
				weight *= m.P
			}
		}
		if rank <= last || hit == len(j.Hits) {
			break // what follows is nothing, or does not change the rounded result
		}
		rank++
		weight *= m.P
	}
	return weight + float64((1-m.P)*sum), true
}

// Cutoff returns 0: the whole ranking counts.
func (m RBPResidual) Cutoff() int { return 0 }

// String returns the canonical text, which always shows p.
func (m RBPResidual) String() string { return m.text("RBPResidual", "p="+number(m.P)) }

// readResidual reads what follows rbp_resid.
func readResidual(tail string) ([]map[string]string, error) {
	sets, err := readPersistence(tail)
	for _, set := range sets {
		delete(set, "gain")
	}
	return sets, err
}
