package scorelog

import (
	"bufio"
	"bytes"
)

// A pythonJSON reads JSON as Python writes it: NaN and infinities, which JSON does not have, become null.
type pythonJSON struct {
	from              *bufio.Reader
	rest              string // what is to be handed on first
	inString, escaped bool
}

var notNumbers = [][]byte{[]byte("NaN"), []byte("-Infinity"), []byte("Infinity")}

func (p *pythonJSON) Read(out []byte) (n int, err error) {
	for ; n < len(out); n++ {
		if p.rest != "" {
			out[n], p.rest = p.rest[0], p.rest[1:]
			continue
		}
		c, err := p.from.ReadByte()
		if err != nil {
			return n, err
		}
		switch out[n] = c; {
		case p.escaped:
			p.escaped = false
		case p.inString && c == '\\':
			p.escaped = true
		case c == '"':
			p.inString = !p.inString
		case !p.inString && (c == 'N' || c == 'I' || c == '-'):
			for _, word := range notNumbers {
				if next, _ := p.from.Peek(len(word) - 1); c == word[0] && bytes.Equal(next, word[1:]) {
					_, _ = p.from.Discard(len(next)) // they were seen
					out[n], p.rest = 'n', "ull"
				}
			}
		}
	}
	return n, nil
}
