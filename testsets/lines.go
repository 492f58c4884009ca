package testsets

import "bytes"

// What a line of YAML looks like before it is parsed.

// dashed reports whether a line begins an item of a list, and its indent.
func dashed(line []byte) (indent int, ok bool) {
	for indent < len(line) && line[indent] == ' ' {
		indent++
	}
	rest := line[indent:]
	ok = len(rest) > 0 && rest[0] == '-' && (len(rest) == 1 || rest[1] == ' ' || rest[1] == '\n' || rest[1] == '\r')
	return indent, ok
}

// lineOf returns the first line, with its end.
func lineOf(data []byte) []byte {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return data[:i+1]
	}
	return data
}

// isBlank reports whether there is nothing on a line, or a comment only.
func isBlank(line []byte) bool {
	line = bytes.TrimLeft(line, " ")
	return len(line) == 0 || line[0] == '\n' || line[0] == '\r' || line[0] == '#'
}

// hasOtherLineEnds reports line ends of YAML that are not "\n" or "\r\n".
func hasOtherLineEnds(data []byte) bool {
	for _, end := range []string{"\u0085", "\u2028", "\u2029"} {
		if bytes.Contains(data, []byte(end)) {
			return true
		}
	}
	return bytes.Count(data, []byte("\r")) != bytes.Count(data, []byte("\r\n"))
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
