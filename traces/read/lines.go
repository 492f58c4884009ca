package read

import (
	"bufio"
	"errors"
	"io"
)

// MaxLine bounds a line of a transcript, in bytes. A longer one is skipped and
// counted; it is the result of one call.
const MaxLine = 16 << 20

// lines visits the lines of r, which share their memory. tooLong counts those
// beyond MaxLine.
func lines(r io.Reader, visit func(line []byte)) (tooLong int, err error) {
	in := bufio.NewReaderSize(r, 64<<10)
	var held []byte
	skipping := false
	for {
		part, err := in.ReadSlice('\n')
		ended := err == nil || errors.Is(err, io.EOF)
		if !ended && !errors.Is(err, bufio.ErrBufferFull) {
			return tooLong, err
		}
		switch {
		case skipping:
		case len(held)+len(part) > MaxLine:
			skipping = true
			tooLong++
		case ended && len(held) == 0:
			visit(part)
		default:
			held = append(held, part...)
			if ended {
				visit(held)
			}
		}
		if ended {
			held, skipping = held[:0], false
		}
		if errors.Is(err, io.EOF) {
			return tooLong, nil
		}
	}
}
