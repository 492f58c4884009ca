package main

import (
	"encoding/binary"
	"math/rand/v2"
	"sync"
)

// blockSize is the number of samples that share a generator and a worker.
const blockSize = 50

// The levels of all parts.
const (
	alpha         = 0.05
	level         = 1 - alpha
	oneSidedLevel = 1 - 2*alpha // each end is a one-sided 95 % bound
)

// A study is what to run. Its zero fields are not defaults; the flags set all.
type study struct {
	samples   int // of every cell
	seed      uint64
	workers   int // never changes a number
	matrices  string
	agreement string // folder of judges' labels
	parts     []part

	made, real []population
}

// The streams of the parts: each counts its cells from its own start.
const (
	mistakesIndex = (iota + 1) << 20
	safetyIndex
	powerIndex
	detectableIndex
	equivalenceIndex
	equalityIndex
	familyIndex
	groupIndex
	looksIndex
	gateIndex
	heldIndex
	kappaIndex
	kappaNeedIndex
	severalIndex
	silverIndex
	judgedIndex
	nextIndex
	repeatsIndex
	driftIndex
	weightsIndex
	adjustIndex
	tradeoffIndex
)

// samplesOf returns the number of samples of a cell: real pairs are many, and only
// their mean and their worst are of interest.
func (s study) samplesOf(p population) int {
	if p.real {
		return max(1, s.samples/2)
	}
	return s.samples
}

// count adds up over samples what look returns, block by block, so that the
// number of workers changes nothing.
func (s study) count(index uint64, samples, counters int, look func(rng *rand.Rand, add func(counter int)) error) ([]int, error) {
	blocks := make([][]int, (samples+blockSize-1)/blockSize)
	errs := make([]error, len(blocks))
	s.eachBlock(len(blocks), func(block int) {
		rng := s.stream(index, block)
		blocks[block] = make([]int, counters)
		for range min(blockSize, samples-block*blockSize) {
			if err := look(rng, func(counter int) { blocks[block][counter]++ }); err != nil {
				errs[block] = err
				return
			}
		}
	})
	total := make([]int, counters)
	for block, counts := range blocks {
		if errs[block] != nil {
			return nil, errs[block]
		}
		for i, n := range counts {
			total[i] += n
		}
	}
	return total, nil
}

// stream returns the generator of one block of one cell. ChaCha8 takes all three
// numbers as its key, so that streams are unrelated without mixing.
func (s study) stream(cell uint64, block int) *rand.Rand {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[0:], s.seed)
	binary.LittleEndian.PutUint64(key[8:], cell)
	binary.LittleEndian.PutUint64(key[16:], uint64(block))
	return rand.New(rand.NewChaCha8(key))
}

// eachBlock calls work once for every block on s.workers goroutines.
func (s study) eachBlock(blocks int, work func(block int)) {
	next := make(chan int)
	var wg sync.WaitGroup
	for range s.workers {
		wg.Go(func() {
			for block := range next {
				work(block)
			}
		})
	}
	for block := range blocks {
		next <- block
	}
	close(next)
	wg.Wait()
}
