package fusion

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/rankduel/rankduel/internal/ordered"
)

// CrossFit trains one method per fold of the examples, each on the other folds, and returns for each example the method
// that has not seen it. So all queries are fused by methods that do not know the answers. Folds have equal sizes up to
// one and depend on query ids and seed alone. Errors: fewer than 2 folds, more folds than examples, a training that
// fails. Scores of different folds' methods are not comparable.
func CrossFit(t Trainer, examples []Example, folds int, seed uint64) ([]Method, error) {
	if folds < 2 || folds > len(examples) {
		return nil, fmt.Errorf("cross-fit %s: %d folds of %d queries: want from 2 folds to one for each query", t.Name(), folds, len(examples))
	}
	fold := foldsOf(examples, folds, seed)
	methods := make([]Method, folds)
	for f := range methods {
		var others []Example
		for i, e := range examples {
			if fold[i] != f {
				others = append(others, e)
			}
		}
		m, err := t.Train(others)
		if err != nil {
			return nil, fmt.Errorf("cross-fit %s: fold %d of %d: %w", t.Name(), f+1, folds, err)
		}
		methods[f] = m
	}
	return ordered.Each(fold, func(f int) Method { return methods[f] }), nil
}

// foldsOf shuffles the queries by a hash of seed and id, and deals them out in turn.
func foldsOf(examples []Example, folds int, seed uint64) []int {
	keys := make([]string, len(examples))
	for i, e := range examples {
		hash := sha256.Sum256(append(binary.BigEndian.AppendUint64(nil, seed), e.Query...))
		keys[i] = string(hash[:])
	}
	fold := make([]int, len(examples))
	for place, i := range ordered.Places(len(keys), func(a, b int) int { return strings.Compare(keys[a], keys[b]) }) {
		fold[i] = place % folds
	}
	return fold
}
