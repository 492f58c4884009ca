package stats

import "testing"

// TestMix: a SplitMix64 generator adds the constant to its state and finalizes
// it, so mix of the n-th state is its n-th output. The outputs are those of
// the generator's authors for the seed 1234567 (Vigna, splitmix64.c,
// prng.di.unimi.it; also on rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64).
func TestMix(t *testing.T) {
	state := uint64(1234567)
	for i, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
	} {
		if got := mix(state); got != want {
			t.Errorf("output %d = %d, want %d", i+1, got, want)
		}
		state += 0x9e3779b97f4a7c15
	}
}

// TestStreamsApart: another seed, purpose or block is another stream, and the
// same three are the same.
func TestStreamsApart(t *testing.T) {
	seen := map[uint64]string{}
	for _, c := range []struct {
		name    string
		seed    uint64
		purpose string
		block   int
	}{{"first", 1, "a", 0}, {"seed", 2, "a", 0}, {"purpose", 1, "b", 0}, {"block", 1, "a", 1}} {
		word := stream(c.seed, c.purpose, c.block).Uint64()
		if other, ok := seen[word]; ok {
			t.Errorf("%s is the stream of %s", c.name, other)
		}
		seen[word] = c.name
		if again := stream(c.seed, c.purpose, c.block).Uint64(); again != word {
			t.Errorf("%s: drawn again, another word", c.name)
		}
	}
}

// TestEachBlock: every round belongs to exactly one block, whatever the number
// of workers, and no block is larger than the others.
func TestEachBlock(t *testing.T) {
	for _, n := range []int{0, 1, blockSize - 1, blockSize, blockSize + 1, 3 * blockSize} {
		for _, workers := range []int{-1, 0, 1, 5} {
			hits := make([]int, n)
			eachBlock(n, workers, func(block, first, last int) {
				if first != block*blockSize || last-first > blockSize || last <= first {
					t.Errorf("%d rounds: block %d has rounds %d to %d", n, block, first, last-1)
				}
				for i := first; i < last; i++ {
					hits[i]++
				}
			})
			for i, h := range hits {
				if h != 1 {
					t.Fatalf("%d rounds, %d workers: round %d was done %d times", n, workers, i, h)
				}
			}
		}
	}
}
