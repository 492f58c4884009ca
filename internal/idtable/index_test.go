package idtable_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/rankduel/rankduel/internal/idtable"
)

// An index answers as a builtin map does while it grows, for good hashes and for bad ones that collide all the time.
func TestIndexAgreesWithMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for name, hash := range map[string]func(string) uint64{
		"hash":         idtable.Hash[string],
		"eight values": func(id string) uint64 { return idtable.Hash(id) & 7 << 32 },
		"all equal":    func(string) uint64 { return 1 << 63 },
	} {
		var index idtable.Index
		var ids []string
		known := map[string]int{}
		for range 2000 {
			id := fmt.Sprint(rng.IntN(1000))
			i, ok := index.Find(hash(id), func(i int) bool { return ids[i] == id })
			if want, is := known[id]; ok != is || i != want {
				t.Fatalf("%s: Find(%q) = %d, %v of %d ids, want %d, %v", name, id, i, ok, len(ids), want, is)
			}
			if !ok {
				known[id] = len(ids)
				ids = append(ids, id)
				index.Add(func(i int) uint64 { return hash(ids[i]) })
			}
		}
	}
}
