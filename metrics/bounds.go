package metrics

// Bounds tells how low and how high the score could be if the unjudged
// documents of the ranking were judged: as if none of them were relevant, and
// as if all had the top grade. The first is the score itself. A wide gap says
// that the test set cannot tell.
//
// It answers for the measures in which a better judgment never lowers the
// score: P, Success, RR, SetP, NumRelRet, DCG, ERR and RBP. For the others ok is
// false: they divide by what is relevant in all, and a newly found relevant
// document can lower them. Nor does it answer for what is worth real-valued
// gains, which have no top grade. Bounds allocates.
func Bounds(m Measure, j *Judged, top int) (low, high float64, ok bool) {
	if !rises(m, top) || j.IdealGains != nil && valuesGrades(m) {
		return 0, 0, false
	}
	low, _ = m.Score(j)
	best := Judged{Retrieved: j.Retrieved, NonRelevant: j.NonRelevant}
	hit := 0
	for rank := 1; rank <= j.Retrieved; rank++ {
		if hit < len(j.Hits) && j.Hits[hit].Rank == rank {
			best.Hits = append(best.Hits, j.Hits[hit])
			hit++
			continue
		}
		best.Hits = append(best.Hits, Hit{Rank: rank, Grade: top})
		best.Ideal = append(best.Ideal, top)
	}
	best.Ideal = merged(best.Ideal, j.Ideal)
	high, _ = m.Score(&best)
	return low, high, true
}

// rises tells whether a judgment up to grade top never lowers m.
func rises(m Measure, top int) bool {
	if v, ok := m.(interface{ view() View }); ok && v.view().Condensed {
		return false // a judgment moves what follows down
	}
	switch m := m.(type) {
	case Precision, Success, ReciprocalRank, NumRelRet:
		return true
	case SetPrecision:
		return !m.Relative
	case DCG:
		return m.Gain.kind != declaredGain
	case ERR:
		return !m.Normalized
	case RBP:
		return m.Gain != RBPQuery
	}
	return false
}

// merged merges two descending lists.
func merged(a, b []int) []int {
	all := make([]int, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0] >= b[0] {
			all, a = append(all, a[0]), a[1:]
		} else {
			all, b = append(all, b[0]), b[1:]
		}
	}
	return append(append(all, a...), b...)
}
