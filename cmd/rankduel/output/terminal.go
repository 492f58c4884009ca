package output

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/rankduel/rankduel/reports"
	"github.com/rankduel/rankduel/reports/document"
)

// A terminal is a stream that someone looks at. Nothing in ids, answers and messages can steer it.
type terminal struct {
	io.Writer
	file *os.File
}

// Guard puts a terminal where w is one.
func Guard(w io.Writer) io.Writer {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return checked{w}
	}
	return &terminal{document.Terminal(f, false), f}
}

// A checked stream says of what it could not take that it was not written: there was a result.
type checked struct{ io.Writer }

// Write writes to the stream.
func (c checked) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrNotWritten, err)
	}
	return n, err
}

// IsTerminal reports whether someone reads at a terminal.
func IsTerminal(w io.Writer) bool {
	_, ok := w.(*terminal)
	return ok
}

// Raw returns the stream itself, for what draws on it.
func Raw(w io.Writer) io.Writer {
	if t, ok := w.(*terminal); ok {
		return t.file
	}
	return w
}

// Width returns that of a terminal, 0 for anything else.
func Width(w io.Writer) int {
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

// HelpWidth is that of help where it is not known how wide the terminal is.
const HelpWidth = 80

// Wrap breaks a text of words into lines of the width of help; the first has some columns less.
func Wrap(text string, taken int) string {
	var b strings.Builder
	column := taken
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case column+1+len(word) > HelpWidth:
			b.WriteString("\n")
			column = 0
		default:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

// Screen say how much text there is, and how wide.
type Screen struct {
	details bool
	width   int
}

// The columns of text: at least, and what every terminal has, where it is not known otherwise.
const (
	leastWidth  = 40
	screenWidth = 80
)

// Add adds the flags of what a terminal shows.
func (s *Screen) Add(flags *pflag.FlagSet) {
	flags.IntVar(&s.width, "width", 0, "columns of text (default: 80, or the terminal's own)")
}

// AddDetails is for verbs whose text begins with one screen.
func (s *Screen) AddDetails(flags *pflag.FlagSet) {
	flags.BoolVar(&s.details, "details", false, "text with everything: strata, components, headroom, latency, evidence beyond p, settings (files of -o have it anyway)")
}

// Plain returns the options of text that has one form.
func (s *Screen) Plain(w io.Writer) reports.Options { return reports.Options{Width: s.columns(w)} }

func (s *Screen) check() error {
	if s.width != 0 && s.width < leastWidth {
		return fmt.Errorf("--width %d, want at least %d columns", s.width, leastWidth)
	}
	return nil
}

// columns returns how wide text may be: as asked for, as the terminal is, or in a pipe
// what every terminal has. Files have no limit.
func (s *Screen) columns(w io.Writer) int {
	_, file := w.(*bytes.Buffer)
	switch {
	case s.width > 0:
		return s.width
	case file:
		return 0
	case IsTerminal(w):
		return max(Width(w), screenWidth)
	}
	return screenWidth
}
