package fusion

import (
	"fmt"
	"math"

	"github.com/rankduel/rankduel/retrieval"
)

// huge bounds weights and parts, so that no sum of their products can overflow.
const huge = 1e100

func minMax(p *Pool, c int, _ float64, column []float64) error {
	hits := p.lists[c].Hits
	low, high, err := scoreRange(hits)
	if err != nil {
		return err
	}
	for i, d := range p.docs[c] {
		column[d] = minMaxPart(hits[i].Score, low, high)
	}
	return nil
}

func minMaxInverted(p *Pool, c int, _ float64, column []float64) error {
	hits := p.lists[c].Hits
	low, high, err := scoreRange(hits)
	if err != nil {
		return err
	}
	for i, d := range p.docs[c] {
		column[d] = minMaxPart(-hits[i].Score, -high, -low)
	}
	return nil
}

// minMaxPart returns (score - low) / (high - low), or 1 where both are the same. It works on halved scores,
// because the difference of two finite scores need not be finite and the difference of their halves is.
func minMaxPart(score, low, high float64) float64 {
	width := float64(high/2) - float64(low/2)
	if width == 0 {
		return 1
	}
	return (float64(score/2) - float64(low/2)) / width
}

func maxNorm(p *Pool, c int, _ float64, column []float64) error {
	hits := p.lists[c].Hits
	_, high, err := scoreRange(hits)
	if err != nil {
		return err
	}
	if len(hits) > 0 && high <= 0 {
		return fmt.Errorf("the largest score is %v, and norm max needs a positive one: take min-max", high)
	}
	for i, d := range p.docs[c] {
		column[d] = hits[i].Score / high
		if column[d] < -huge {
			return fmt.Errorf("document %q: score %v is too far below the largest, %v, for norm max: take min-max", hits[i].ID, hits[i].Score, high)
		}
	}
	return nil
}

// sumNorm divides the parts of minMax by their sum, which is the same and cannot overflow.
func sumNorm(p *Pool, c int, _ float64, column []float64) error {
	if err := minMax(p, c, 0, column); err != nil {
		return err
	}
	sum := 0.0
	for _, d := range p.docs[c] {
		sum += column[d]
	}
	for _, d := range p.docs[c] {
		column[d] /= sum
	}
	return nil
}

// zmuv scales by a power of 2, which changes no digit of the result and keeps the squares in range.
func zmuv(p *Pool, c int, _ float64, column []float64) error {
	hits := p.lists[c].Hits
	low, high, err := scoreRange(hits)
	if err != nil || low == high {
		return err
	}
	_, exponent := math.Frexp(max(math.Abs(low), math.Abs(high)))
	n := float64(len(hits))
	mean, variance := 0.0, 0.0
	for i, d := range p.docs[c] {
		column[d] = math.Ldexp(hits[i].Score, -exponent)
		mean += column[d]
	}
	mean /= n
	for _, d := range p.docs[c] {
		column[d] -= mean
		variance += float64(column[d] * column[d])
	}
	variance /= n
	for _, d := range p.docs[c] {
		column[d] /= math.Sqrt(variance)
	}
	return nil
}

func sigmoid(p *Pool, c int, _ float64, column []float64) error {
	if err := zmuv(p, c, 0, column); err != nil {
		return err
	}
	for _, d := range p.docs[c] {
		column[d] = 1 / (1 + math.Exp(-column[d]))
	}
	return nil
}

func rankNorm(p *Pool, c int, _ float64, column []float64) error {
	n := float64(len(p.docs[c]))
	for i, d := range p.docs[c] {
		column[d] = 1 - float64(i)/n
	}
	return nil
}

func bordaNorm(p *Pool, c int, _ float64, column []float64) error {
	n, candidates := float64(len(p.docs[c])), float64(p.Len())
	for d := range column {
		column[d] = 0.5 - (n-1)/(2*candidates)
	}
	for i, d := range p.docs[c] {
		column[d] = 1 - float64(i)/candidates
	}
	return nil
}

func noNorm(p *Pool, c int, _ float64, column []float64) error {
	hits := p.lists[c].Hits
	if _, _, err := scoreRange(hits); err != nil {
		return err
	}
	for i, d := range p.docs[c] {
		column[d] = hits[i].Score
		if math.Abs(column[d]) > huge {
			return fmt.Errorf("document %q: score %v is too large to be fused as it is: take norm min-max", hits[i].ID, column[d])
		}
	}
	return nil
}

// scoreRange finds the smallest and the largest score. A score that is NaN or infinite is an error, because
// it has no place between them.
func scoreRange(hits []retrieval.Hit) (low, high float64, err error) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, h := range hits {
		if math.IsNaN(h.Score) || math.IsInf(h.Score, 0) {
			return 0, 0, fmt.Errorf("document %q: score %v cannot be normalized", h.ID, h.Score)
		}
		low, high = min(low, h.Score), max(high, h.Score)
	}
	return low, high, nil
}
