package trec

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"

	"github.com/rankduel/rankduel/internal/idtable"
	"github.com/rankduel/rankduel/internal/ordered"
)

// ScanRun reads a run in one streaming pass and calls fn once for each query. fn is called from up to
// opts.Workers goroutines at once and in no fixed order; use Ranking.Worker for scratch space and
// Ranking.Offset to order what it finds. An error of fn ends the scan. When a query returns (interleaved),
// ScanRun calls reset, which must forget all that fn has seen, and reads the run again through memory, one
// query at a time. Errors are those of the first faulty query in file order, whatever the number of
// workers. They are [*LineError] or wrap [ErrEmpty], ctx's error or fn's error. Documents that stand twice
// in a query are counted to the end of the file, or to the first other fault, and are one [*RepeatsError].
func ScanRun(ctx context.Context, src Source, opts RunOptions, fn func(*Ranking) error, reset func()) (RunStats, error) {
	return scanRun(ctx, src, opts, blockSize, fn, reset)
}

// scanRun returns ScanRun with the block size as a parameter: it must not change anything, and tests see to that.
func scanRun(ctx context.Context, src Source, opts RunOptions, size int, fn func(*Ranking) error, reset func()) (RunStats, error) {
	if err := opts.Validate(); err != nil {
		return RunStats{}, err
	}
	stats, err := stream(ctx, src, opts, size, fn)
	if errors.Is(err, errInterleaved) {
		reset()
		if stats, err = scanInterleaved(ctx, src, opts, fn); errors.Is(err, ErrOnce) {
			err = fmt.Errorf("%w; or sort its lines by query, for those of one are not together", err)
		}
	}
	if err == nil && stats.Hits == 0 {
		err = fmt.Errorf("%s: %w", src.Name, ErrEmpty)
	}
	if err != nil {
		return RunStats{}, err
	}
	return stats, nil
}

// errInterleaved sends ScanRun to the path through memory.
var errInterleaved = errors.New("interleaved queries")

// A scan is one streaming pass.
type scan struct {
	opts RunOptions
	name string
	fn   func(*Ranking) error
	cut  cutter

	mu       sync.Mutex
	stats    RunStats
	tagAt    int64         // offset of the query whose tag is in stats
	seen     []place       // of each query
	index    idtable.Index // of seen
	returned int64         // offset of the first query that stood before
	lines    []int         // of each block
	repeats  []repeats
	fault    fault
}

// A place is the hash of a query, and where it first stood.
type place struct {
	hash   uint64
	offset int64
}

// repeats are the duplicates of a block.
type repeats struct {
	block int
	Repeats
}

// A fault is the error of the first faulty query.
type fault struct {
	offset int64 // where the file was read to when it showed
	block  int
	err    error
}

func stream(ctx context.Context, src Source, opts RunOptions, size int, fn func(*Ranking) error) (RunStats, error) {
	in, err := src.decoded()
	if err != nil {
		return RunStats{}, err
	}
	defer func() { _ = in.Close() }()
	s := &scan{
		opts: opts, name: src.Name, fn: fn,
		cut:   cutter{in: in, size: size},
		tagAt: math.MaxInt64, returned: math.MaxInt64, fault: fault{offset: math.MaxInt64},
	}
	var wg sync.WaitGroup
	for w := range opts.workers() {
		wg.Go(func() { s.work(ctx, w) })
	}
	wg.Wait()
	return s.result(ctx)
}

// result decides between an error and an interleaved run by which comes first
// in the file: blocks before the one at fault have all been read.
func (s *scan) result(ctx context.Context) (RunStats, error) {
	if s.returned < s.fault.offset {
		return RunStats{}, errInterleaved
	}
	if err := s.twice(); err != nil && ctx.Err() == nil {
		return RunStats{}, err
	}
	if s.fault.err != nil {
		before := ordered.Sum(s.lines[:s.fault.block])
		return RunStats{}, located(s.fault.err, s.name, func(line int) int { return before + line })
	}
	s.stats.Lines = ordered.Sum(s.lines)
	return s.stats, nil
}

