package fusion

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/retrieval"
)

// Single passes the ranking of the only component through: its scores, its order, cut at k. It is what a
// configuration without fusion means, and an error as soon as there is something to fuse.
type Single struct{}

var _ Method = Single{}

// Name implements [Method].
func (Single) Name() string { return "single" }

// Fuse implements [Method].
func (Single) Fuse(lists []List, k int) ([]retrieval.Hit, error) {
	if err := checkLists(lists); err != nil {
		return nil, err
	}
	if len(lists) > 1 {
		return nil, fmt.Errorf("%d components, but no fusion_method", len(lists))
	}
	hits := lists[0].Hits
	seen := make(map[string]struct{}, len(hits))
	for _, h := range hits {
		if _, twice := seen[h.ID]; twice {
			return nil, duplicateDocument(lists[0].Component, h.ID)
		}
		seen[h.ID] = struct{}{}
	}
	return slices.Clone(hits[:max(0, min(k, len(hits)))]), nil
}

func singleEntry() Entry {
	return Entry{
		Name:    Single{}.Name(),
		Summary: "no fusion, the ranking of the only component",
		Check: func(s Settings, components []string) []error {
			faults := s.unused(true, true)
			if len(components) > 1 {
				faults = append(faults, fmt.Errorf("fusion_method is missing: %d components (%s) have to be fused, for example with rrf",
					len(components), strings.Join(components, ", ")))
			}
			return faults
		},
		Build: func(Settings) Method { return Single{} },
	}
}
