package reports

import (
	"slices"
	"testing"

	"github.com/rankduel/rankduel/experiment/result"
)

// The weights are grade · |1/log2(1 + rank) − 1/log2(1 + rank)|, by hand: lost
// 2·.6309 = 1.26, fell 3·(1 − .5) = 1.5, deep 3·.1003 = .30, kept and missing 0.
func TestWeightiestFirst(t *testing.T) {
	list := []result.MovedRanked{
		{DocID: "missing", Grade: 3},
		{DocID: "deep", Grade: 3, RankA: 1000},
		{DocID: "kept", Grade: 3, RankA: 1, RankB: 1},
		{DocID: "lost", Grade: 2, RankA: 2},
		{DocID: "fell", Grade: 3, RankA: 1, RankB: 3},
	}
	var order []string
	for _, d := range WeightiestFirst(list) {
		order = append(order, d.DocID)
	}
	if want := []string{"fell", "lost", "deep", "kept", "missing"}; !slices.Equal(order, want) {
		t.Errorf("the order is %v, want %v", order, want)
	}
	if got, want := moves(list[1:3], true), "deep(3): 1000→–, kept(3): 1→1"; got != want {
		t.Errorf("with what was before: %q, want %q", got, want)
	}
	if got, want := moves(list[1:3], false), "deep(3): –, kept(3): 1"; got != want {
		t.Errorf("without: %q, want %q", got, want)
	}
}
