package idtable_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rankduel/rankduel/internal/idtable"
)

// ByPlace gives what going through the file and looking for the first line of
// each id gives.
func TestByPlace(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 500 {
		file := make([]string, 1+rng.IntN(30)) // ids by place
		for i := range file {
			file[i] = string(rune('a' + rng.IntN(8)))
		}
		list := rng.Perm(len(file)) // places by position
		hashes := make([]uint64, len(list))
		for i, place := range list {
			hashes[i] = idtable.Hash(file[place])
		}
		var table idtable.Table
		pairs := table.Fill(hashes, func(i, j int) bool { return file[list[i]] == file[list[j]] }, nil)

		want := []idtable.Pair{}
		for place, id := range file {
			if first := slices.Index(file, id); first < place {
				want = append(want, idtable.Pair{First: slices.Index(list, first), Again: slices.Index(list, place)})
			}
		}
		if diff := cmp.Diff(want, idtable.ByPlace(pairs, func(i int) int { return list[i] })); diff != "" {
			t.Fatalf("%v listed as %v (-want +got):\n%s", file, list, diff)
		}
	}
}
