package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"github.com/rankduel/rankduel/reports"
)

// A terminal is a stream that somebody looks at. Nothing in ids, answers and
// messages can steer it.
type terminal struct {
	io.Writer
	file *os.File
}

// guarded puts a terminal where w is one.
func guarded(w io.Writer) io.Writer {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return checked{w}
	}
	return &terminal{reports.Terminal(f, false), f}
}

// A checked stream says of what it could not take that it was not written: there
// was a result.
type checked struct{ io.Writer }

// Write writes to the stream.
func (c checked) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	if err != nil {
		err = fmt.Errorf("%w: %w", errNotWritten, err)
	}
	return n, err
}

func isTerminal(w io.Writer) bool {
	_, ok := w.(*terminal)
	return ok
}

// raw is the stream itself, for what draws on it.
func raw(w io.Writer) io.Writer {
	if t, ok := w.(*terminal); ok {
		return t.file
	}
	return w
}

// terminalWidth is that of a terminal, 0 for anything else.
func terminalWidth(w io.Writer) int {
	t, ok := w.(*terminal)
	if !ok {
		return 0
	}
	width, _, err := term.GetSize(int(t.file.Fd()))
	if err != nil {
		return 0
	}
	return width
}
