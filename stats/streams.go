package stats

import (
	"hash/fnv"
	"math/rand/v2"
	"runtime"
	"sync"
)

// blockSize is the number of resamples that share one generator. A block is the unit of parallel work, so
// neither the number of workers nor their order changes a number.
const blockSize = 1024

// stream returns the generator of one block: PCG seeded with the user's seed and a
// hash of what it is for. Different purposes and blocks do not overlap.
func stream(seed uint64, purpose string, block int) *rand.PCG {
	h := fnv.New64a()
	h.Write([]byte(purpose))
	return rand.NewPCG(seed, mix(h.Sum64()+uint64(block)))
}

// mix returns the finalizer of SplitMix64: nearby inputs give unrelated outputs.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// eachBlock calls work once for every block of up to blockSize of n rounds, on up to workers goroutines (0:
// one per processor). work writes only what belongs to rounds first to last−1.
func eachBlock(n, workers int, work func(block, first, last int)) {
	blocks := (n + blockSize - 1) / blockSize
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	next := make(chan int, blocks)
	for b := range blocks {
		next <- b
	}
	close(next)
	var wg sync.WaitGroup
	for range min(workers, blocks) {
		wg.Go(func() {
			for b := range next {
				work(b, b*blockSize, min(n, (b+1)*blockSize))
			}
		})
	}
	wg.Wait()
}
