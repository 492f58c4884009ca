package fusion

import "slices"

// combMed is the median of the normalized scores that a document has, the mean of the middle two of an even
// number:
//
//	score(d) = median_c x_c(d)
//
// over the components c that returned d, with x_c the scores of c after norm. The range for parts in [0, 1]
// is [0, 1]; higher is better.
//
// Fox and Shaw (1994), "Combination of multiple searches", TREC-2, NIST SP 500-215, pp. 243-252.
type combMed struct {
	norm Norm
}

var _ Scorer = combMed{}

// Name implements [Scorer].
func (combMed) Name() string { return "med" }

// Scores implements [Scorer].
func (m combMed) Scores(p *Pool, dst []float64) ([]float64, error) {
	t, err := p.normalized(m.norm)
	if err != nil {
		return nil, err
	}
	return p.reduce(t, dst, func(parts []float64) float64 {
		slices.Sort(parts)
		low, high := parts[(len(parts)-1)/2], parts[len(parts)/2]
		return float64(low/2) + float64(high/2)
	}), nil
}

func combMedEntry() Entry {
	return Entry{
		Name:    combMed{}.Name(),
		Aliases: []string{"combmed", "comb_med"},
		Summary: "CombMED, median of the normalized scores that are there",
		Uses:    []string{keyNorm},
		Build:   func(s Settings) Scorer { return combMed{norm: s.Norm} },
	}
}
