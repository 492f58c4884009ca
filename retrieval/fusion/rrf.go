package fusion

import "fmt"

// defaultRRFK is the constant of Cormack, Clarke and Büttcher (2009), fixed there in a pilot study and
// found not to be critical.
const defaultRRFK = 60

// rrf is reciprocal rank fusion. Scores of the components play no part, only ranks do, counted from 1 in
// the order in which the hits came:
//
//	score(d) = Σ_c 1 / (k + rank_c(d))
//
// over the components c that returned d. The range is (0, m/(k+1)] for m components; higher is better.
// A larger k flattens the difference between the first ranks; k → ∞ counts votes.
//
// Cormack, Clarke and Büttcher (2009), SIGIR, pp. 758-759, doi:10.1145/1571941.1572114.
type rrf struct {
	k int // ≥ 1
}

var _ Scorer = rrf{}

// Name implements [Scorer].
func (rrf) Name() string { return "rrf" }

// Scores implements [Scorer].
func (m rrf) Scores(p *Pool, dst []float64) ([]float64, error) {
	return wrrf{k: m.k}.scores(p, nil, dst)
}

func rrfEntry() Entry {
	return Entry{
		Name:    rrf{}.Name(),
		Summary: "reciprocal rank fusion, sum of 1/(rrf_k + rank)",
		Uses:    []string{keyRRFK},
		Resolve: resolveRRFK,
		Check:   checkRRFK,
		Build:   func(s Settings) Scorer { return rrf{k: *s.RRFK} },
	}
}

func resolveRRFK(s Settings) Settings {
	if s.RRFK == nil {
		s.RRFK = new(defaultRRFK)
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
