package idtable_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rankduel/rankduel/internal/idtable"
)

func TestHashIsTheSameForStringsAndBytes(t *testing.T) {
	id := "a rather long id, 東京, \x00\xff"
	for n := range len(id) + 1 {
		if s, b := idtable.Hash(id[:n]), idtable.Hash([]byte(id[:n])); s != b {
			t.Errorf("Hash(%q) = %x, of the same bytes %x", id[:n], s, b)
		}
	}
}

func TestHashTellsPaddingFromZeros(t *testing.T) {
	seen := map[uint64]string{}
	for _, id := range []string{"", "\x00", "\x00\x00", "a", "a\x00", "a\x00\x00\x00\x00\x00\x00\x00", "a\x00\x00\x00\x00\x00\x00\x00\x00"} {
		h := idtable.Hash(id)
		if other, taken := seen[h]; taken {
			t.Errorf("%q and %q have the same hash %x", id, other, h)
		}
		seen[h] = id
	}
}

// Ids in files are numbers in sequence or differ in one place. Their hashes
// have to differ, and their top bits, which choose the slot, have to spread:
// of n ids over 4n slots, 1-(1-1/4n)^n ≈ 22 % of the slots are expected hit.
func TestHashSpreadsIDsAlike(t *testing.T) {
	for _, format := range []string{"%d", "%07d", "doc-%d", "%d_0", "clueweb09-en0000-00-%05d", "D%d#passage"} {
		const n = 1 << 16
		hashes := map[uint64]bool{}
		slots := map[uint64]bool{}
		for i := range n {
			h := idtable.Hash(fmt.Sprintf(format, i))
			hashes[h] = true
			slots[h>>(64-18)] = true
		}
		if len(hashes) != n {
			t.Errorf("%s: %d hashes of %d ids", format, len(hashes), n)
		}
		if got := float64(len(slots)) / (4 * n); got < 0.20 || got > 0.24 { // a little worse than random is good enough
			t.Errorf("%s: %.3f of the slots are hit, a random hash hits 0.221", format, got)
		}
	}
}

// One changed bit of the id changes each bit of the hash about half the time.
func TestHashAvalanche(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	flips, trials := 0, 0
	for range 2000 {
		id := []byte(fmt.Sprint(rng.Uint64()))
		before := idtable.Hash(id)
		id[rng.IntN(len(id))] ^= 1
		flips += bits.OnesCount64(before ^ idtable.Hash(id))
		trials += 64
	}
	if share := float64(flips) / float64(trials); share < 0.47 || share > 0.53 {
		t.Errorf("a changed bit changes %.3f of the hash, want about a half", share)
	}
}

// The table answers as a builtin map does, for good hashes and for bad ones
// that collide all the time, over lists that grow and shrink.
func TestTableAgreesWithMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	hashers := map[string]func(string) uint64{
		"hash":         idtable.Hash[string],
		"eight values": func(id string) uint64 { return idtable.Hash(id) & 7 << 61 },
		"all equal":    func(string) uint64 { return 1 << 63 },
	}
	for name, hash := range hashers {
		var table idtable.Table
		for _, n := range []int{0, 1, 2, 3, 300, 5, 40, 301, 1} {
			ids := make([]string, n)
			hashes := make([]uint64, n)
			first := map[string]int{}
			var want []idtable.Pair
			for i := range ids {
				ids[i] = fmt.Sprint(rng.IntN(2*n + 1))
				hashes[i] = hash(ids[i])
				if j, ok := first[ids[i]]; ok {
					want = append(want, idtable.Pair{First: j, Again: i})
				} else {
					first[ids[i]] = i
				}
			}
			got := table.Fill(hashes, func(i, j int) bool { return ids[i] == ids[j] }, nil)
			if !slices.Equal(got, want) {
				t.Errorf("%s, n = %d: Fill = %v, want %v", name, n, got, want)
			}
			for v := range 2*n + 2 {
				id := fmt.Sprint(v)
				i, ok := table.Find(hashes, hash(id), func(i int) bool { return ids[i] == id })
				wantI, wantOK := first[id]
				if ok != wantOK || i != wantI {
					t.Errorf("%s, n = %d: Find(%q) = %d, %v, want %d, %v", name, n, id, i, ok, wantI, wantOK)
				}
			}
		}
	}
}

func BenchmarkFill(b *testing.B) {
	for _, n := range []int{100, 1000, 20_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			hashes := make([]uint64, n)
			for i := range hashes {
				hashes[i] = idtable.Hash(fmt.Sprint(i * 8887))
			}
			var table idtable.Table
			var again []idtable.Pair
			b.ReportAllocs()
			for b.Loop() {
				again = table.Fill(hashes, func(i, j int) bool { return true }, again[:0])
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/id")
		})
	}
}

func ExampleTable() {
	ids := []string{"d7", "d3", "d7", "d1"}
	hashes := make([]uint64, len(ids))
	for i, id := range ids {
		hashes[i] = idtable.Hash(id)
	}
	var table idtable.Table
	again := table.Fill(hashes, func(i, j int) bool { return ids[i] == ids[j] }, nil)
	at, ok := table.Find(hashes, idtable.Hash("d1"), func(i int) bool { return ids[i] == "d1" })
	fmt.Println(again, at, ok)
	// Output: [{0 2}] 3 true
}
