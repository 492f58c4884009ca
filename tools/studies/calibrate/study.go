package main

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/rankduel/rankduel/stats"
)

// sizes are the numbers of queries in a sample.
var sizes = []int{10, 25, 50, 200, 1000}

const (
	// large is the size from which half as many samples are drawn, and
	// Wilcoxon's exact p, 50 ms each, is computed for one in five.
	large         = 1000
	wilcoxonEvery = 5
	// flipped is the size from which sign flips are sampled, as the peers' are,
	// even where p can be exact: 20 ms each for reciprocal ranks at n = 1000.
	flipped = 50
)

// blockSize is the number of samples that share a generator and a worker.
const blockSize = 50

// A study is what to run. Its zero fields are not defaults; the flags set all.
type study struct {
	samples   int // of every cell, half as many at n = 1000
	resamples int // of every sample
	seed      uint64
	workers   int // never changes a number
	only      string
}

// The parts of the study.
const (
	onlyCoverage = "coverage"
	onlyVerdicts = "verdicts"
	onlyGates    = "gates"
	onlyKappa    = "kappa"
)

// A cell is one distribution at one sample size.
type cell struct {
	source distribution
	n      int
	tally
}

// name returns the key of the cell in the peers' tables.
func (c cell) name() string { return fmt.Sprintf("%d,%s", c.n, c.source.Name) }

// samplesAt returns the number of samples of size n.
func (s study) samplesAt(n int) int {
	if n >= large {
		return max(1, s.samples/2)
	}
	return s.samples
}

// run measures all cells, sizes first, and tells progress.
func (s study) run(sources []distribution, progress io.Writer) ([]cell, error) {
	var cells []cell
	for _, n := range sizes {
		for _, d := range sources {
			start := time.Now()
			c := cell{source: d, n: n}
			err := s.measure(&c, uint64(len(cells)))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", c.name(), err)
			}
			cells = append(cells, c)
			fmt.Fprintf(progress, "cell %d of %d: %s, %d samples, %.1f s\n",
				len(cells), len(sizes)*len(sources), c.name(), c.samples, time.Since(start).Seconds())
		}
	}
	return cells, nil
}

// measure fills the cell's tally, block by block.
func (s study) measure(c *cell, index uint64) error {
	blocks := make([]tally, (s.samplesAt(c.n)+blockSize-1)/blockSize)
	errs := make([]error, len(blocks))
	s.eachBlock(len(blocks), func(block int) {
		rng := s.stream(index, block)
		values := make([]float64, c.n)
		p := plan{rounds: s.resamples, flipped: c.n >= flipped, tests: c.source.null()}
		for i := range min(blockSize, s.samplesAt(c.n)-block*blockSize) {
			p.wilcoxon = c.n < large || i%wilcoxonEvery == 0
			o, err := newOutcome(c.source, values, p, rng)
			if err != nil {
				errs[block] = err
				return
			}
			blocks[block].add(o, c.source.Mean)
		}
	})
	for i, b := range blocks {
		if errs[i] != nil {
			return errs[i]
		}
		c.merge(b)
	}
	return nil
}

// heldOutIndex is the stream of the held-out study, beyond all cells.
const heldOutIndex = 1 << 20

// heldOut returns the number of samples in which a candidate without an effect is
// said to have shrunk between 200 tuning and 60 held-out queries.
func (s study) heldOut(source distribution) (flagged int, err error) {
	counts := make([]int, (s.samples+blockSize-1)/blockSize)
	errs := make([]error, len(counts))
	s.eachBlock(len(counts), func(block int) {
		rng := s.stream(heldOutIndex, block)
		tuning, heldOut := make([]float64, 200), make([]float64, 60)
		for range min(blockSize, s.samples-block*blockSize) {
			source.draw(tuning, rng)
			source.draw(heldOut, rng)
			result, err := stats.CompareHeldOut(tuning, heldOut, alpha)
			if err != nil {
				errs[block] = err
				return
			}
			if rejects(result.Test.P) {
				counts[block]++
			}
		}
	})
	for i, n := range counts {
		if errs[i] != nil {
			return 0, errs[i]
		}
		flagged += n
	}
	return flagged, nil
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
