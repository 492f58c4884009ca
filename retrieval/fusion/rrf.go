package fusion

import (
	"fmt"

	"github.com/rankduel/rankduel/retrieval"
)

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

var _ Method = RRF{}

// Name implements [Method].
func (RRF) Name() string { return "rrf" }

// Fuse implements [Method].
func (m RRF) Fuse(lists []List, k int) ([]retrieval.Hit, error) {
	if m.K < 1 {
		return nil, fmt.Errorf("rrf_k %d: want at least 1", m.K)
	}
	return combine(lists, k, func(_, rank int) float64 {
		return 1 / float64(m.K+rank)
	})
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
		Build: func(s Settings) Method { return RRF{K: *s.Resolved().RRFK} },
	}
}
