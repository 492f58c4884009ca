package fusion

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rankduel/rankduel/retrieval"
)

// A candidate is a document on its way to a fused score.
type candidate struct {
	hit      retrieval.Hit
	tieRank  int // in TieComponent, math.MaxInt when it does not have the document
	lastSeen int // index of the last list that had it
}

// combine adds up what each list contributes to each document and returns the k best. Contribution gets
// the index of a list in name order and a rank from 1.
func combine(lists []List, k int, contribution func(list, rank int) float64) ([]retrieval.Hit, error) {
	if err := checkLists(lists); err != nil {
		return nil, err
	}
	lists = slices.Clone(lists)
	sortByName(lists)
	total := 0
	for _, l := range lists {
		total += len(l.Hits)
	}

	found := make([]candidate, 0, total)
	parts := make([]float64, 0, total*len(lists)) // one row of len(lists) parts per candidate, 0 where absent
	index := make(map[string]int, total)
	for li, l := range lists {
		for i, h := range l.Hits {
			at, known := index[h.ID]
			switch {
			case !known:
				at = len(found)
				index[h.ID] = at
				found = append(found, candidate{hit: h, tieRank: math.MaxInt})
				parts = parts[:len(parts)+len(lists)]
			case found[at].lastSeen == li:
				return nil, duplicateDocument(l.Component, h.ID)
			case found[at].hit.Text == "":
				found[at].hit.Text = h.Text
			}
			found[at].lastSeen = li
			if l.Component == TieComponent {
				found[at].tieRank = i + 1
			}
			parts[at*len(lists)+li] = contribution(li, i+1)
		}
	}
	for i := range found {
		found[i].hit.Score = ascendingSum(parts[i*len(lists) : (i+1)*len(lists)])
	}
	slices.SortFunc(found, better)

	hits := make([]retrieval.Hit, max(0, min(k, len(found))))
	for i := range hits {
		hits[i] = found[i].hit
	}
	return hits, nil
}

// better orders candidates as the package comment says.
func better(a, b candidate) int {
	return cmp.Or(
		cmp.Compare(b.hit.Score, a.hit.Score),
		cmp.Compare(a.tieRank, b.tieRank),
		strings.Compare(a.hit.ID, b.hit.ID),
	)
}

// ascendingSum sorts x and adds it up, so that the sum depends on the values and not on their order.
func ascendingSum(x []float64) float64 {
	slices.Sort(x)
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum
}

func sortByName(lists []List) {
	slices.SortFunc(lists, func(a, b List) int { return strings.Compare(a.Component, b.Component) })
}

func checkLists(lists []List) error {
	if len(lists) == 0 {
		return ErrNoLists
	}
	for i, l := range lists {
		for _, other := range lists[:i] {
			if l.Component == other.Component {
				return fmt.Errorf("component %q has two rankings", l.Component)
			}
		}
	}
	return nil
}

func duplicateDocument(component, id string) error {
	return fmt.Errorf("component %q returned document %q twice", component, id)
}
