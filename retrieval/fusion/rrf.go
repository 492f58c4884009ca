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
	return WRRF{K: m.K}.scores(p, nil, dst)
}

func rrfEntry() Entry {
	return Entry{
		Name:    RRF{}.Name(),
		Summary: "reciprocal rank fusion, sum of 1/(rrf_k + rank)",
		Uses:    []string{keyRRFK},
		Resolve: resolveRRFK,
		Check:   checkRRFK,
		Build:   func(s Settings) Scorer { return RRF{K: *s.RRFK} },
	}
}

func resolveRRFK(s Settings) Settings {
	if s.RRFK == nil {
		s.RRFK = new(DefaultRRFK)
	}
	return s
}

func checkRRFK(s Settings, _ []string) []error {
	if err := rrfKFault(*s.RRFK); err != nil {
		return []error{err}
	}
	return nil
}

func rrfKFault(k int) error {
	if k < 1 {
		return fmt.Errorf("rrf_k %d: want at least 1", k)
	}
	return nil
}