// twice returns the error about the duplicates before the fault.
func (s *scan) twice() error {
	var all Repeats
	for _, r := range s.repeats {
		if s.fault.err != nil && r.block > s.fault.block {
			continue
		}
		before := ordered.Sum(s.lines[:r.block])
		all.join(r.Repeats, func(line int) int { return before + line })
	}
	return all.byLine(s.name, keepBetter)
}

// work parses blocks until there are no more.
func (s *scan) work(ctx context.Context, worker int) {
	var (
		b     block
		stats RunStats
		p     = newParser(s.opts, worker)
	)
	for {
		err := s.cut.next(ctx, &b)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			s.fail(fault{b.offset, b.number, sourceError(s.name, err)})
			break
		}
		s.parse(p, &b, &stats)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stats.Add(stats)
}

// parse hands each query of a block to fn.
func (s *scan) parse(p *parser, b *block, stats *RunStats) {
	p.start(b.buf, b.size)
	for {
		more, err := p.next(stats)
		twice := errors.Is(err, ErrDuplicate)
		if more && (err == nil || twice) {
			p.Offset += b.offset
			isNew, moot := s.enter(p)
			if moot {
				return
			}
			err = nil
			if isNew && !twice {
				err = s.fn(&p.Ranking)
			}
		}
		if err != nil || !more {
			s.done(b, p, err)
			return
		}
	}
}

// enter notes a query and tells whether it is new. When it is not, the run is interleaved, and only
// what is before the first query that returned is parsed, for its faults. Two queries with one hash
// look like one that returned; the path through memory tells them apart.
func (s *scan) enter(p *parser) (isNew, moot bool) {
	query := idtable.Hash(p.Query)
	s.mu.Lock()
	defer s.mu.Unlock()
	at, known := s.index.Find(query, func(i int) bool { return s.seen[i].hash == query })
	if known {
		first := s.seen[at].offset
		s.seen[at].offset = min(first, p.Offset)
		s.returned = min(s.returned, max(first, p.Offset))
		s.cut.stop()
	} else {
		s.seen = append(s.seen, place{query, p.Offset})
		s.index.Add(func(i int) uint64 { return s.seen[i].hash })
	}
	if p.Offset < s.tagAt {
		s.tagAt = p.Offset
		s.stats.Tag = string(p.tag.of(p.text))
	}
	return !known, p.Offset >= s.returned
}

// done notes what is known of a block when it has been parsed, to its end or to a fault.
func (s *scan) done(b *block, p *parser, err error) {
	if err != nil {
		s.fail(fault{b.offset + int64(p.pos), b.number, err})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.repeats.count > 0 {
		s.repeats = append(s.repeats, repeats{b.number, p.repeats})
	}
	if b.number >= len(s.lines) {
		s.lines = append(s.lines, make([]int, b.number+1-len(s.lines))...)
	}
	s.lines[b.number] = p.lines
}

// fail ends the scan; the blocks already read are still parsed, as one of them may hold an earlier fault.
func (s *scan) fail(f fault) {
	s.cut.stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fault.err == nil || f.block < s.fault.block { // a block has one fault at most
		s.fault = f
	}
}

// Add adds the counts of another piece of a run.
func (s *RunStats) Add(o RunStats) {
	s.Tag = cmp.Or(s.Tag, o.Tag)
	s.Lines += o.Lines
	s.Queries += o.Queries
	s.Hits += o.Hits
	s.Tied += o.Tied
	s.RankContradictions += o.RankContradictions
	s.Duplicates += o.Duplicates
	s.Interleaved = s.Interleaved || o.Interleaved
}

// sourceError names the source in an error of reading it; a LineError will name it itself.
func sourceError(name string, err error) error {
	var at *LineError
	if errors.As(err, &at) {
		return err
	}
	return fmt.Errorf("%s: %w", name, err)
}
