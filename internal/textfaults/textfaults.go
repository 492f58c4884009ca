// Package textfaults finds what makes a text be read as another: lines that end in a carriage return alone,
// as those of the first Macintosh did, which read by lines are one long line of which only the beginning
// counts, and characters in JSON that are not whole. It reads nothing itself.
package textfaults

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
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

// CheckJSON returns the first text, with its line, that encoding/json changes in silence: it
// puts U+FFFD in place of a byte that is not UTF-8 and of half of a surrogate pair, which can
// make two ids one. Lines are counted from the one that data begins in.
func CheckJSON(data []byte, line int) (int, error) {
	if !utf8.Valid(data) {
		for text := range bytes.Lines(data) {
			if !utf8.Valid(text) {
				return line, errors.New("not UTF-8; convert the file")
			}
			line++
		}
	}
	for i := 0; ; {
		next := bytes.IndexByte(data[i:], '\\')
		if next < 0 {
			return 0, nil
		}
		i += next
		first, ok := Half(data[i:])
		if !ok {
			i += 2 // a backslash, or another character that it marks
			if i > len(data) {
				return 0, nil
			}
			continue
		}
		second, _ := Half(data[i+6:])
		if utf16.DecodeRune(first, second) == utf8.RuneError {
			return line + bytes.Count(data[:i], []byte("\n")), fmt.Errorf("%s is half of a character; the text was not UTF-8 when this file was written", data[i:i+6])
		}
		i += 12
	}
}

// Half reads one of a surrogate pair, as \ud800.
func Half(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	return rune(n), err == nil && utf16.IsSurrogate(rune(n))
}
