package traces

import (
	"bytes"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rankduel/rankduel/internal/textfaults"
)

// Escaped returns JSON of which all texts are Unicode: where one has half of a surrogate pair, or a byte
// that is not UTF-8, it has the text \ud800 or \xE9 in its place. Readers of JSON put one and the same
// character there, and make two names one. In a text other than JSON only bytes matter.
func Escaped(data []byte) (text []byte, changed bool) {
	if utf8.Valid(data) && !bytes.Contains(data, []byte(`\ud`)) && !bytes.Contains(data, []byte(`\uD`)) {
		return data, false
	}
	out := make([]byte, 0, len(data)+16)
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			out = fmt.Appendf(out, `\\x%02X`, data[i])
			changed = true
		case r == '\\' && i+1 < len(data):
			size = 2
			if first, ok := textfaults.Half(data[i:]); ok {
				size = 6
				if second, ok := textfaults.Half(data[i+6:]); ok && utf16.DecodeRune(first, second) != utf8.RuneError {
					size = 12
				} else {
					out = append(out, '\\')
					changed = true
				}
			}
			out = append(out, data[i:i+size]...)
		default:
			out = append(out, data[i:i+size]...)
		}
		i += size
	}
	return out, changed
}
