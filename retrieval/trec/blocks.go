package trec

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/rankduel/rankduel/internal/textfaults"
)

const (
	// blockSize is how much is read at once. A block and what is parsed from
	// it stay in the second-level cache of the core that works on them.
	blockSize = 256 << 10
	// maxLine bounds memory for files that are not runs at all.
	maxLine = 64 << 20
	// maxQuery bounds the lines of one query, which are in memory together: a
	// ranking of five million hits. Offsets in a block stay within 32 bits.
	maxQuery = 256 << 20
)

// A block is a part of a run that holds whole queries, unless the run is interleaved.
type block struct {
	buf    []byte // the text, then padding
	size   int    // length of the text, which ends with a line end
	offset int64  // of the text in the file
	number int    // from 0, in file order
}

// A cutter reads a run in blocks cut where the query changes. Workers share it: anyone who needs a block reads it, so
// that text is parsed by the core that has it in its cache, and decompression goes on while others parse.
type cutter struct {
	size int // of a block, at least

	mu     sync.Mutex
	in     io.Reader
	carry  []byte // read, but of a query that the last block left over
	offset int64
	number int
	done   bool
}

// next reads the next block into b, whose buffer is used again, and returns io.EOF after the last one.
func (c *cutter) next(ctx context.Context, b *block) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done {
		return io.EOF
	}
	if err := ctx.Err(); err != nil {
		c.done = true
		return err
	}
	b.number, b.offset = c.number, c.offset
	b.size = 0
	err := c.fill(b)
	c.done = c.done || err != nil
	c.number++
	c.offset += int64(b.size)
	return err
}

// stop makes next return io.EOF from now on.
func (c *cutter) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done = true
}

func (c *cutter) fill(b *block) error {
	b.reserve(max(c.size, len(c.carry)))
	n := copy(b.buf, c.carry)
	c.carry = c.carry[:0]
	for {
		limit := len(b.buf) - padding
		read, err := readFull(c.in, b.buf[n:limit])
		n += read
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if at := bytes.LastIndexByte(b.buf[:n], '\n') + 1; n-at > maxLine {
			b.size = n
			return lineAt(1+bytes.Count(b.buf[:at], []byte{'\n'}), noLineEnd(b.buf[at:n], "this is not a run file"))
		}
		if err != nil {
			c.done = true
			if c.number == 0 && textfaults.Lone(b.buf[:n]) {
				b.size = n
				return lineAt(1, textfaults.ErrReturn)
			}
			b.end(n)
			return nil
		}
		if at := lastBoundary(b.buf[:n]); at > 0 {
			c.carry = append(c.carry, b.buf[at:n]...)
			b.end(at)
			return nil
		}
		if n > maxQuery {
			b.size = n
			return lineAt(1, errLongQuery)
		}
		b.reserve(min(2*n, maxQuery+1))
	}
}

var errLongQuery = fmt.Errorf("one query holds more than %d MiB of lines; is this a run, and the query id its first field?", maxQuery>>20)

// noLineEnd returns the error about a line that does not end.
func noLineEnd(text []byte, advice string) error {
	if bytes.IndexByte(text, '\r') >= 0 {
		return textfaults.ErrReturn
	}
	return fmt.Errorf("no line end in %d MiB: %s", maxLine>>20, advice)
}

// readFull reads until buf is full. Unlike io.ReadFull it returns the reader's
// own error, so that the end of the file differs from a file cut short.
func readFull(in io.Reader, buf []byte) (n int, err error) {
	for n < len(buf) && err == nil {
		var read int
		read, err = in.Read(buf[n:])
		n += read
	}
	return n, err
}

// reserve makes room for n bytes of text and keeps what is there.
func (b *block) reserve(n int) {
	if n+padding <= len(b.buf) {
		return
	}
	buf := make([]byte, n+padding)
	copy(buf, b.buf)
	b.buf = buf
}

// end closes the text after n bytes.
func (b *block) end(n int) {
	if n > 0 && b.buf[n-1] != '\n' {
		b.buf[n] = '\n'
		n++
	}
	clear(b.buf[n : n+padding-1])
	b.size = n
}

// lastBoundary returns the start of the last complete line's query in text, so that what is before it holds
// whole queries. It is 0 when the text holds one query only. It looks, by halving, for any line whose query
// is not that of the line before; where a query's lines are apart, any such place is as good.
func lastBoundary(text []byte) int {
	complete := bytes.LastIndexByte(text, '\n') + 1
	hi := lastLine(text[:complete])
	if hi < 0 {
		return complete // blank lines and comments only
	}
	lo := lineFrom(text, 0, hi)
	query := queryAt(text, hi)
	if bytes.Equal(queryAt(text, lo), query) {
		return 0
	}
	// The query of line lo is another one, that of line hi is query, and no line starts between top and hi.
	for top := hi; ; {
		mid := lo + (top-lo)/2
		_, start := nextLine(text, mid)
		switch at := lineFrom(text, start, hi); {
		case at < hi && !bytes.Equal(queryAt(text, at), query):
			lo = at
		case mid == lo:
			return at
		default:
			hi, top = at, mid
		}
	}
}

// lineFrom returns the start of the first line that is neither blank nor a comment,
// looking from the line start at on; limit if there is none before it.
func lineFrom(text []byte, at, limit int) int {
	for at < limit {
		end, next := nextLine(text, at)
		if !skipped(text, nextField(text, at, end)) {
			return at
		}
		at = next
	}
	return limit
}

// lastLine returns the start of the last line that is neither blank nor a comment,
// -1 if there is none. The text ends with a line end.
func lastLine(text []byte) int {
	for len(text) > 0 {
		start := bytes.LastIndexByte(text[:len(text)-1], '\n') + 1
		end, _ := nextLine(text, start)
		if !skipped(text, nextField(text, start, end)) {
			return start
		}
		text = text[:start]
	}
	return -1
}

// queryAt returns the first field of the line that starts at start.
func queryAt(text []byte, start int) []byte {
	end, _ := nextLine(text, start)
	return nextField(text, start, end).of(text)
}
