package kebab

import (
	"slices"

	"github.com/rankduel/rankduel/retrieval"
	"github.com/rankduel/rankduel/testsets"
)

// found is where what was expected of a query stood in a ranking; rank 0 is
// nowhere.
type found struct {
	chunk, document int             // rank of the first expected chunk, and of the first chunk of an expected document
	candidates      []retrieval.Hit // all chunks of expected documents, with their ranks
}

// look finds what a golden entry expects; nil expects nothing.
func look(entry *testsets.Query, hits []retrieval.Hit) found {
	var f found
	if entry == nil {
		return f
	}
	for i, h := range hits {
		rank := h.Rank
		if rank == 0 {
			rank = i + 1
		}
		if f.chunk == 0 && slices.Contains(entry.ExpectedChunks, h.ID) {
			f.chunk = rank
		}
		if slices.Contains(entry.ExpectedDocs, h.Document) {
			if f.document == 0 {
				f.document = rank
			}
			h.Rank = rank
			f.candidates = append(f.candidates, h)
		}
	}
	return f
}
