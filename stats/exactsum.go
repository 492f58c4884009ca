package stats

// An exactSum is a sum without rounding: numbers that add up to it, each beyond the last digit of those before it. No
// order and no way to put parts together changes its value. Shewchuk (1997), doi:10.1007/PL00009321, as in Python's
// math.fsum. No sum of magnitudes may be beyond 2¹⁰²³.
type exactSum []float64

// add returns the sum with x; it takes the room of s.
func (s exactSum) add(x float64) exactSum {
	n := 0
	for _, part := range s {
		sum := x + part
		ofPart := sum - x
		if lost := (x - (sum - ofPart)) + (part - ofPart); lost != 0 {
			s[n] = lost
			n++
		}
		x = sum
	}
	return append(s[:n], x)
}

// value returns the double that is nearest, of two the one with an even last digit.
func (s exactSum) value() float64 {
	i := len(s) - 1
	if i < 0 {
		return 0
	}
	nearest, rest := s[i], 0.0
	for ; i > 0 && rest == 0; i-- {
		sum := nearest + s[i-1]
		rest = s[i-1] - (sum - nearest)
		nearest = sum
	}
	if i == 0 || rest == 0 || (rest > 0) != (s[i-1] > 0) {
		return nearest
	}
	if up := nearest + 2*rest; up-nearest == 2*rest { // half way, as far as rest says; what follows is beyond
		return up
	}
	return nearest
}

// sumOf returns the sum of a term of each number, rounded once.
func sumOf(xs []float64, term func(x float64) float64) float64 {
	s := make(exactSum, 0, 16)
	for _, x := range xs {
		s = s.add(term(x))
	}
	return s.value()
}
