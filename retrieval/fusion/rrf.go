package fusion

import "fmt"

// DefaultRRFK is the constant of Cormack, Clarke and Büttcher (2009), fixed there in a pilot study and
// found not to be critical.
const DefaultRRFK = 60

// RRF is reciprocal rank fusion. Scores of the components play no part, only ranks do, counted from 1 in
// the order in which the hits came:
//
//	score(d) = Σ_c 1 / (K + rank_c(d))
//
// over the components c that returned d. The range is (0, m/(K+1)] for m components; higher is better.
// A larger K flattens the difference between the first ranks; K → ∞ counts votes.
//
// Cormack, Clarke and Büttcher (2009), SIGIR, pp. 758-759, doi:10.1145/1571941.1572114.
type RRF struct {
	K int // ≥ 1
}

var _ Scorer = RRF{}

// Name implements [Scorer].
func (RRF) Name() string { return "rrf" }

// Scores implements [Scorer].
func (m RRF) Scores(p *Pool, dst []float64) ([]float64, error) {
	if m.K < 1 {
		return nil, fmt.Errorf("rrf_k %d: want at least 1", m.K)
	}
	t, err := p.table(tableKey{"rrf", float64(m.K)}, reciprocalRanks)
	if err != nil {
		return nil, err
	}
	return p.sum(t, nil, dst), nil
}

// reciprocalRanks has the parts 1/(k + rank).
func reciprocalRanks(p *Pool, c int, k float64, column []float64) error {
	for i, d := range p.docs[c] {
		column[d] = 1 / (k + float64(i+1))
	}
	return nil
}

func rrfEntry() Entry {
	return Entry{
		Name:    RRF{}.Name(),
		Summary: "reciprocal rank fusion, sum of 1/(rrf_k + rank)",
		Check: func(s Settings, _ []string) []error {
			faults := s.unused(false, true)
			if s.RRFK != nil && *s.RRFK < 1 {
				faults = append(faults, fmt.Errorf("rrf_k %d: want at least 1", *s.RRFK))
			}
			return faults
		},
		Build: func(s Settings) Scorer { return RRF{K: *s.Resolved().RRFK} },
	}
}
