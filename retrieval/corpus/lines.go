package corpus

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/rankduel/rankduel/internal/textfaults"
)

const (
	byteOrderMark = "\xef\xbb\xbf"
	headSize      = 512 // what is looked at to recognize a format: one tar header
)

// A lineReader reads lines of any length and counts them. It drops line ends of either kind and a byte order
// mark at the start.
type lineReader struct {
	r    *bufio.Reader
	name string
	line int // of the line that was read last, from 1
}

// next returns the next line; ok is false at the end.
func (l *lineReader) next() (text string, ok bool, err error) {
	text, err = l.r.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", false, fmt.Errorf("%v: %w", place{l.name, l.line + 1}, err)
	}
	if text == "" {
		return "", false, nil
	}
	l.line++
	if l.line == 1 && err != nil && textfaults.Lone([]byte(text)) {
		return "", false, l.errorf("%w", textfaults.ErrReturn)
	}
	if l.line == 1 {
		text = strings.TrimPrefix(text, byteOrderMark)
	}
	return strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r"), true, nil
}

func (l *lineReader) place() place { return place{l.name, l.line} }

func (l *lineReader) errorf(format string, args ...any) error {
	return fmt.Errorf("%v: %w", l.place(), fmt.Errorf(format, args...))
}
