package scoring

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/rankduel/rankduel/experiment/result"
	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/retrieval/trec"
)

// addRanking notes what ranking a query has, as a level sees it. Of the first level it is what was not known before.
func (s *Table) addRanking(l *scoredLevel, q int, r *trec.Ranking) {
	const prime = 1099511628211 // of FNV-1a, 64 bits
	h := uint64(14695981039346656037)
	if !l.judged {
		h = s.queries.rankings[q]
	}
	for i, id := range r.Hashes {
		h = (h ^ id ^ uint64(r.Rank(i))) * prime
	}
	s.queries.rankings[q] = h
}

// HashRankings returns a hash of the rankings of all queries, the same for two systems that rank alike. It
// is empty where a query failed or a ranking is not known, as of scores that were read.
func (s *Table) HashRankings() string {
	if s.Rankings != "" {
		return s.Rankings
	}
	for q := range s.Len() {
		if status := s.Status(q); status == result.Failed || s.queries.rankings[q] == 0 && status != result.Missing {
			return ""
		}
	}
	all := sha256.New()
	for _, q := range ordered.ByText(s.Len(), s.ID) {
		all.Write(binary.BigEndian.AppendUint64(append([]byte(s.ID(q)), 0), s.queries.rankings[q]))
	}
	return hex.EncodeToString(all.Sum(nil)[:8])
}

// Distinct refuses a system that was given twice.
func Distinct(tables []*Table) error {
	names := map[string]string{"": ""}
	for _, t := range tables {
		sum := t.HashRankings()
		if first := names[sum]; first != "" {
			return fmt.Errorf("%s and %s are one system, with the same rankings of all queries; give it once", first, t.Name)
		}
		if sum != "" {
			names[sum] = t.Name
		}
	}
	return nil
}
