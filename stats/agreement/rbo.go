package agreement

// RankBiasedOverlap compares two rankings, best first and each item once, that need not hold the same items nor be
// equally long: the average overlap of their tops, weighted by p^(depth−1),
//
//	RBO = (1−p) Σ_d p^(d−1) · |A_d ∩ B_d|/d
//
// with persistence p in (0, 1): .9 puts 86 % of the weight on the first 10 ranks. The agreement at the last common depth
// is taken to go on. An empty ranking is like another empty one alone. Webber, Moffat and Zobel (2010),
// doi:10.1145/1852102.1852106, equation 32.
func RankBiasedOverlap(a, b []string, p float64) float64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 {
		return map[bool]float64{true: 1}[len(b) == 0]
	}
	in := map[string]int{} // 1: a, 2: b, 3: both
	var total, shared, atEnd float64
	s, weight := float64(len(a)), 1.0
	for i := range b {
		for side, list := range [][]string{a, b} {
			if i >= len(list) {
				continue
			}
			if in[list[i]] |= 1 << side; in[list[i]] == 3 {
				shared++
			}
		}
		d := float64(i + 1)
		weight *= p
		total += float64(shared / d * weight)
		if d <= s {
			atEnd = shared
		} else {
			total += float64(atEnd * (d - s) / (s * d) * weight)
		}
	}
	return min(1, float64((1-p)/p*total)+float64(((shared-atEnd)/float64(len(b))+atEnd/s)*weight))
}
