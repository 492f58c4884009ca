// Package textfaults finds what makes a text be read as another: lines that end in a carriage return alone,
// as those of the first Macintosh did, which read by lines are one long line of which only the beginning
// counts, and characters in JSON that are not whole. It reads nothing itself.
package textfaults

import (
	"bufio"
	"bytes"
	"errors"
)

// Remedy says what to do about such a file.
const Remedy = `lines end in LF or CRLF; convert a file whose lines end in CR alone: tr '\r' '\n'`

// ErrReturn is about a line in whose midst another one seems to end.
var ErrReturn = errors.New("a carriage return within the line: " + Remedy)

// Lone reports whether text that is meant to be lines is one line, with a
// carriage return where each of them ends. One at the very end is nothing.
func Lone(text []byte) bool {
	if bytes.IndexByte(text, '\n') >= 0 {
		return false
	}
	i := bytes.IndexByte(text, '\r')
	return i >= 0 && i < len(text)-1
}

// OfScanner returns the error of a bufio.Scanner, one about a line that is too long in words of the reader's.
func OfScanner(err error) error {
	if errors.Is(err, bufio.ErrTooLong) {
		return errors.New("the line is too long for such a file; is this the right one, and has it line ends?")
	}
	return err
}
