package label

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/rankduel/rankduel/internal/ordered"
	"github.com/rankduel/rankduel/internal/prose"
	"github.com/rankduel/rankduel/internal/unpack"
)

// A KeyLine is a line of pool.key.jsonl: who found a pair, and at which rank. A labeller never sees it.
type KeyLine struct {
	QueryID string    `json:"query_id"`
	DocID   string    `json:"doc_id"`
	By      []FoundBy `json:"by"`
}

// A FoundBy is a configuration that found a document.
type FoundBy struct {
	Config string `json:"config"`
	Rank   int    `json:"rank"`
}

// Prioritised reads the key of a pool and makes an order of its items for [Settings]: first what most
// systems found, of these what they found highest (the sum of ranks), then by document id. Sakai et al.
// (2022) found judgments in such an order to hold up better for systems outside of the pool than in a
// random one; it tells labellers about rank, so the journal records it.
func (p *Pool) Prioritised(path string) ([]int, error) {
	f, err := unpack.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	systems, ranks := make([]int, len(p.Items)), make([]int, len(p.Items))
	var faults []error
	err = eachLine(path, f, func(number int, line []byte) {
		var k KeyLine
		if err := json.Unmarshal(line, &k); err != nil {
			faults = append(faults, fmt.Errorf("%s:%d: %w", path, number, err))
			return
		}
		i, ok := p.index[Pair{k.QueryID, k.DocID}]
		if !ok {
			faults = append(faults, fmt.Errorf("%s:%d: query %q, document %q: is not in %s", path, number, k.QueryID, k.DocID, p.Name))
			return
		}
		systems[i] = len(k.By)
		for _, by := range k.By {
			ranks[i] += by.Rank
		}
	})
	if err := errors.Join(prose.JoinFirst(faults), err); err != nil {
		return nil, err
	}
	if i := slices.Index(systems, 0); i >= 0 {
		return nil, fmt.Errorf("%s does not say who found query %q, document %q", path, p.Items[i].Query, p.Items[i].Doc)
	}
	order := ordered.Places(len(p.Items), func(a, b int) int {
		return cmp.Or(systems[b]-systems[a], ranks[a]-ranks[b], cmp.Compare(p.Items[a].Doc, p.Items[b].Doc))
	})
	place := make([]int, len(order))
	for at, i := range order {
		place[i] = at
	}
	return place, nil
}
