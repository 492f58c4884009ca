package document

import (
	"bytes"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/onscreen"
)

// Terminal returns a writer to a terminal that nothing in the data can steer: ESC and the other control
// characters, C1 and raw bytes among them, and what reverses text are spelled out as \u001b or \x9b.
// Line feeds and tabs pass, and colors, when asked for, as this package paints them. Formats other than
// text keep the bytes of what they report, which is right for a file only; in JSON the spelling is an
// escape that means the same. A character that is split between two calls is written with the second.
func Terminal(w io.Writer, colors bool) io.Writer { return &terminal{w: w, colors: colors} }

type terminal struct {
	w      io.Writer
	colors bool
	kept   []byte // the beginning of a character
	safe   []byte // scratch
}

// Write implements io.Writer.
func (t *terminal) Write(b []byte) (int, error) {
	rest := b
	if len(t.kept) > 0 {
		rest = append(t.kept, b...)
	}
	t.safe = t.safe[:0]
	for len(rest) > 0 && utf8.FullRune(rest) {
		r, size := utf8.DecodeRune(rest)
		if t.colors {
			if n := colorAt(rest); n > 0 {
				r, size = 'm', n
			}
		}
		switch {
		case r == utf8.RuneError && size == 1:
			t.safe = fmt.Appendf(t.safe, `\x%02x`, rest[0])
		case r == '\n' || r == '\t' || !onscreen.Unsafe(r) || r == utf8.RuneError:
			t.safe = append(t.safe, rest[:size]...)
		default:
			t.safe = fmt.Appendf(t.safe, `\u%04x`, r)
		}
		rest = rest[size:]
	}
	t.kept = append([]byte(nil), rest...)
	if _, err := t.w.Write(t.safe); err != nil {
		return 0, err
	}
	return len(b), nil
}

// colorAt returns the length of the color that b begins with, 0 when it does not.
func colorAt(b []byte) int {
	for _, mark := range colorMarks() {
		if bytes.HasPrefix(b, mark) {
			return len(mark)
		}
	}
	return 0
}
