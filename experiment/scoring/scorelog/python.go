package scorelog

import (
	"bytes"
	"io"
)

// A pythonJSON reads JSON as Python writes it: NaN and infinities, which JSON does not have, become null.
type pythonJSON struct {
	from              io.Reader
	buf, rest         []byte // what was read, and what of it is not handed on
	inString, escaped bool
	err               error
}

var notNumbers = [][]byte{[]byte("NaN"), []byte("-Infinity"), []byte("Infinity")}

func (p *pythonJSON) Read(out []byte) (int, error) {
	for len(p.rest) == 0 {
		if p.err != nil {
			return 0, p.err
		}
		p.fill()
	}
	n := copy(out, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

// fill reads the next block, with the end of the last one that may be the beginning of a word.
func (p *pythonJSON) fill() {
	block := make([]byte, 64<<10)
	kept := copy(block, p.buf)
	n, err := io.ReadAtLeast(p.from, block[kept:], 16)
	if p.err = err; err == io.ErrUnexpectedEOF {
		p.err = io.EOF
	}
	block = block[:kept+n]
	end := len(block)
	if p.err == nil {
		end -= len("-Infinity")
	}
	p.rest, p.buf = p.mended(block, end)
}

// mended returns the block up to about end in JSON, and what is left of it.
func (p *pythonJSON) mended(block []byte, end int) (out, left []byte) {
	from := 0
	for i := 0; i < end; i++ {
		switch c := block[i]; {
		case p.escaped:
			p.escaped = false
		case p.inString && c == '\\':
			p.escaped = true
		case c == '"':
			p.inString = !p.inString
		case !p.inString && (c == 'N' || c == 'I' || c == '-'):
			for _, word := range notNumbers {
				if bytes.HasPrefix(block[i:], word) {
					out = append(append(out, block[from:i]...), "null"...)
					i += len(word) - 1
					from = i + 1
					break
				}
			}
		}
		end = max(end, from)
	}
	if from == 0 {
		return block[:end], block[end:]
	}
	return append(out, block[from:end]...), block[end:]
}
