package metrics

// Compat is compatibility: how much the ranking overlaps with the nearest ideal ranking, weighted towards the top:
//
//	RBO    = Σ_{i=1..d} pⁱ⁻¹ · (relevant among the first i that also are among the ideal first i) / i / Σ pⁱ⁻¹
//	Compat = RBO / RBO of the ideal ranking with itself
//
// The ideal ranking lists all relevant documents by grade, and those of one grade as the ranking has them;
// d is the longer of the two lengths. Range [0, 1], higher is better. normalize=false leaves out the
// division. Undefined for a query without a relevant document. Allocates for rankings beyond 1023. Source:
// Clarke, Vtyurina and Smucker (2021), ACM TOIS 39(3), doi:10.1145/3451161. Agrees with ir_measures Compat.
type Compat struct {
	View
	P   float64 // in [0, 1)
	Raw bool    // not normalized
}

// Score computes the measure. Only the place of a relevant document in both
// lists matters: it joins the overlap at the later of the two.
func (m Compat) Score(j *Judged) (float64, bool) {
	all := m.relevant(j)
	if all == 0 {
		return 0, false
	}
	depth := max(m.retrieved(j), all)
	var shallow [tabled]int // by rank: relevant documents that join the overlap there
	joins := shallow[:]
	if depth >= tabled {
		joins = make([]int, depth+1)
	}
	for place, from := 0, 0; from < all; {
		to := from // documents of one grade
		for to < all && j.Ideal[to] == j.Ideal[from] {
			to++
		}
		place = from
		for i := range j.Hits {
			if j.Hits[i].Grade == j.Ideal[from] {
				place++
				joins[max(place, m.rank(j, i))]++
			}
		}
		from = to
	}
	score, best, weights, weight, overlap := 0.0, 0.0, 0.0, 1.0, 0
	for i := 1; i <= depth; i++ {
		overlap += joins[i]
		score += weight * float64(overlap) / float64(i)
		best += weight * float64(min(i, all)) / float64(i)
		weights += weight
		weight *= m.P
	}
	if m.Raw {
		return score / weights, true
	}
	return score / best, true
}

// String returns the canonical text, which always shows p.
func (m Compat) String() string {
	p := parameters{"p=" + number(m.P)}
	p.addIf(m.Raw, "normalize=false")
	return m.text("Compat", p...)
}
