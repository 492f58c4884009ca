package result

import "math"

// Number returns v, or nil when it is not a finite number: what is undefined has no value in a document.
func Number(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// OrNaN returns the inverse of Number.
func OrNaN(p *float64) float64 {
	if p == nil {
		return math.NaN()
	}
	return *p
}
