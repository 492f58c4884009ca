package trec

import (
	"cmp"
	"context"
	"errors"
	"io"

	"github.com/rankduel/rankduel/internal/interrupt"
)

// A piece is lines of one query that stand together.
type piece struct {
	start, end int // in the file
	line       int // of its first line
}

// scanInterleaved returns ScanRun for a run whose queries are not together. It holds the file in memory,
// gathers the lines of each query in a block of its own and parses that.
func scanInterleaved(ctx context.Context, src Source, opts RunOptions, fn func(*Ranking) error) (RunStats, error) {
	in, err := src.decoded()
	if err != nil {
		return RunStats{}, err
	}
	defer func() { _ = in.Close() }()
	text, err := io.ReadAll(interrupt.Reader(ctx, in))
	if err != nil {
		return RunStats{}, sourceError(src.Name, err)
	}
	pieces, lines := gather(text)
	stats := RunStats{Lines: lines, Interleaved: true}
	p := newParser(opts, 0)
	var (
		b   block
		all Repeats
	)
	for i, query := range pieces {
		if err := ctx.Err(); err != nil {
			return RunStats{}, sourceError(src.Name, err)
		}
		inFile := func(line int) int { return lineIn(query, text, line) }
		err := b.join(text, query)
		if err == nil {
			p.start(b.buf, b.size)
			_, err = p.next(&stats)
		}
		if errors.Is(err, ErrDuplicate) {
			all.join(p.repeats, inFile)
			continue
		}
		if err == nil && all.count == 0 {
			if i == 0 {
				stats.Tag = string(p.tag.of(p.text))
			}
			p.Offset = int64(query[0].start)
			err = fn(&p.Ranking)
		}
		if err != nil {
			return RunStats{}, cmp.Or(all.byLine(src.Name, keepBetter), located(err, src.Name, inFile))
		}
	}
	return stats, all.byLine(src.Name, keepBetter)
}

// gather finds the pieces of each query, queries in the order of their first line.
func gather(text []byte) (pieces [][]piece, lines int) {
	index := map[string]int{}
	last := -1
	for at := 0; at < len(text); {
		end, next := nextLine(text, at)
		lines++
		f := nextField(text, at, end)
		if !skipped(text, f) {
			i, ok := index[string(f.of(text))]
			if !ok {
				i = len(pieces)
				index[string(f.of(text))] = i
				pieces = append(pieces, nil)
			}
			if i != last || pieces[i][len(pieces[i])-1].end != at {
				pieces[i] = append(pieces[i], piece{at, at, lines})
			}
			pieces[i][len(pieces[i])-1].end = next
			last = i
		}
		at = next
	}
	return pieces, lines
}

func (b *block) join(text []byte, query []piece) error {
	size := 1
	for _, p := range query {
		size += p.end - p.start
	}
	if size > maxQuery {
		return lineAt(1, errLongQuery)
	}
	b.reserve(size)
	n := 0
	for _, p := range query {
		n += copy(b.buf[n:], text[p.start:p.end])
	}
	b.end(n)
	return nil
}

// lineIn returns the line of the file that is the given one, from 1, of a query's pieces.
func lineIn(query []piece, text []byte, line int) int {
	for _, p := range query {
		n := 0
		for at := p.start; at < p.end; n++ {
			_, at = nextLine(text, at)
		}
		if line <= n {
			return p.line + line - 1
		}
		line -= n
	}
	return query[len(query)-1].line
}
