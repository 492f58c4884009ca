package trec

import "bytes"

// A span is a piece of a block.
type span struct{ start, end uint32 }

func (s span) of(b []byte) []byte { return b[s.start:s.end] }

func blank(c byte) bool { return c == ' ' || c == '\t' }

// nextLine returns the line of b that starts at start: where its text ends, line
// end not included, and where the next one starts.
func nextLine(b []byte, start int) (end, next int) {
	i := bytes.IndexByte(b[start:], '\n')
	if i < 0 {
		end, next = len(b), len(b)
	} else {
		end, next = start+i, start+i+1
	}
	if end > start && b[end-1] == '\r' {
		end--
	}
	return end, next
}

// nextField returns the first field of b[start:end]; it is empty when only blanks are left.
func nextField(b []byte, start, end int) span {
	for start < end && blank(b[start]) {
		start++
	}
	stop := start
	for stop < end && !blank(b[stop]) {
		stop++
	}
	return span{uint32(start), uint32(stop)}
}

// splitFields finds the first len(fields) fields of b[start:end] and returns how many there are.
func splitFields(b []byte, start, end int, fields []span) int {
	for i := range fields {
		f := nextField(b, start, end)
		if f.start == f.end {
			return i
		}
		fields[i] = f
		start = int(f.end)
	}
	return len(fields)
}

// skipped tells whether a line whose first field is f is blank or a comment.
func skipped(b []byte, f span) bool { return f.start == f.end || b[f.start] == '#' }
